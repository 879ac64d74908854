"""Games that go on, and tables that wait: each phase of each game, and what can happen to a clock."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count, cycle

from accounts.models import User
from engine import registry
from engine.newtypes import SeatNumber
from engine.position import Position
from games.deadlines.services.consent import answer, ask
from games.deadlines.services.vacation import begin_vacation
from games.matchmaking.services.seek import seek
from games.models import Game
from games.seating.selectors.table_kinds import AnyRules
from games.seating.services.open_table import open_table
from games.seating.services.rematch import ask_rematch
from games.tasks import vacations
from games.time.clocks import DAY_MS, MINUTE_MS, SECOND_MS, PerMove
from games.time.terms import Terms
from pyramido_site.sample_site.people import People
from pyramido_site.sample_site.play import GREEDY, OVER_DAYS, RANDOM, RATED, Playing, phase_of, phases_of

NEARLY_OUT_MS = 20 * MINUTE_MS
"""What is left on the clock of a game in which the first person's time runs out soon."""

ONE_DAY = Terms(time_control=PerMove(DAY_MS // SECOND_MS), vacation=True)
EARLY = 12
"""An event at which a game is well begun."""


def play_nearly_out(playing: Playing, people: People) -> None:
    """A day before the present: the first person has to move, and a day for it."""
    rules = registry.games()[0]
    game = playing.table(rules, (people.me, people.others[0]), ONE_DAY)
    playing.play(game, lambda at: at.seq > EARLY and at.to_move == (0,))


def play_present(playing: Playing, people: People) -> list[Game]:
    """All the others; the games that stand in a phase of theirs, in the order of games and phases."""
    company = cycle(people.others)
    staged = [
        _in_phase(playing, people.me, company, rules, phase, usually, number)
        for rules in registry.games()
        for number, (phase, usually) in enumerate(phases_of(rules).items())
    ]
    _clocks(playing, people)
    _waiting(playing, people)
    return staged


def _in_phase(
    playing: Playing, me: User, company: Iterator[User], rules: AnyRules, phase: str, usually: int, number: int
) -> Game:
    """A game in this phase in which it is the first person's turn, or in every other game somebody else's.

    A phase may be left out of a game: then that game ends, and the next try is another one, played by chance.
    """
    mine = number % 2 == 0
    for attempt in count():
        people = [me, *(next(company) for _ in range(1 if attempt else 1 + number % 3))]
        game = playing.table(rules, people)
        begins = 0 if attempt else usually

        def stands(at: Position, begins: int = begins) -> bool:
            return at.seq >= begins and phase_of(at) == phase and (0 in at.to_move) == mine

        if playing.play(game, stands, RANDOM if attempt else GREEDY):
            return game
    raise AssertionError(f"{rules.key} never came to {phase}")


def _clocks(playing: Playing, people: People) -> None:
    """Paused, asked for a pause, on vacation, with computer players, and with a program."""
    me, (one, two, three, *_) = people.me, people.others
    first, second, third = registry.games()

    paused = playing.table(first, (one, me), RATED)
    playing.play(paused, lambda at: at.under_way)
    ask(paused.public_id, SeatNumber(0), "pause")
    asked = playing.position(paused).asked
    assert asked is not None
    answer(paused.public_id, SeatNumber(1), True, asked.seq)

    request = playing.table(second, (two, me))
    playing.play(request, lambda at: at.under_way)
    ask(request.public_id, SeatNumber(0), "pause")

    away = playing.table(third, (three, me))
    playing.play(away, lambda at: at.seq > EARLY and 0 in at.to_move)
    begin_vacation(three, 7)
    vacations()

    computer = playing.table(second, (me,), ai=(GREEDY,))
    playing.play(computer, lambda at: at.seq > EARLY and 0 in at.to_move)
    open_table(me, third.key, {"seats": 2}, agreed=OVER_DAYS, listed=False, invited=(people.bot,))


def _waiting(playing: Playing, people: People) -> None:
    """Tables and people who wait for others."""
    me, others = people.me, people.others
    for rules, host, seats in zip(registry.games(), others[:3], (2, 3, 4), strict=True):
        open_table(host, rules.key, {"seats": seats}, agreed=OVER_DAYS)
    first, second, third = registry.games()
    open_table(me, first.key, {"seats": 3}, agreed=OVER_DAYS)
    open_table(others[3], second.key, {"seats": 2}, agreed=RATED, listed=False, invited=(me,))
    open_table(me, third.key, {"seats": 2}, agreed=OVER_DAYS, listed=False, invited=(others[4],))
    last = Game.objects.filter(game_key=first.key, rated=True, finished_ms__gt=0, seats__user=me).latest("finished_ms")
    ask_rematch(next(seat.user for seat in last.seats.all() if seat.user not in (None, me)), last.public_id)
    for number, user in enumerate(others[5:8]):
        wanted = Terms(time_control=PerMove((1, 2, 3)[number] * DAY_MS // SECOND_MS), vacation=True, rated=number > 0)
        seek(user, (first, second, third)[number].key, {"seats": 2}, wanted, keep=number)
    playing.clock.wait(SECOND_MS)
