"""Tables that never begin are closed once, and their waiting players are notified."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest

from accounts.models import Notification
from games import tasks
from games.models import Game, Invitation
from games.seating.services.close_table import expire_table
from games.seating.services.open_table import open_table
from games.seating.services.sit_down import sit_down
from games.time.clocks import DAY_MS, MINUTE_MS, PerMove
from games.time.terms import Terms
from tests.games import play
from tests.games.threads import at_once
from tests.games.timed import Now

pytestmark = pytest.mark.django_db(transaction=True)


def told(game: Game) -> list[int]:
    found = Notification.objects.filter(kind="table_closed", subject=game.public_id).order_by("user")
    return list(found.values_list("user", flat=True))


def test_a_live_table_waits_half_an_hour_and_any_other_two_weeks(now: Now) -> None:
    anna, bert, cleo = play.person(), play.person(), play.person()
    live = open_table(anna, play.GAME, {"seats": 3}, agreed=Terms(PerMove(60)), invited=[cleo], listed=False)
    slow = open_table(anna, play.GAME, {"seats": 2})
    running, _ = play.table(2)
    now.ms += 29 * MINUTE_MS
    sit_down(bert, live.public_id, None, live.link or "")  # which extends it by half an hour
    now.ms += 30 * MINUTE_MS - 1
    tasks.expire()
    assert play.fresh(live).status == Game.Status.OPEN
    now.ms += 1
    tasks.expire()
    tasks.expire()
    assert play.fresh(live).status == Game.Status.ABORTED and told(live) == [anna.pk, bert.pk, cleo.pk]
    assert Invitation.objects.get(game=live).state == "withdrawn"
    assert not Notification.objects.filter(user=cleo, kind="invitation", read_ms=None).exists()
    now.ms += 14 * DAY_MS
    assert at_once([partial(expire_table, slow.pk)] * 3).count(True) == 1
    assert told(slow) == [anna.pk] and play.fresh(running).status == Game.Status.RUNNING


def test_tables_from_before_learn_when_they_are_due(now: Now) -> None:
    game = open_table(play.person(), play.GAME, {"seats": 2})
    Game.objects.filter(pk=game.pk).update(expires_ms=None)
    tasks.expire()
    assert play.fresh(game).expires_ms == now.ms + 14 * DAY_MS


def test_a_player_sits_down_while_the_table_expires(now: Now) -> None:
    for _ in range(4):
        game = open_table(play.person(), play.GAME, {"seats": 3})
        now.ms += 14 * DAY_MS
        calls: list[Callable[[], object]] = [
            partial(expire_table, game.pk), partial(sit_down, play.person(), game.public_id),
        ]  # fmt: skip
        closed = at_once(calls)[0] is True
        row = play.fresh(game)
        assert closed == (row.status == Game.Status.ABORTED) == bool(told(game))
        assert closed or row.expires_ms == now.ms + 14 * DAY_MS
