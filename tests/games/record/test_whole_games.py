"""Whole games through the services: they end, and the stored data follows from their logs."""

from __future__ import annotations

import pytest
from django.core.management import call_command

from engine import export
from games.models import Event, Game, Seat
from games.record import selectors
from games.record.checking import faults
from games.seating.selectors import titles
from tests.games import play

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_game_of_people_ends_and_verifies(seats: int) -> None:
    game, _ = play.table(seats)
    end = play.play_to_the_end(game, seed=seats)
    row = play.fresh(game)
    assert row.status == Game.Status.FINISHED
    assert row.seq == end.seq == Event.objects.filter(game_id=game.pk).count() - 1
    assert faults(row) == []
    assert end.outcome is not None
    assert [seat.rank for seat in Seat.objects.filter(game=game).order_by("number")] == list(end.outcome.ranks)
    assert export.rebuild(export.read(selectors.export_of(game.public_id))).outcome == end.outcome
    points = selectors.points_of(game.public_id)
    assert tuple(sum(map(sum, stages)) for stages in points["seats"]) == end.outcome.scores
    call_command("check_games", game=[game.public_id])


def test_a_solo_game_ends_and_verifies() -> None:
    game, user = play.solo()
    end = play.play_to_the_end(game, seed=5)
    row = play.fresh(game)
    assert row.status == Game.Status.FINISHED and row.automatic_due is False
    assert faults(row) == []
    won = end.outcome is not None and end.outcome.ranks[0] == 1
    assert titles.has_won(user, play.GAME, game.options) is won
