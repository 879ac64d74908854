"""Moderators and administrators for tests of the desk."""

from __future__ import annotations

import pytest

from accounts.models import User
from games.moderation.selectors import roles
from tests.games.moderation.desk import staff


@pytest.fixture
def moderator(db: None) -> User:
    return staff(roles.MODERATOR)


@pytest.fixture
def other_moderator(db: None) -> User:
    return staff(roles.MODERATOR)


@pytest.fixture
def senior(db: None) -> User:
    return staff(roles.SENIOR)


@pytest.fixture
def other_senior(db: None) -> User:
    return staff(roles.SENIOR)


@pytest.fixture
def administrator(db: None) -> User:
    return staff(roles.ADMINISTRATOR)
