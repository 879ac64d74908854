"""All logs that the services write verify: with outages, nights, vacations, wrong clocks, suspensions and bans."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from random import Random
from typing import Any

import pytest

from accounts.models import Preferences, Sanction, User
from accounts.sanctions import selectors as sanctions
from accounts.sanctions import services as sanctioning
from engine import replay
from engine.newtypes import SeatNumber
from games.deadlines.selectors import outages
from games.deadlines.services import consent, vacation
from games.deadlines.services.enforce_deadlines import sweep_deadlines
from games.matchmaking.services.leave_everything import leave_games
from games.models import Checkpoint, Game
from games.record import command_context, positions
from games.record.services.abort import abort
from games.record.services.resign import resign
from games.record.services.take_back import take_back
from games.requests.refusals import Refusal
from games.seating.selectors import table_terms
from games.seating.services.open_table import open_table
from games.seating.services.sit_down import sit_down
from games.time import terms
from games.time.clocks import DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS
from tests.games import play
from tests.games.timed import Now

pytestmark = pytest.mark.django_db(transaction=True)

FISCHER = {"system": "fischer"}
CONTROLS: list[dict[str, Any]] = [
    {},
    {"time_control": {"system": "per_move", "seconds": 60}, "rated": True},
    {"time_control": {"system": "per_move", "seconds": 86400}, "weekend": "Europe/Zurich"},
    {"time_control": {**FISCHER, "initial": 30, "increment": 5, "max": 60}, "rated": True},
    {"time_control": {**FISCHER, "initial": 3600, "increment": 60, "max": 7200}, "weekend": "America/New_York"},
    {"time_control": {**FISCHER, "initial": 86400, "increment": 0, "max": 86400}, "vacation": False, "rated": True},
]


class Fate:
    """Random incidents of one game."""

    def __init__(self, game: Game, people: list[User], rng: Random, now: Now) -> None:
        self.game, self.people, self.rng, self.now = game, people, rng, now
        control: Any = terms.of(game.terms).time_control
        self.turn_ms = getattr(control, "seconds", getattr(control, "initial", 30 * 86400)) * SECOND_MS

    def befall(self) -> None:
        rng, public_id = self.rng, self.game.public_id
        seat = SeatNumber(rng.randrange(len(self.people)))
        user = self.people[seat]
        chances: list[tuple[float, Callable[[], Any]]] = [
            (8, self.play),
            (2, lambda: self.now.sweep(rng.choice([1, 100, self.turn_ms // 10, self.turn_ms // 3]))),
            (0.4, self.deadline),
            (0.5, self.outage),
            (0.5, self.clock_goes_back),
            (0.5, lambda: self.sleep(user)),
            (0.7, lambda: self.vacation(user)),
            (0.5, lambda: self.suspension(user)),
            (0.05, lambda: self.ban(user)),
            (2, lambda: consent.ask(public_id, seat, rng.choice(["pause", "take_back"]))),
            (3, self.answer),
            (0.7, lambda: consent.resume(public_id, seat)),
            (1, lambda: take_back(public_id, seat, play.position(self.game).seq)),
            (0.1, lambda: resign(public_id, seat)),
            (0.05, lambda: abort(public_id, seat)),
        ]
        verb = rng.choices([verb for _, verb in chances], [chance for chance, _ in chances])[0]
        with suppress(Refusal):
            verb()

    def play(self) -> None:
        for _ in range(self.rng.choice([1, 1, 2, 3, 8])):
            if play.position(self.game).ended:
                return
            self.now.ms += self.rng.choice([0, 1, 10, self.turn_ms // 50])
            Checkpoint.objects.update(at_ms=self.now.ms)
            play.step(self.game, self.rng)

    def deadline(self) -> None:
        due = play.fresh(self.game).deadline_ms
        if due is not None:
            self.now.sweep(max(1, due - self.now.ms + self.rng.choice([-1, 0, 1, 500])))

    def outage(self) -> None:
        self.now.ms += self.rng.choice([121 * SECOND_MS, HOUR_MS, self.turn_ms, 2 * self.turn_ms])
        self._maybe_noticed()

    def clock_goes_back(self) -> None:
        self.now.ms -= self.rng.choice([1, 500, 5 * SECOND_MS, MINUTE_MS, 3 * MINUTE_MS, HOUR_MS])
        self._maybe_noticed()

    def _maybe_noticed(self) -> None:
        outages.cache.forget()
        if self.rng.random() < 0.6:
            sweep_deadlines()

    def sleep(self, user: User) -> None:
        night_from, night_to = self.rng.choice([(1380, 420), (0, 600), (None, None)])
        values = {"zone": "Asia/Tokyo", "night_from": night_from, "night_to": night_to}
        Preferences.objects.update_or_create(user=user, defaults=values)
        command_context.nights.forget()

    def vacation(self, user: User) -> None:
        if self.rng.random() < 0.5:
            vacation.begin_vacation(user, self.rng.choice([1, 2, 3]))
        else:
            vacation.end_vacation(user)
        if self.rng.random() < 0.8:
            vacation.settle_vacations(user.pk)

    def suspension(self, user: User) -> None:
        held = sanctions.of_kind(user, Sanction.Kind.SUSPENSION)
        if held is None:
            until_ms = self.now.ms + self.rng.choice([HOUR_MS, 3 * DAY_MS, 20 * DAY_MS])
            sanctioning.impose(user, Sanction.Kind.SUSPENSION, "a quarrel", until_ms)
        else:
            sanctioning.lift(held)
        vacation.settle_vacations(user.pk)

    def ban(self, user: User) -> None:
        sanctioning.impose(user, Sanction.Kind.BAN, "several accounts", None)
        if self.rng.random() < 0.8:
            leave_games(user, removed=True)

    def answer(self) -> None:
        asked = play.position(self.game).asked
        for seat in map(SeatNumber, range(len(self.people))):
            if asked is not None and seat != asked.seat:
                consent.answer(self.game.public_id, seat, self.rng.random() < 0.9, asked.seq)


def opened(rng: Random) -> tuple[Game, list[User]]:
    key, agreed = rng.choice(["pyramido", play.GAME, play.AI_GAME]), rng.choice(CONTROLS)
    seats = rng.choice([2, 3, 4])
    people = [play.person() for _ in range(seats)]
    substitute = "greedy" if seats > 2 and rng.random() < 0.5 else None
    game = open_table(people[0], key, {"seats": seats}, substitute=substitute, agreed=table_terms.read(agreed))
    for user in people[1:]:
        sit_down(user, game.public_id)
    return play.fresh(game), people


@pytest.mark.parametrize("seed", range(12))
def test_logs_written_by_the_services_verify(seed: int, now: Now) -> None:
    rng = Random(seed)
    game, people = opened(rng)
    fate = Fate(game, people, rng, now)
    for _ in range(60):
        if play.fresh(game).status == Game.Status.RUNNING:
            fate.befall()
    positions.cache.clear()
    at, events = play.position(game), positions.read_events(game.pk)
    found = replay.check(events, at.secret, at.nonces, events[0].payload["commitment"])
    assert (found.seq, found.hash) == (at.seq, at.hash) and len(events) > 1
