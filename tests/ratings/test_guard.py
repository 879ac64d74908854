"""The database protects results, annulments and the log of ratings."""

from __future__ import annotations

import pytest
from django.db import IntegrityError, connection, transaction
from django.db.models import Model

from pyramido_site.infrastructure.public_ids import PublicId
from ratings.models import Annulment, RatingChange, Result, ResultSeat
from ratings.services.annul import annul
from tests.ratings.results import NOW_MS, finish, people, rate_all

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def rated() -> None:
    one, other = people(2)
    finish("g", one, other)
    rate_all()
    annul(PublicId("g"), None, "arranged", NOW_MS)
    finish("waits", one, other)


def everything() -> list[list[tuple[object, ...]]]:
    return [list(model.objects.order_by("pk").values_list()) for model in (RatingChange, Annulment, Result, ResultSeat)]


def refused(statement: str) -> bool:
    before = everything()
    with pytest.raises(IntegrityError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement)
    return everything() == before


@pytest.mark.parametrize(
    "change",
    [
        "ratings_ratingchange SET after = after + 1",
        "ratings_ratingchange SET revision = 7",
        "ratings_annulment SET reason = 'other'",
        "ratings_resultseat SET rank = 1",
        "ratings_resultseat SET user_id = NULL, ai = 'greedy'",
        "ratings_result SET finished_ms = finished_ms + 1",
        "ratings_result SET rating_seq = rating_seq + 1 WHERE game = 'g'",
        "ratings_result SET rating_seq = NULL WHERE game = 'g'",
        "ratings_result SET game = 'other' WHERE game = 'g'",
    ],
)
def test_nothing_is_changed(change: str) -> None:
    assert refused(f"UPDATE {change}")


@pytest.mark.parametrize("table", ["ratings_ratingchange", "ratings_annulment", "ratings_resultseat", "ratings_result"])
def test_nothing_is_removed(table: str) -> None:
    assert refused(f"DELETE FROM {table}")


def test_the_orm_is_refused_too() -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        RatingChange.objects.update(after=0)
    with pytest.raises(IntegrityError), transaction.atomic():
        RatingChange.objects.all().delete()
    assert RatingChange.objects.count() == 4


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)  # no other statement's deferred checks may be pending
@pytest.mark.parametrize("table", ["ratings_ratingchange", "ratings_annulment CASCADE", "ratings_result CASCADE"])
def test_truncate_is_refused(table: str) -> None:
    assert refused(f"TRUNCATE {table}")


@pytest.mark.sqlite
@pytest.mark.parametrize(
    ("model", "changed", "by_id"),
    [
        (RatingChange, "after", True),
        (RatingChange, "after", False),
        (Annulment, "at_ms", True),
        (Result, "finished_ms", True),
        (Result, "finished_ms", False),
        (ResultSeat, "rank", True),
        (ResultSeat, "rank", False),
    ],
)
def test_nothing_is_replaced(model: type[Model], changed: str, by_id: bool) -> None:
    table = model._meta.db_table
    columns = [field.column for field in model._meta.concrete_fields if by_id or field.column != "id"]
    values = [f"{column} + 1" if column == changed else f'"{column}"' for column in columns]
    names = ", ".join(f'"{column}"' for column in columns)
    assert refused(f"REPLACE INTO {table} ({names}) SELECT {', '.join(values)} FROM {table}")
