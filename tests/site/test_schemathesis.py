"""A short run of Schemathesis on the running server; `make schemathesis` is the long one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.live import LiveSite, new_site
from tests.tools import api_fuzz

pytestmark = pytest.mark.slow(70)


@pytest.fixture
def site(tmp_path: Path) -> Iterator[LiveSite]:
    site = new_site(tmp_path / "var", DJANGO_SETTINGS_MODULE="tests.unlimited")
    site.start()
    try:
        yield site
    finally:
        site.kill()


def test_requests_made_from_the_document_are_answered_as_it_says(site: LiveSite) -> None:
    world = api_fuzz.build(site)
    limits = ("--seed", "1", "--generation-deterministic")
    for token, phases, examples in (
        (world.full, "examples,fuzzing", "2"),
        (world.full, "stateful", "15"),
        (world.reading, "fuzzing", "1"),
        (None, "fuzzing", "1"),
    ):
        done = api_fuzz.run(site, world, token, phases, "--max-examples", examples, *limits)
        assert done.returncode == 0, f"{done.stdout}{done.stderr}\n{site.output()}"
        assert "No issues found" in done.stdout
