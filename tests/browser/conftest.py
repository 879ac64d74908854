"""Scenes to look at, and findings that are reported together."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.browser.scenes import made
from tests.live import LiveSite


@pytest.fixture(scope="module")
def scenes(live_site: LiveSite) -> dict[str, str]:
    return made(live_site)


@pytest.fixture
def wrong() -> Iterator[list[str]]:
    """Collect a test's findings and report them together, because scenes take longer to reach than to check."""
    found: list[str] = []
    yield found
    assert not found, "\n".join(found)
