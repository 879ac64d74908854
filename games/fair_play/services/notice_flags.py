"""Looking for flags: in finished games, and once a day in what needs no game. Flags sanction no one."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Iterator
from itertools import groupby, permutations
from operator import itemgetter

from games.chat import selectors as chat
from games.computer.services.thinking import NotWanted
from games.fair_play import selectors as reading
from games.fair_play.detectors import abuse, forfeits, one_sided
from games.fair_play.detectors.finding import Finding
from games.fair_play.replayed_games import ReplayedGames
from games.fair_play.services.raise_flag import raise_flag
from games.record.models import Checkpoint
from games.time.clocks import DAY_MS, MINUTE_MS
from pyramido_site.infrastructure import site_clock
from ratings.models import RatingPool

logger = logging.getLogger(__name__)

GAMES, FORFEITS, DAILY = "signals", "signals forfeits", "signals daily"
"""Names of Checkpoint rows: up to when finished games were examined for all kinds of flags, and for forfeits; and when
all fingerprints and chats were.
"""
SETTLE_MS = MINUTE_MS
"""Time (ms) after which a finished game is stored and rated."""
FORFEITS_LIMIT = 100
LIMIT = 4
"""Games of one round. Some need seconds of computing, and a stopping worker does not wait for many of them."""


def notice_flags() -> int:
    """Examine the rated games that have finished since the last round, and return how many. Idempotent; the next round
    finds what was lost.
    """
    return _notice(GAMES, LIMIT, _of_game)


def notice_forfeits() -> int:
    """The same for forfeits alone, which must not wait for the detectors that need the AI."""
    return _notice(FORFEITS, FORFEITS_LIMIT, _forfeits_of_game)


def _notice(name: str, limit: int, of_game: Callable[[reading.Rated, int], Iterable[Finding | None]]) -> int:
    now_ms = site_clock.now_ms()
    row, _ = Checkpoint.objects.get_or_create(name=name, defaults={"at_ms": now_ms - DAY_MS})
    until_ms = now_ms - SETTLE_MS
    ended = reading.ended(row.at_ms, until_ms, limit)
    for at_ms, together in groupby(ended, itemgetter(0)):
        for game in reading.rated([public_id for _, public_id in together]):
            try:
                _write(of_game(game, now_ms), now_ms)
            except NotWanted:
                return 0  # the site is stopping; a later round starts with these games again
            except Exception:
                logger.exception("the flags of game %s could not be computed", game.game)
        _reached(name, at_ms)
    if not ended:
        _reached(name, until_ms)
    return len(ended)


def _reached(name: str, at_ms: int) -> None:
    Checkpoint.objects.filter(name=name, at_ms__lt=at_ms).update(at_ms=at_ms)


def notice_daily() -> bool:
    """Examine all shared fingerprints, and the chat lines of users who have written any; once a day. Return whether it
    was due.
    """
    now_ms = site_clock.now_ms()
    row, _ = Checkpoint.objects.get_or_create(name=DAILY, defaults={"at_ms": 0})
    if now_ms - row.at_ms < DAY_MS:
        return False
    _write(reading.shared_fingerprints(now_ms), now_ms)
    for user in chat.writers_since(max(row.at_ms, now_ms - reading.WINDOW_MS)):
        _write([abuse.detect(user, reading.lines_of(user, now_ms))], now_ms)
    Checkpoint.objects.filter(name=DAILY).update(at_ms=now_ms)
    return True


def _forfeits_of_game(game: reading.Rated, now_ms: int) -> Iterator[Finding | None]:
    if game.population != RatingPool.Population.PEOPLE or not any(game.left.values()):
        return
    for user in sorted(game.users.values()):
        own = reading.played(user, now_ms)
        others = {other: reading.played(other, now_ms) for other in forfeits.partners(user, own)}
        yield forfeits.detect(user, own, others)


def _of_game(game: reading.Rated, now_ms: int) -> Iterator[Finding | None]:
    users = sorted(game.users.values())
    if game.population == RatingPool.Population.PEOPLE:
        for winner, loser in permutations(users, 2):
            yield one_sided.detect(winner, loser, reading.meetings(winner, loser, now_ms))
        again = ReplayedGames(game.key, now_ms)
        for user in users:
            yield again.likeness(user)
            yield again.stalling(user)
        if len(users) > 2:
            for giver, opponent in permutations(users, 2):
                yield again.gifts(giver, opponent)
    yield from reading.shared_fingerprints(now_ms, users)
    for user in users:
        yield abuse.detect(user, reading.lines_of(user, now_ms))


def _write(findings: Iterable[Finding | None], now_ms: int) -> None:
    for finding in findings:
        if finding is not None:
            raise_flag(finding, now_ms)
