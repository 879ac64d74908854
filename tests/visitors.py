"""Fixtures of tests that use the site's URLs; a `conftest.py` imports those that its folder needs."""

from __future__ import annotations

import pytest
from django.test import Client

from tests import people


@pytest.fixture(autouse=True)
def limits_of_its_own() -> None:
    """Reset the rate limits, so that each test counts attempts by itself."""
    people.forget_limits()


@pytest.fixture
def visitor() -> Client:
    """A browser that is not signed in."""
    return people.visitor()
