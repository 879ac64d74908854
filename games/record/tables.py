"""Tables: a fixed part, which is read once, and a part that follows the log, as JSON (docs/formats/api.md); and games
(`Entry`), with how much of them an audience sees.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from django.urls import reverse

from accounts.users.player_json import player_json
from engine import redaction, replay
from engine.identity_memo import IdentityMemo
from engine.newtypes import SeatNumber, Seq
from engine.position import Event as LogEvent
from engine.position import Position
from games.record import metrics
from games.record.models import Game, Invitation, Seat
from games.record.projections import LEGEND_KINDS, Projection, at_rest, project, with_clocks_stopped
from games.time import terms
from pyramido_site.infrastructure.public_ids import PublicId
from pyramido_site.infrastructure.utc import utc_datetime

JSON = dict[str, Any]

_kept = IdentityMemo(1024)


@dataclass(frozen=True, slots=True)
class SeatInfo:
    """A seat of a `TableInfo`."""

    number: SeatNumber
    kind: str
    user_id: int | None
    player: JSON | None
    ai: str | None
    invited: JSON | None = None
    """The invited user for whom the seat is held."""

    @property
    def is_bot(self) -> bool:
        """Whether a bot account sits here or is invited to."""
        person = self.player or self.invited
        return person is not None and bool(person["bot"])


@dataclass(frozen=True, slots=True)
class TableInfo:
    """The part of a table that stays the same once its game has started, except for seats that an AI takes over.
    Players have the names they had when it was read.
    """

    game_id: int
    public_id: PublicId
    game: str
    rules_version: int
    options: JSON
    substitute: str | None
    terms: JSON
    rated: bool
    unrated_by_limit: bool
    commitment: str
    opened_ms: int
    started_ms: int | None
    seats: tuple[SeatInfo, ...]
    host_id: int | None
    listed: bool
    link: str | None
    expires_ms: int | None
    watch_delay: int = 0

    @property
    def audiences(self) -> tuple[SeatNumber | None, ...]:
        """The audiences that get frames of their own: each seat that a person plays or may take, and None for
        spectators.
        """
        return (*(seat.number for seat in self.seats if not seat.ai and seat.kind not in LEGEND_KINDS), None)

    def played_by(self, ai: tuple[str | None, ...]) -> TableInfo:
        """Return the table with these AI levels on its seats."""
        if all(seat.ai == level for seat, level in zip(self.seats, ai, strict=True)):
            return self
        seats = tuple(replace(seat, ai=level) for seat, level in zip(self.seats, ai, strict=True))
        return replace(self, seats=seats)

    def seat_of(self, user_id: int | None) -> SeatNumber | None:
        """Return the user's seat, even if an AI has taken it over, or None."""
        return next((seat.number for seat in self.seats if user_id is not None and seat.user_id == user_id), None)

    def audience_of(self, user_id: int | None) -> SeatNumber | None:
        """Return the seat that the user plays, or None."""
        if user_id is None:
            return None
        return next((seat.number for seat in self.seats if seat.user_id == user_id and not seat.ai), None)


