"""`python -m engine ladder`: measure how strong players are (docs/ai.md).

Method: both players of a pair play every shuffle from every seat, so that neither luck nor the order of play favours
one. The games of one shuffle are one observation: confidence intervals come from the spread of their means. At a table
for one, all players face the Legend on the same shuffles. The games run in parallel, one process for each core.
"""

from __future__ import annotations

import itertools
import math
import os
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from multiprocessing import get_context
from random import Random
from typing import Any

import msgspec

from engine import registry
from engine.ai import players
from engine.ai.match import play, player_seats
from engine.core import JSON, Malformed, gettext_noop

Z = 1.96
"""Half the width of a 95 % interval, in standard deviations."""

RISK = 0.05
"""Probability of each kind of error at which the sequential test stops."""


class Timed:
    """A player whose decisions are counted and timed."""

    def __init__(self, name: str) -> None:
        self.player = players.get(name)
        self.seconds = 0.0
        self.decisions = 0

    def choose(self, view: JSON, rng: Random) -> Any:
        """Return the player's action, and add to its time and count."""
        begun = time.thread_time()
        action = self.player.choose(view, rng)
        self.seconds += time.thread_time() - begun
        self.decisions += 1
        return action


class Game(msgspec.Struct, frozen=True):
    """One game: the players, points, ranks, processor seconds and decisions by seat (the Legend's last)."""

    seating: tuple[str, ...]
    scores: tuple[int, ...]
    ranks: tuple[int, ...]
    seconds: tuple[float, ...]
    decisions: tuple[int, ...]


Task = tuple[str, JSON, tuple[tuple[str, ...], ...], str]
"""Game key, options, the seatings to play, and the seed of the shuffle."""


def play_shuffle(task: Task) -> list[Game]:
    """Play all games of one shuffle."""
    key, options, seatings, seed = task
    rules = registry.get(key)
    games = []
    for seating in seatings:
        seated = [Timed(player) for player in seating]
        outcome = rules.outcome(play(rules, options, seated, seed))
        assert outcome is not None
        seconds, decisions = tuple(p.seconds for p in seated), tuple(p.decisions for p in seated)
        games.append(Game(seating, outcome.scores, outcome.ranks, seconds, decisions))
    return games


def seatings(pair: tuple[str, str], seats: int) -> tuple[tuple[str, ...], ...]:
    """The seatings in which one player of the pair sits alone against the other on all other seats, for each seat and
    both players.
    """
    found = []
    for one, others in (pair, pair[::-1]):
        for number in range(seats):
            found.append(tuple(one if seat == number else others for seat in range(seats)))
    return tuple(dict.fromkeys(found))


class Tally:
    """The results of one pair so far. `results` has one entry per shuffle: the first player's share of the wins."""

    def __init__(self, first: str, second: str) -> None:
        self.first = first
        self.second = second
        self.games: list[Game] = []
        self.results: list[float] = []

    def add(self, games: Sequence[Game]) -> None:
        """Add the games of one shuffle."""
        self.games += games
        self.results.append(sum(map(self._won, games)) / len(games))

    def _won(self, game: Game) -> float:
        """1 if only the first player's seats have the first rank, ½ if both players share it, otherwise 0."""
        winners = {name for name, rank in zip(self._names(game), game.ranks, strict=True) if rank == 1}
        return 0.5 if len(winners) > 1 else float(self.first in winners)

    def _names(self, game: Game) -> tuple[str, ...]:
        return (*game.seating, *(self.second for _ in range(len(game.ranks) - len(game.seating))))

    def mean(self) -> float:
        """The first player's mean share of the wins."""
        return sum(self.results) / len(self.results)

    def _smoothed(self) -> tuple[float, float, float]:
        """Number, mean and variance after two wins and two losses have been added to the observations. Without them,
        few observations, or equal ones, would suggest too much certainty (Agresti and Coull, 1998).
        """
        more = Z * Z / 2
        n = len(self.results) + 2 * more
        mean = (sum(self.results) + more) / n
        spread = sum((result - mean) ** 2 for result in self.results) + more * (mean**2 + (1 - mean) ** 2)
        return n, mean, spread / (n - 1)

    def interval(self) -> tuple[float, float]:
        """The 95 % confidence interval of the first player's share of the wins."""
        n, mean, variance = self._smoothed()
        reach = Z * math.sqrt(variance / n)
        return max(0.0, mean - reach), min(1.0, mean + reach)

    def decided(self, elo: float) -> bool:
        """Whether Wald's sequential test (normal approximation) finds a difference of at least `elo` in favour of
        either player. Needs ten shuffles.
        """
        n = len(self.results)
        if n < 10:
            return False
        low, high = expected(-elo), expected(elo)
        # The logarithm of the likelihood ratio of “share = high” to “share = low”, for n normal observations.
        log_ratio = n * (high - low) * (2 * self.mean() - low - high) / (2 * self._smoothed()[2])
        return abs(log_ratio) >= math.log((1 - RISK) / RISK)

    def side(self, name: str) -> JSON:
        """The mean score and the cost of one of the two players."""
        rows = [
            (score, game.seconds[seat], game.decisions[seat])
            for game in self.games
            for seat, (who, score) in enumerate(zip(self._names(game), game.scores, strict=True))
            if who == name and seat < len(game.seconds)
        ]
        if not rows:  # the Legend: it has no time and no decisions of its own
            rows = [(score, 0.0, 0) for game in self.games for score in game.scores[len(game.seconds) :]]
        decisions = sum(row[2] for row in rows)
        return {
            "player": name,
            "mean_score": round(sum(row[0] for row in rows) / len(rows), 2),
            "decisions_per_game": round(decisions / len(rows), 1),
            "cpu_ms_per_game": round(1000 * sum(row[1] for row in rows) / len(rows), 1),
        }

    def report(self) -> JSON:
        """Return the results as JSON."""
        wins = [self._won(game) for game in self.games]
        low, high = self.interval()
        return {
            "players": [self.side(self.first), self.side(self.second)],
            "games": len(wins),
            "wins": wins.count(1.0),
            "shared": wins.count(0.5),
            "losses": wins.count(0.0),
            "share": round(self.mean(), 4),
            "share_95": [round(low, 4), round(high, 4)],
            "elo": elo_of(self.mean()),
            "elo_95": [elo_of(low), elo_of(high)],
        }


