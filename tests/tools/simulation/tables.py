"""The tables that people open in a simulated month."""

from __future__ import annotations

from random import Random
from typing import Any

from engine import registry
from engine.ai import levels
from engine.core import Rules, TableKind
from engine.substitutes import SUBSTITUTE_SEATS
from games.models import Game
from games.requests.refusals import Refusal
from games.seating.services.open_table import open_table
from games.seating.services.sit_down import sit_down
from games.time.clocks import Control, Fischer, PerMove, Unlimited
from games.time.terms import Terms
from tests.tools.simulation.people import ZONES, Crowd, Person

_HOUR, _DAY = 3600, 86400
CONTROLS: tuple[Control, ...] = (
    PerMove(6 * _HOUR),
    PerMove(_DAY),
    PerMove(2 * _DAY),
    PerMove(3 * _DAY),
    Fischer(_DAY, 4 * _HOUR, 2 * _DAY),
    Fischer(3 * _DAY, 12 * _HOUR, 7 * _DAY),
    Unlimited(),
)
PLAYER = "greedy"
RATED_PAIRS_ONE_OF = 4
"""One of how many tables is a rated game of two persons with a day a move, opened early: most of these end with a
result, so that a month of few tables has some.
"""


def open_rated_pair(crowd: Crowd, rng: Random) -> Game:
    """Open a rated table of two persons, with a day a move, and take both seats."""
    rules = rng.choice(registry.games())
    options = next(
        dict(kind.options) for kind in rules.table_kinds() if kind.needs is None and _persons(rules, kind) == 2
    )
    terms = Terms(time_control=_quicker(PerMove(_DAY), crowd.hurry), rated=True)
    return _seated(crowd, rng, rules.key, options, crowd.somebody(2), [], None, terms)


def open_one(crowd: Crowd, rng: Random) -> Game:
    """Open a table of any kind and take all its seats."""
    rules = rng.choice(registry.games())
    kind = rng.choice([kind for kind in rules.table_kinds() if kind.needs is None])
    persons = _persons(rules, kind)
    ai = [PLAYER] if persons > 1 and levels.plays(rules.key) and rng.random() < 0.1 else []
    substitute = PLAYER if persons >= SUBSTITUTE_SEATS and levels.plays(rules.key) and rng.random() < 0.5 else None
    people = crowd.somebody(persons - len(ai))
    terms = agreed(rng, crowd.hurry, rated=persons > 1 and not ai)
    return _seated(crowd, rng, rules.key, dict(kind.options), people, ai, substitute, terms)


def _persons(rules: Rules[Any, Any], kind: TableKind) -> int:
    return sum(seat != "legend" for seat in rules.seat_kinds(rules.options_from_json(dict(kind.options))))


def _seated(
    crowd: Crowd, rng: Random, key: str, options: dict[str, Any], people: list[Person], ai: list[str],
    substitute: str | None, terms: Terms,
) -> Game:  # fmt: skip
    """Return the table that the first person opens, with all others seated."""
    game = _open(people[0].user, key, options, rng.randbytes(32), ai, substitute, terms)
    for person in people[1:]:
        crowd.clock.pass_ms(rng.randrange(1000, 5000))
        while True:
            try:
                sit_down(person.user, game.public_id, rng.choice([None, rng.randbytes(32)]))
                break
            except Refusal as refusal:  # excluded from rated play: another person takes the seat
                if refusal.code != "absent_too_often":
                    raise
                crowd.deeds.refused[refusal.code] += 1
                chosen = {one.user.pk for one in people} | set(game.seats.values_list("user_id", flat=True))
                person = rng.choice([other for other in crowd.people if other.user.pk not in chosen])
    return game


def agreed(rng: Random, hurry: int, *, rated: bool) -> Terms:
    control = _quicker(rng.choice(CONTROLS), hurry)
    limited = not isinstance(control, Unlimited)
    return Terms(
        time_control=control,
        weekend=rng.choice(ZONES) if limited and rng.random() < 0.25 else None,
        vacation=rng.random() < 0.75,
        rated=rated and limited and rng.random() < 0.4,
    )


def _quicker(control: Control, times: int) -> Control:
    """Return a quicker control, still over days (at least an hour)."""
    if isinstance(control, PerMove):
        return PerMove(max(_HOUR, control.seconds // times))
    if isinstance(control, Fischer):
        initial = max(_HOUR, control.initial // times)
        return Fischer(initial, control.increment // times, max(initial, control.max // times))
    return control


def _open(
    user: Any, game: str, options: Any, nonce: bytes, ai: list[str], substitute: str | None, terms: Terms
) -> Game:
    try:
        return open_table(user, game, options, nonce, ai, substitute, terms)
    except Refusal as refusal:
        if refusal.code != "absent_too_often":
            raise
    unrated = Terms(time_control=terms.time_control, weekend=terms.weekend, vacation=terms.vacation)
    return open_table(user, game, options, nonce, ai, substitute, unrated)
