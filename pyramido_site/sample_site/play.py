"""The sample's clock, and games on it: tables of its people, moves that a computer player chooses."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from random import Random
from typing import Any

from accounts.models import User
from engine import replay
from engine.ai import players
from engine.newtypes import UnixMs
from engine.position import Position
from games.computer.services.play_ai import play_ai
from games.computer.services.play_automatic import play_automatic
from games.models import Game
from games.record import positions
from games.record.projections import ai_seats, legend_seats
from games.record.services.submit_action import submit_action
from games.seating.selectors.table_kinds import AnyRules
from games.seating.services.open_table import open_table
from games.seating.services.sit_down import sit_down
from games.time.clocks import DAY_MS, SECOND_MS, PerMove
from games.time.terms import Terms
from pyramido_site.infrastructure import site_clock

GREEDY, RANDOM = "greedy", "random"
OVER_DAYS = Terms(time_control=PerMove(3 * DAY_MS // SECOND_MS), vacation=True)
RATED = Terms(time_control=PerMove(3 * DAY_MS // SECOND_MS), vacation=True, rated=True)


class Clock:
    """The sample's time, in Unix milliseconds. It only goes forward."""

    def __init__(self, now_ms: int) -> None:
        self.now_ms = now_ms

    def __call__(self) -> int:
        return self.now_ms

    def wait(self, ms: int) -> None:
        """Let this many milliseconds pass."""
        self.now_ms += ms

    def reach(self, at_ms: int) -> None:
        """Go forward to this time, unless it has passed."""
        self.now_ms = max(self.now_ms, at_ms)


@contextmanager
def clock_from(start_ms: int) -> Iterator[Clock]:
    """Let the site tell the sample's time, in this process and for this while."""
    clock = Clock(start_ms)
    site_clock.use(clock)
    try:
        yield clock
    finally:
        site_clock.use(site_clock.clock.now_ms)


class Playing:
    """Tables of people who think for up to `pause_ms` before each move."""

    def __init__(self, clock: Clock, rng: Random, pause_ms: int) -> None:
        self.clock, self.rng, self.pause_ms = clock, rng, pause_ms

    def table(
        self, rules: AnyRules, people: Sequence[User], terms: Terms = OVER_DAYS, *,
        ai: Sequence[str] = (), substitute: str | None = None,
    ) -> Game:  # fmt: skip
        """A running game of these people, the first of whom opens the table, and of computer players."""
        host, *others = people
        seats = {"seats": len(people) + len(ai)}
        game = open_table(host, rules.key, seats, self.rng.randbytes(32), ai, substitute, terms)
        for user in others:
            self.clock.wait(self.rng.randrange(1, self.pause_ms))
            sit_down(user, game.public_id)
        return self.fresh(game)

    @staticmethod
    def fresh(game: Game) -> Game:
        """The game's row as it is now."""
        return Game.objects.get(pk=game.pk)

    def position(self, game: Game) -> Position:
        """Return the game's position as it is now."""
        return positions.load(self.fresh(game)).position

    def step(self, game: Game, player: str = GREEDY) -> None:
        """One move by a seat that owes one, as `player` chooses."""
        at = self.position(game)
        seat = self.rng.choice(at.to_move)
        self.clock.wait(self.rng.randrange(1, self.pause_ms))
        if seat in legend_seats(at):
            play_automatic(game.public_id, at.seq)
        elif seat in ai_seats(at):
            play_ai(game.public_id, seat, None)
        else:
            action = at.rules.action_to_json(players.get(player).choose(at.view(seat), self.rng))
            submit_action(game.public_id, seat, at.seq, action)

    def play(self, game: Game, until: Callable[[Position], bool], player: str = GREEDY) -> bool:
        """Play until the condition holds; whether it does, and the game has not ended before."""
        while not self.position(game).ended:
            if until(self.position(game)):
                return True
            self.step(game, player)
        return False

    def play_to_the_end(self, game: Game, player: str = GREEDY) -> None:
        """Play until the game has ended."""
        self.play(game, lambda at: False, player)


def phase_of(position: Position) -> str:
    """Return the name of the position's phase, as views have it."""
    return str(position.view(None)["phase"])


LOOKED_AT = 8
"""Random games of each kind in which phases are looked for."""


def phases_of(rules: AnyRules) -> dict[str, int]:
    """The phases of a game, in the order in which they come, each with the event at which it usually comes."""
    found: dict[str, list[int]] = {}
    for number in range(LOOKED_AT):
        rng = Random(f"{rules.key} {number}")
        nonces = [rng.randbytes(32) for _ in range(2)]
        at = replay.start(
            rules.key, None, rules.options_from_json({"seats": 2}), rng.randbytes(32), nonces, UnixMs(0)
        ).position
        while not at.over:
            found.setdefault(phase_of(at), []).append(at.seq)
            seat = rng.choice(at.to_move)
            action: Any = rules.action_to_json(rules.random_action(at.state, seat, rng))
            at = replay.act(at, seat, action, expected_seq=at.seq, at_ms=at.at_ms).position
    return {phase: sorted(seqs)[len(seqs) // 2] for phase, seqs in found.items()}