@dataclass(slots=True)
class Entry:
    """A running or finished game: its table and its position. Documents are built on first use and kept.

    If the table delays its watchers, `behind` (a `late` entry) is the running game as they see it, and `unseen` are the
    events since; `after` and `moved_to` set them.
    """

    info: TableInfo
    position: Position
    broken_at: Seq | None = None
    """The first event that is missing or invalid; `position` is that of the events before it. None for a good log."""
    late: bool = False
    behind: Entry | None = None
    unseen: tuple[LogEvent, ...] = ()
    _documents: dict[SeatNumber | None, JSON] = field(default_factory=dict)
    _projection: Projection | None = None

    @classmethod
    def after(
        cls,
        info: TableInfo,
        position: Position,
        events: Sequence[LogEvent],
        behind: Entry | None = None,
        broken_at: Seq | None = None,
    ) -> Entry:
        """Return the entry at this position; `events`: those since `behind`, or without it the whole log."""
        entry = cls(info.played_by(position.ai), position, broken_at)
        if not info.watch_delay or position.ended:
            return entry
        seen = redaction.seen_late(events, info.watch_delay)
        at = None if behind is None else behind.position
        for event in events[:seen]:
            at = replay.advance(at, event, position.secret, position.nonces)
        if at is not None and (behind is None or seen):
            behind = cls(info.played_by(at.ai), at, broken_at, late=True)
        entry.behind, entry.unseen = behind, tuple(events[seen:])
        return entry

    def moved_to(self, position: Position, events: Sequence[LogEvent]) -> Entry:
        """Return the entry of the same game at this position, to which these events have led."""
        return Entry.after(self.info, position, (*self.unseen, *events), self.behind)

    def seen_by(self, seat: SeatNumber | None) -> Entry:
        """Return the game as far as an audience sees it; views, frames, lists of events and replays show no more.

        A watcher of a table with a delay sees the game as it was some moves ago (`engine.redaction.seen_late`), with
        all clocks stopped, and the whole game once it has ended.
        """
        if seat is not None or self.late or self.position.ended or not self.info.watch_delay:
            return self
        assert self.behind is not None, "made without its events"
        return self.behind

    @property
    def projection(self) -> Projection:
        """The columns of the game's row at this position; for a broken log or a late entry, what is shown instead."""
        if self._projection is None:
            columns = project(self.position)
            columns = columns if self.broken_at is None else at_rest(columns)
            self._projection = with_clocks_stopped(columns) if self.late else columns
        return self._projection

    def document(self, seat: SeatNumber | None) -> JSON:
        """Return `{"table", "view"}` as one audience sees it. The result is shared: do not change it."""
        seen = self.seen_by(seat)
        if seen is not self:
            return seen.document(seat)
        made = self._documents.get(seat)
        if made is None:
            table = table_json(self.info, self.projection, seat)
            with metrics.VIEW_SECONDS.time():
                view = self.position.view(seat)
            if self.broken_at is not None:
                view = {**view, "to_move": [], "decision": None}
            made = self._documents[seat] = {"table": table, "view": view}
        return made


def seat_is_free(seat: Seat | SeatInfo) -> bool:
    """Whether a person may sit down here. The seat may be held for an invited user."""
    return seat.user_id is None and not seat.ai and seat.kind not in LEGEND_KINDS


def iso(at_ms: int | None) -> str | None:
    """Return the time (ms) as ISO 8601, like 2026-01-31T12:00:00Z; None for None."""
    return None if at_ms is None else utc_datetime(at_ms).replace(microsecond=0, tzinfo=None).isoformat() + "Z"


def with_players(table: JSON, players: Mapping[SeatNumber, JSON]) -> JSON:
    """Return the table with the current names of its players, by seat."""
    return {**table, "seats": [{**seat, "player": players.get(seat["seat"])} for seat in table["seats"]]}


def table_info(game: Game, seats: Iterable[Seat], held: Iterable[Invitation] = ()) -> TableInfo:
    """Build a `TableInfo` from a row, its seats and its pending invitations, each with its user loaded."""
    invited = {one.seat: player_json(one.user) for one in held}
    return TableInfo(
        game_id=game.pk,
        public_id=game.public_id,
        game=game.game_key,
        rules_version=game.rules_version,
        options=game.options,
        substitute=game.substitute or None,
        terms=game.terms,
        rated=game.rated,
        unrated_by_limit=game.unrated_by_limit,
        commitment=game.commitment,
        opened_ms=int(game.opened_at.timestamp() * 1000),
        started_ms=game.started_ms,
        seats=tuple(
            SeatInfo(
                seat.number,
                seat.kind,
                seat.user_id,
                None if seat.user is None else player_json(seat.user),
                seat.ai or None,
                invited.get(seat.number),
            )
            for seat in seats
        ),
        host_id=game.host_id,
        listed=game.listed,
        link=game.link,
        expires_ms=game.expires_ms,
        watch_delay=game.watch_delay,
    )


@functools.lru_cache(1024)
def table_url(public_id: PublicId) -> str:
    """Return the path of the table's page."""
    return reverse("table", args=[public_id])


