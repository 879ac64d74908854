"""The people of a simulated month: when they look, and what they do then, all through the services."""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any

from accounts.models import Notification, User
from accounts.notifications import bell, preferences
from engine.core import GameError
from engine.newtypes import FIRST, SeatNumber, Seq, UnixMs
from engine.planned_turns import Condition, Planned, Turn
from games.conditional_moves.services.store_conditional_moves import drop_conditional_moves, store_conditional_moves
from games.deadlines.services.consent import answer, ask, resume
from games.deadlines.services.vacation import begin_vacation, end_vacation
from games.models import Game, Seat
from games.record import command_context, positions
from games.record.services.abort import abort
from games.record.services.resign import resign
from games.record.services.submit_action import submit_action
from games.record.services.take_back import take_back
from games.requests.refusals import Refusal
from games.time.clocks import DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS, Night
from pyramido_site.infrastructure.public_ids import PublicId
from tests.people import account
from tests.tools.simulation.clock import Agenda, Clock

ZONES = ("Europe/Zurich", "America/New_York", "Asia/Tokyo", "Australia/Lord_Howe", "Asia/Kathmandu", "UTC")
ACTIONS_A_TURN = 30
PLANNED = 5


@dataclass
class Person:
    """A simulated player: `looks` a day, and the chance of playing a game that waits. A person who has vanished never
    looks again.
    """

    user: User
    zone: str
    night: tuple[int, int]
    looks: float
    pace: float
    vanishes_ms: int | None
    away_until_ms: int = 0
    changed: bool = False
    """Whether the mail preferences were ever changed."""

    def gone(self, now_ms: int) -> bool:
        return self.vanishes_ms is not None and now_ms >= self.vanishes_ms


@dataclass
class Deeds:
    """What people did: counts, refusals by code, and the games they aborted themselves."""

    done: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)
    aborted: set[str] = field(default_factory=set)