def expected(elo: float) -> float:
    """The share of the wins expected for an Elo difference."""
    return 1 / (1 + 10 ** (-elo / 400))


def elo_of(share: float) -> int | None:
    """The Elo difference for a share of the wins; None for 0 or 1, to which no difference corresponds."""
    return round(-400 * math.log10(1 / share - 1)) if 0 < share < 1 else None


def pairs(names: Sequence[str], alone: bool) -> list[tuple[str, str]]:
    """All pairs as (stronger, weaker): `names` is weakest first. If `alone`: each player with the Legend."""
    if alone:
        return [(name, "legend") for name in names]
    return [(second, first) for first, second in itertools.combinations(names, 2)]


def run(
    key: str,
    options: JSON,
    names: Sequence[str],
    games: int,
    *,
    processes: int,
    seed: str,
    stop_at: float | None = None,
    on_progress: Callable[[str], None] = lambda line: None,
) -> list[JSON]:
    """Play all pairs and return one report each.

    A *shuffle* is one order of the cards or dominoes; it is played once in each seating. `games` is the least number of
    games per pair, rounded up to whole shuffles. The same `seed` makes the same shuffles. With `stop_at`, a pair stops
    as soon as the sequential test shows that one player is stronger by at least this many Elo points. `on_progress`
    gets a line of text after each shuffle. Raise Malformed for players that cannot be compared.
    """
    seats = player_seats(registry.get(key), options)
    _check(names, alone=seats == 1)
    reports = []
    with get_context("spawn").Pool(processes) as pool:
        for pair in pairs(names, alone=seats == 1):
            tally = Tally(*pair)
            tables = ((pair[0],),) if seats == 1 else seatings(pair, seats)
            count = -(-games // len(tables))
            tasks = ((key, options, tables, f"{seed} {number}") for number in range(count))
            for done in _in_order(pool, tasks, processes):
                tally.add(done)
                on_progress(_line(tally, count * len(tables)))
                if stop_at is not None and tally.decided(stop_at):
                    break
            reports.append(tally.report())
    return reports


def _check(names: Sequence[str], alone: bool) -> None:
    """Raise Malformed for players that cannot be compared."""
    for player in names:
        players.get(player)
    if len(set(names)) < len(names) or len(names) < (1 if alone else 2):
        raise Malformed(
            "no_pair",
            gettext_noop(
                "Name at least two different players, each only once (one player for a solo game); got: %(names)s."
            ),
            field="players",
            names=", ".join(names),
        )


def _in_order(pool: Any, tasks: Iterator[Task], processes: int) -> Iterator[list[Game]]:
    """Yield the results in the order of the shuffles; only a few are computed ahead, so that stopping early wastes
    little.
    """
    waiting = [pool.apply_async(play_shuffle, (task,)) for task in itertools.islice(tasks, processes + 1)]
    while waiting:
        yield waiting.pop(0).get()
        waiting += [pool.apply_async(play_shuffle, (task,)) for task in itertools.islice(tasks, 1)]


def _line(tally: Tally, games: int) -> str:
    low, high = tally.interval()
    done = f"{len(tally.games)}/{games}"
    return f"{tally.first} – {tally.second}: {done} games, {tally.mean():.1%} ({low:.1%} to {high:.1%})"


def table(reports: Sequence[JSON]) -> str:
    """Return the reports as a Markdown table."""
    rows = [
        "| player | against | games | won – shared – lost | share of the wins (95 %) | Elo (95 %) | mean scores "
        "| CPU ms per game |",
        "| --- | --- | --- | --- | --- | --- | --- | --- |",
    ]
    for report in reports:
        first, second = report["players"]
        low, high = report["share_95"]
        rows.append(
            f"| {first['player']} | {second['player']} | {report['games']} "
            f"| {report['wins']} – {report['shared']} – {report['losses']} "
            f"| {report['share']:.1%} ({low:.1%} to {high:.1%}) "
            f"| {_elo(report['elo'])} ({_elo(report['elo_95'][0])} to {_elo(report['elo_95'][1])}) "
            f"| {first['mean_score']} : {second['mean_score']} "
            f"| {first['cpu_ms_per_game']} : {second['cpu_ms_per_game']} |"
        )
    return "\n".join(rows)


def _elo(value: int | None) -> str:
    return "–" if value is None else f"{value:+d}"


def cores() -> int:
    """The number of processor cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def main(key: str, options: JSON, names: Sequence[str], games: int, **settings: Any) -> int:
    """Run the ladder: print progress on standard error, then the table and one line of JSON."""

    live = sys.stderr.isatty()

    def show(line: str) -> None:
        sys.stderr.write(f"\r\033[K{line}" if live else f"{line}\n")
        sys.stderr.flush()

    reports = run(key, options, names, games, on_progress=show, **settings)
    if live:
        sys.stderr.write("\r\033[K")
    document = {"game": key, "options": options, "seed": settings["seed"], "pairs": reports}
    sys.stdout.write(f"{table(reports)}\n\n{msgspec.json.encode(document).decode()}\n")
    return 0