def table_json(info: TableInfo, columns: Game | Projection, seat: SeatNumber | None) -> JSON:
    """Return the table as the audience `seat` sees it. `columns` is the game's row, or its projection before it is
    written. Parts of the result are shared: do not change it.
    """
    waiting = columns.status == Game.Status.OPEN
    fixed = _kept.of(info, make=lambda: _fixed(info))
    return {
        "id": info.public_id,
        "url": fixed["url"],
        "game": info.game,
        "rules_version": info.rules_version,
        "options": info.options,
        "status": str(columns.status),
        "seats": _kept.of(info, seat, waiting, make=lambda: _seats(info, seat, waiting)),
        "host": fixed["host"],
        "listed": info.listed,
        "watch_delay": info.watch_delay,
        "link": reverse("invite", args=[info.link]) if waiting and info.link and seat is not None else None,
        "expires_ms": info.expires_ms if waiting else None,
        "substitute": info.substitute,
        "terms": fixed["terms"],
        "rated": info.rated,
        "limited": info.unrated_by_limit,
        "seq": columns.seq,
        "commitment": info.commitment,
        "to_move": _seats_of(columns.to_move),
        "can_take_back": seat is not None and columns.take_back_seat == seat,
        "opened_ms": info.opened_ms,
        "started_ms": info.started_ms,
        "finished_ms": columns.finished_ms,
        "deadline_ms": columns.deadline_ms,
        "standing": columns.table_state,
        "outcome": columns.outcome,
        "rematch": None,
    }


@functools.lru_cache(256)
def _seats_of(bits: int) -> list[int]:
    return [number for number in range(bits.bit_length()) if bits >> number & 1]


def _fixed(info: TableInfo) -> JSON:
    """Return what follows from the fixed part alone and is costly to compute."""
    return {
        "url": table_url(info.public_id),
        "host": next((s.number for s in info.seats if s.user_id is not None and s.user_id == info.host_id), None),
        "terms": terms.public_json(info.terms),
    }


def _seats(info: TableInfo, seat: SeatNumber | None, waiting: bool) -> list[JSON]:
    return [
        {
            "seat": s.number,
            "kind": s.kind,
            "player": s.player,
            "ai": s.ai,
            "invited": s.invited if waiting else None,
            "you": s.number == seat,
        }
        for s in info.seats
    ]


def with_rematch(table: JSON, game: Game) -> JSON:
    """Return the table of an ended game with its rematch (docs/formats/api.md), if there is one; only players see a
    private rematch. `game` comes from `selectors.games_with_seats()`.
    """
    rematch = next(iter(game.rematches.all()), None)
    if rematch is None or (rematch.private and not any(seat["you"] for seat in table["seats"])):
        return table
    sitting = {seat.user_id for seat in rematch.seats.all() if seat.user_id is not None}
    accepted = [seat.number for seat in game.seats.all() if seat.user_id in sitting]
    return {
        **table,
        "rematch": {
            "id": rematch.public_id,
            "url": reverse("table", args=[rematch.public_id]),
            "status": str(rematch.status),
            "rated": rematch.rated,
            "limited": rematch.unrated_by_limit,
            "accepted": accepted,
        },
    }


def people(info: TableInfo) -> dict[SeatNumber, int]:
    """Return the ids of seated users by seat."""
    return {seat.number: seat.user_id for seat in info.seats if seat.user_id is not None}


def name_of(info: TableInfo, seat: SeatNumber) -> str:
    """Return the name of the player on a seat; empty if there is none."""
    player = info.seats[seat].player
    return "" if player is None else str(player["name"])


def names(info: TableInfo) -> dict[int, str]:
    """Return the names of the players by user id."""
    return {user: name_of(info, seat) for seat, user in people(info).items()}


def names_at(public_id: PublicId) -> dict[int, str]:
    """Return the current names of the players at a table by user id."""
    sitting = Seat.objects.filter(game__public_id=public_id, user__isnull=False).order_by("number")
    return {seat.user.pk: seat.user.display_name for seat in sitting.select_related("user") if seat.user is not None}
