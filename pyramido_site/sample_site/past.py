"""Games that have ended: rated ones over some weeks, and one of each way to end."""

from __future__ import annotations

from itertools import combinations

from engine import registry
from engine.newtypes import SeatNumber
from games.deadlines.services.enforce_deadlines import enforce_deadline
from games.models import Game
from games.record.services.abort import abort
from games.record.services.resign import resign
from games.seating.selectors.table_kinds import AnyRules, player_seats
from games.seating.services.open_table import open_table
from games.tasks import rate_late
from games.time.clocks import DAY_MS, HOUR_MS, MINUTE_MS
from pyramido_site.sample_site.people import People
from pyramido_site.sample_site.play import GREEDY, RANDOM, RATED, Playing

DAYS = 60
"""How long ago the sample's time begins."""

RATED_PLAYERS = 4
"""The first players, of whom each meets each in a rated game of each kind. The later ones play by chance."""


def play_past(playing: Playing, people: People) -> None:
    """One game after the other, a few each day."""
    for number, rules in enumerate(registry.games()):
        _rated(playing, people, rules)
        _endings(playing, people, rules, number)


def _rated(playing: Playing, people: People, rules: AnyRules) -> None:
    for number, pair in enumerate(combinations(people.players[:RATED_PLAYERS], 2)):
        playing.clock.wait(DAY_MS)
        game = playing.table(rules, pair, RATED)
        playing.play_to_the_end(game, GREEDY if number < RATED_PLAYERS else RANDOM)
        playing.clock.wait(MINUTE_MS)
        rate_late()


def _endings(playing: Playing, people: People, rules: AnyRules, number: int) -> None:
    """Resigned, out of time, aborted by a player, never begun, played on by the computer, and alone."""
    me, one, two, three = people.me, *people.others[3 + number : 6 + number]
    playing.clock.wait(HOUR_MS)

    resigned = playing.table(rules, (me, one))
    playing.play(resigned, lambda at: at.under_way and at.seq > 20)
    resign(resigned.public_id, SeatNumber(1))

    aborted = playing.table(rules, (two, me), RATED)
    abort(aborted.public_id, SeatNumber(0))

    for kind in rules.table_kinds():
        if player_seats(rules, kind.options) == 1 and kind.needs is None:
            playing.play_to_the_end(open_table(me, rules.key, kind.options))

    left = playing.table(rules, (one, two, me), substitute=GREEDY)
    playing.play(left, lambda at: at.under_way and at.seq > 20)
    resign(left.public_id, SeatNumber(0))
    playing.play_to_the_end(left)

    late = playing.table(rules, (three, me))
    playing.play(late, lambda at: at.under_way and at.to_move == (0,))
    _run_out(playing, late)

    never_begun = playing.table(rules, (one, three))
    _run_out(playing, never_begun)


def _run_out(playing: Playing, game: Game) -> None:
    """Let the time of the player to move run out."""
    deadline = playing.fresh(game).deadline_ms
    assert deadline is not None
    playing.clock.reach(deadline)
    enforce_deadline(game.public_id)
