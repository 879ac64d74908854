from __future__ import annotations

import pytest
from django.test import Client

from tests.games.conftest import now
from tests.people import forget_limits
from tests.people import visitor as new_visitor

__all__ = ["now"]


@pytest.fixture(autouse=True)
def _limits_of_its_own() -> None:
    forget_limits()


@pytest.fixture
def visitor() -> Client:
    """A browser of somebody who is not signed in."""
    return new_visitor()
