"""The schedule of a simulated month: what it does later than the site would count as a fault of the site."""

from __future__ import annotations

from random import Random

import pytest

from accounts.models import Notification
from games.deadlines.selectors import outages
from games.live import followups
from games.models import Vacation
from games.time.clocks import DAY_MS, MINUTE_MS
from tests.games import play
from tests.games.timed import Now, kinds, per_move, under_way
from tests.tools.simulation import sites
from tests.tools.simulation.audit import SOON_MS
from tests.tools.simulation.clock import Agenda, Clock

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.sqlite]


def test_a_vacation_that_ends_in_a_sweep_does_not_delay_the_notification_of_a_turn(
    now: Now, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its end moves the game on, and players are told once a game is at rest: soon, and not by the next sweep."""
    monkeypatch.setattr(sites, "LOST", 0)
    monkeypatch.setattr(outages, "OUTAGE_MS", outages.OUTAGE_MS)  # a simulated site changes both
    monkeypatch.setattr(followups, "_courier", followups._courier)
    game, people = under_way(per_move(9 * DAY_MS))
    waiting = 1 - play.position(game).to_move[0]
    clock, agenda = Clock(now.ms, None), Agenda()
    site = sites.OwnSite(clock, agenda, Random(1), now.ms + DAY_MS)
    sweep_ms = now.ms + (2 * site.slow_ticks - 1) * site.tick_ms
    Vacation.objects.create(user=people[waiting], from_ms=now.ms, until_ms=sweep_ms - MINUTE_MS)
    begun_ms = sweep_ms - site.tick_ms + MINUTE_MS
    agenda.at(begun_ms, lambda: play.play_until(game, Random(1), lambda at: waiting in at.to_move))
    agenda.run(clock, sweep_ms)
    assert kinds(game, "vacation") == ["vacation"] * 2
    assert play.fresh(game).last_event_ms == sweep_ms
    agenda.run(clock, begun_ms + SOON_MS)
    told = Notification.objects.filter(user=people[waiting], kind="your_turn")
    assert told.get().created_ms == sweep_ms + sites.AT_REST_MS
