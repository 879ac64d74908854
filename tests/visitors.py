"""Fixtures of tests that open pages: the conftest of their folder imports them."""

from __future__ import annotations

import pytest
from django.test import Client

from tests import people


@pytest.fixture(autouse=True)
def limits_of_its_own() -> None:
    people.forget_limits()


@pytest.fixture
def visitor() -> Client:
    """A browser of somebody who is not signed in."""
    return people.visitor()