class Crowd:
    """All people, on one agenda. In a run of under three days they look `hurry` times as often."""

    def __init__(self, count: int, rng: Random, clock: Clock, agenda: Agenda, end_ms: int) -> None:
        self.hurry = max(1, 3 * DAY_MS // (end_ms - clock.now))
        self.rng, self.clock, self.agenda, self.end_ms = rng, clock, agenda, end_ms
        self.deeds = Deeds()
        self.stopped = False
        self.people = [self._person(number) for number in range(count)]
        for person in self.people:
            self._look_later(person)

    def _person(self, number: int) -> Person:
        rng, now = self.rng, self.clock.now
        user = account(f"Person {number + 1}", email=f"person{number + 1}@example.org")
        zone, falls_asleep = rng.choice(ZONES), rng.randrange(20 * 60, 26 * 60) % 1440
        night = (falls_asleep, (falls_asleep + rng.randrange(6 * 60, 10 * 60)) % 1440)
        wanted: dict[str, Any] = {"zone": zone, "digest_minute": rng.randrange(1440)}
        if rng.random() < 0.8:
            wanted |= {"night_from": night[0], "night_to": night[1]}
        if rng.random() < 0.3:
            wanted["matrix"] = {kind: {"email": rng.choice(["digest", "off"])} for kind in ("your_turn", "request")}
        preferences.change(user.pk, wanted)
        vanishes = now + rng.randrange((self.end_ms - now) // 10, self.end_ms - now) if rng.random() < 0.12 else None
        return Person(user, zone, night, rng.uniform(1, 5) * self.hurry, rng.uniform(0.5, 1), vanishes)

    def _look_later(self, person: Person) -> None:
        wait = self.rng.expovariate(person.looks / DAY_MS)
        at_ms = self.clock.now + max(MINUTE_MS, int(wait))
        woken = Night(person.zone, *person.night).end(UnixMs(at_ms))
        if woken is not None and self.hurry == 1:
            at_ms = woken + self.rng.randrange(HOUR_MS)
        if not person.gone(at_ms):
            self.agenda.at(at_ms, lambda: self._look(person))

    def somebody(self, count: int) -> list[Person]:
        """Return different people who have not vanished."""
        return self.rng.sample([person for person in self.people if not person.gone(self.clock.now)], count)

    # --- a look at the site -------------------------------------------------------------------------------------------
    def _look(self, person: Person) -> None:
        if self.stopped:
            return
        self._look_later(person)
        if not self._is_here(person):
            return
        if self.rng.random() < 0.3:
            bell.mark_read(Notification.objects.filter(user=person.user))
        self._maybe(0.01, "preferences", lambda: self._change_preferences(person))
        for seat in Seat.objects.filter(user=person.user, ai="", departure="", game__status=Game.Status.RUNNING):
            self.agenda.at(self.clock.now + self.rng.randrange(20 * MINUTE_MS // self.hurry), self._visit(person, seat))

    def _visit(self, person: Person, seat: Seat) -> Callable[[], None]:
        def visit() -> None:
            game = Game.objects.get(pk=seat.game_id)
            if game.status == Game.Status.RUNNING and game.table_state is not None:
                self._look_at(person, game, seat.number)

        return visit

    def _is_here(self, person: Person) -> bool:
        now, rng = self.clock.now, self.rng
        if now < person.away_until_ms:
            if rng.random() < 0.1 and self._try("end_vacation", lambda: end_vacation(person.user)):
                person.away_until_ms = now
            return now >= person.away_until_ms
        days = rng.randint(1, 6)
        if rng.random() < 0.008 and self._try("vacation", lambda: begin_vacation(person.user, days)):
            person.away_until_ms = now + days * DAY_MS
            return False
        return True

    def _change_preferences(self, person: Person) -> None:
        rng = self.rng
        person.changed = True
        person.zone, person.night = rng.choice(ZONES), (rng.randrange(1440), 0)
        person.night = (person.night[0], (person.night[0] + rng.randrange(300, 600)) % 1440)
        wanted = {"zone": person.zone, "night_from": person.night[0], "night_to": person.night[1]}
        mail = {kind: {"email": rng.choice(["at_once", "digest", "off"])} for kind in ("your_turn", "game_finished")}
        preferences.change(person.user.pk, {**wanted, "matrix": mail})
        command_context.nights.forget()

    def _look_at(self, person: Person, game: Game, seat: SeatNumber) -> None:
        public_id, table_state, rng = game.public_id, game.table_state, self.rng
        assert table_state is not None
        asked = table_state["asked"]
        if asked is not None and rng.random() < 0.7:
            if asked["seat"] == seat:
                self._maybe(0.1, "withdraw", lambda: answer(public_id, seat, False, asked["seq"]))
            elif seat not in asked["agreed"]:
                agree = rng.random() < 0.8
                self._try("agree" if agree else "decline", lambda: answer(public_id, seat, agree, asked["seq"]))
        if table_state["paused_ms"] is not None:
            self._maybe(0.3, "resume", lambda: resume(public_id, seat))
            return
        if table_state["may_abort"] and rng.random() < 0.01 and self._try("abort", lambda: abort(public_id, seat)):
            self.deeds.aborted.add(public_id)
            return
        if self._maybe(0.002, "resign", lambda: resign(public_id, seat)):
            if game.rated and table_state["may_abort"]:
                self.deeds.aborted.add(public_id)
            return
        self._maybe(0.01, "ask_pause", lambda: ask(public_id, seat, "pause"))
        if seat in game.seats_to_move:
            if rng.random() < person.pace:
                self._take_turn(public_id, seat)
            return
        if seat in table_state["may_ask_back"]:
            self._maybe(0.03, "ask_take_back", lambda: ask(public_id, seat, "take_back"))
        if rng.random() < 0.05:
            self._plan(person, public_id, seat)

    def _plan(self, person: Person, public_id: PublicId, seat: SeatNumber) -> None:
        """Set conditional moves for the next turn, some of them on condition that a public value stays as it is."""
        rng, at = self.rng, positions.load(Game.objects.get(public_id=public_id)).position
        if (
            at.ended
            or at.ai[seat] is not None
            or self._maybe(0.1, "plan taken back", lambda: drop_conditional_moves(public_id, seat))
        ):
            return
        public = at.view(None)
        names = [name for name, value in public.items() if isinstance(value, int)]
        conditions = (
            Condition(f"/{name}", public[name]) for name in rng.sample(names, min(len(names), rng.randint(0, 1)))
        )
        planned = Planned(at.rules, at.view(seat), f"{rng.random()}")
        actions: list[Any] = []
        try:
            planned.begin()
            while not planned.over and len(actions) < PLANNED:
                actions.append(at.rules.action_to_json(at.rules.random_action(planned.states[0], seat, rng)))
                planned.act(actions[-1])
        except GameError as error:
            self.deeds.refused[error.code] += 1
            return
        turn = Turn(tuple(actions), tuple(conditions))
        self._try("plan", lambda: store_conditional_moves(person.user, public_id, seat, [turn]))

    def _take_turn(self, public_id: PublicId, seat: SeatNumber) -> None:
        rng = self.rng
        for _ in range(ACTIONS_A_TURN):
            at = positions.load(Game.objects.get(public_id=public_id)).position
            if at.ended or seat not in at.to_move or at.ai[seat] is not None:
                return
            self.clock.pass_ms(rng.randrange(50, SECOND_MS))
            action = at.rules.action_to_json(at.rules.random_action(at.state, seat, rng))
            key = secrets.token_hex(8)
            expected = at.seq if rng.random() > 0.01 else max(FIRST, Seq(at.seq - 3))  # a page that is out of date
            if not self._try("act", lambda: submit_action(public_id, seat, expected, action, key)):  # noqa: B023
                return
            if rng.random() < 0.02:  # the response was lost, and the page retries
                self._try("act_again", lambda: submit_action(public_id, seat, expected, action, key))  # noqa: B023
            now = positions.load(Game.objects.get(public_id=public_id)).position
            if now.can_take_back(seat) and rng.random() < 0.03:
                self._try("take_back", lambda: take_back(public_id, seat, now.seq))  # noqa: B023

    # --- doing --------------------------------------------------------------------------------------------------------
    def _maybe(self, chance: float, name: str, deed: Callable[[], object]) -> bool:
        return self.rng.random() < chance and self._try(name, deed)

    def _try(self, name: str, deed: Callable[[], object]) -> bool:
        """Return whether the call was accepted. A refusal is counted; a fault of the site is not caught."""
        try:
            deed()
        except Refusal as refusal:
            if refusal.status >= 500:
                raise
            self.deeds.refused[refusal.code] += 1
            return False
        self.deeds.done[name] += 1
        return True
