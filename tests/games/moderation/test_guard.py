"""The database protects the moderators' log."""

from __future__ import annotations

import pytest
from django.db import IntegrityError, connection, transaction

from accounts.models import User
from games.models import ModerationDecision
from games.moderation.log_guard import DECISIONS
from games.moderation.services.decide import decide
from pyramido_site.infrastructure.append_only import missing
from tests.games import play

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _decided(moderator: User) -> None:
    decide(moderator, "note", play.person(), "be careful")


def refused(statement: str) -> bool:
    before = list(ModerationDecision.objects.values_list())
    with pytest.raises(IntegrityError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement)
    return list(ModerationDecision.objects.values_list()) == before


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE games_moderationdecision SET reason = 'other'",
        "UPDATE games_moderationdecision SET id = id + 1",
        "DELETE FROM games_moderationdecision",
    ],
)
def test_nothing_is_changed_or_removed(statement: str) -> None:
    assert refused(statement)


def test_the_orm_is_refused_too() -> None:
    for change in (
        lambda: ModerationDecision.objects.update(reason="other"),
        lambda: ModerationDecision.objects.all().delete(),
    ):
        with pytest.raises(IntegrityError), transaction.atomic():
            change()
    assert ModerationDecision.objects.get().reason == "be careful"


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)  # no other statement's deferred checks may be pending
def test_truncate_is_refused() -> None:
    assert refused("TRUNCATE games_moderationdecision CASCADE")


@pytest.mark.sqlite
@pytest.mark.parametrize("by_id", [True, False])
def test_nothing_is_replaced(by_id: bool) -> None:
    columns = [field.column for field in ModerationDecision._meta.concrete_fields if by_id or field.column != "id"]
    names = ", ".join(f'"{column}"' for column in columns)
    values = ", ".join("'other'" if column == "reason" else f'"{column}"' for column in columns)
    assert refused(f"REPLACE INTO games_moderationdecision ({names}) SELECT {values} FROM games_moderationdecision")


def test_missing_parts_of_the_guard_are_named() -> None:
    assert missing(connection, DECISIONS) == []
    on = " ON games_moderationdecision" if connection.vendor == "postgresql" else ""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(f"DROP TRIGGER games_moderationdecision_no_update{on}")
        assert missing(connection, DECISIONS) == ["games_moderationdecision_no_update"]
        transaction.set_rollback(True)
    assert missing(connection, DECISIONS) == []
