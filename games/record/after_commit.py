"""Third part of a write, once the events are in the log: cache the position, publish frames, queue tasks.

Rooms that follow moves register a `Follower`, in the one list that `games/apps.py` fills; the writer imports none of
them.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from typing import NamedTuple

from engine.newtypes import SeatNumber
from engine.position import Event as LogEvent
from games.live.groups import Addressed, group_name, publisher, seat_change
from games.record import frames, metrics, positions
from games.record.decide import Decided
from games.record.models import Seat
from games.record.positions import Entry
from pyramido_site.infrastructure.channel_layer import LOOK
from pyramido_site.infrastructure.public_ids import PublicId

logger = logging.getLogger(__name__)


class Appended(NamedTuple):
    """Events that are in the log, with the game before and after them; `before` is None for event 0."""

    before: Entry | None
    after: Entry
    events: Sequence[LogEvent]


class Acted(NamedTuple):
    """A seat has acted, while the seats in `conditional_seats` (bits) have conditional moves waiting."""

    public_id: PublicId
    after: Entry
    seat: SeatNumber
    conditional_seats: int


class Follower(NamedTuple):
    """What a room does when events are appended. Exceptions of `follow` are logged; the move stands, and a sweep finds
    the work again.
    """

    follow: Callable[[Appended], None] | None = None
    """Called right after the commit, in the order of the log, with the game's lock held. It must be quick and leave
    longer work to tasks.
    """
    asks_database: Callable[[Appended], bool] | None = None
    """Whether `follow` will query the database for these events, which is impossible on the event loop. Pure."""
    is_news: Callable[[Decided], bool] | None = None
    """Whether players may have to be notified of these events (`Game.told_seq`). Pure."""
    with_end: Callable[[Decided], None] | None = None
    """Called in the transaction that ends a game; an exception rolls the end back."""
    has_reply: Callable[[Acted], bool] | None = None
    """Whether others may have planned an answer to this action (conditional moves), so that `reply` has to be called.
    Pure.
    """
    reply: Callable[[PublicId], None] | None = None
    """Play what others have planned in answer to the action. Called with the game's public id when the write is over,
    in a thread that holds no lock. It may write again, and must not raise.
    """


_followers: list[Follower] = []


def register(*followers: Follower) -> None:
    """Add followers, which are called in this order. A follower that is registered already keeps its place."""
    _followers.extend(one for one in followers if one not in _followers)


def end(decided: Decided) -> None:
    """Call the followers of a game's end, in the transaction that ends it."""
    for one in _followers:
        if one.with_end is not None:
            one.with_end(decided)


def is_news(decided: Decided) -> bool:
    """Whether players may have to be notified of these events."""
    return any(one.is_news is not None and one.is_news(decided) for one in _followers)


def asks_database(decided: Decided) -> bool:
    """Whether a follower will query the database after this write."""
    appended = Appended(decided.before, decided.after, decided.step.events)
    return any(one.asks_database is not None and one.asks_database(appended) for one in _followers)


def publish(decided: Decided, way: str) -> None:
    """Cache the new position, publish its frames and call the followers. To be called after the commit.

    `way` is the path that wrote the events, `fast` or `locking`. Exceptions are logged: the move stands.
    """
    before, after, step = decided
    metrics.MOVES.labels(before.info.game, way).inc()
    positions.cache.put(after)
    try:
        publisher.publish([*frames.move_messages(before, after, step.events), *_moved_to_spectators(before, after)])
        _follow(Appended(before, after, step.events))
    except Exception:
        logger.exception("publishing event %s of game %s failed", step.position.seq, after.info.public_id)


def publish_start(entry: Entry, events: Sequence[LogEvent]) -> None:
    """Cache the position of a game that has just started, publish its first frames and call the followers.

    Like `publish`, to be called after the commit.
    """
    positions.cache.put(entry)
    try:
        publisher.publish(frames.start_messages(entry))
        _follow(Appended(None, entry, events))
    except Exception:
        logger.exception("publishing the start of game %s failed", entry.info.public_id)


def replies(acted: Acted) -> list[Callable[[PublicId], None]]:
    """Return the followers' `reply` functions, to call with the game's public id when the write is over."""
    return [
        one.reply for one in _followers if one.reply is not None and one.has_reply is not None and one.has_reply(acted)
    ]


def _follow(appended: Appended) -> None:
    """Call the followers. An exception of one is logged and does not keep the others from being called."""
    for one in _followers:
        if one.follow is not None:
            try:
                one.follow(appended)
            except Exception:
                where = f"event {appended.after.position.seq} of game {appended.after.info.public_id}"
                logger.exception("%s failed to follow %s", one.follow.__module__, where)


def _moved_to_spectators(before: Entry, after: Entry) -> list[Addressed]:
    """Move the sockets of players whose seat an AI has taken over to the spectators' audience."""
    info = after.info
    left = [seat for seat, was in zip(info.seats, before.info.seats, strict=True) if seat.ai != was.ai]
    return [m for s in left if s.user_id is not None for m in seat_change(info.public_id, s.number, s.user_id, None)]


def look_again(public_id: PublicId) -> None:
    """Tell all audiences of a table to check whether they have missed events.

    For a repeated command, which is rare: its frames may have been lost, and a page by itself checks only every 20
    seconds.
    """
    seats = Seat.objects.filter(game__public_id=public_id).values_list("number", flat=True)
    publisher.publish([(group_name(public_id, seat), LOOK) for seat in (*seats, None)])
