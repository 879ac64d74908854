from __future__ import annotations

import pytest

from tests.people import forget_limits


@pytest.fixture(autouse=True)
def _limits_of_its_own() -> None:
    forget_limits()
