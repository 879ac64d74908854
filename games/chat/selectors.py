"""Chat rooms of a table: reading them, and who may read and write in which.

The players' room is for users who sit at the table; the spectators' room is for all signed-in users who do not play
there. While a game runs, players cannot read the spectators' room, since it may have advice, and spectators cannot read
the players' room. When it is over, both are open to all.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Q, QuerySet
from django.utils.translation import gettext_noop

from accounts.models import Sanction, User
from accounts.notifications import sanction_words
from accounts.sanctions import selectors as sanctions
from accounts.sanctions.selectors import Kind
from accounts.users import blocks
from accounts.users.player_json import player_json
from engine.newtypes import SeatNumber
from games.chat.models import ChatLine, PrivateNote
from games.live.groups import Addressed
from games.record import frames, positions, selectors
from games.record.models import Game
from games.record.selectors import Person, user_id_of
from games.record.tables import JSON
from games.requests import sanctioned
from games.requests.refusals import Refusal
from pyramido_site.infrastructure.public_ids import PublicId

PAGE = 50
"""Lines in one page."""

ROOMS = tuple(ChatLine.Room.values)
PLAYERS, SPECTATORS = ROOMS

_OVER = {Game.Status.FINISHED, Game.Status.ABORTED}


def may_read(user: Person | None, game: Game) -> tuple[str, ...]:
    """Return the rooms that the user may read at a table (with its seats prefetched)."""
    return _readable(user_id_of(user), game, _playing(game))


def may_write(user: Person | None, game: Game) -> tuple[str, ...]:
    """Return the rooms that the user may write in at a table (with its seats prefetched); none for muted users."""
    if isinstance(user, User) and sanctions.is_muted(user):
        return ()
    return _writable(user, game)


def check_may_write(user: User, game: Game, room: str) -> None:
    """Raise Refusal 403, `muted` (with reason and end) or `may_not_write`."""
    sanctioned.check(user, Kind.MUTE, "room")
    if room not in _writable(user, game):
        raise may_not_write(room)


def _writable(user: Person | None, game: Game) -> tuple[str, ...]:
    user_id = user_id_of(user)
    if user_id is None:
        return ()
    plays = user_id in _playing(game)
    among_players = plays if game.status == Game.Status.RUNNING else user_id in _seats(game)
    return tuple(room for room, open_ in ((PLAYERS, among_players), (SPECTATORS, not plays)) if open_)


def _readable(user_id: int | None, game: Game, playing: frozenset[int]) -> tuple[str, ...]:
    if game.status in _OVER:
        return ROOMS
    if user_id is None:
        return ()
    rooms = ((PLAYERS, user_id in _seats(game)), (SPECTATORS, user_id not in playing))
    return tuple(room for room, open_ in rooms if open_)


def _seats(game: Game) -> dict[int, SeatNumber]:
    """Return user id → seat, including seats that an AI has taken over."""
    return {seat.user_id: seat.number for seat in game.seats.all() if seat.user_id is not None}


def _playing(game: Game) -> frozenset[int]:
    """Return the ids of users who still play in a running game."""
    if game.status != Game.Status.RUNNING:
        return frozenset()
    entry = positions.load_for_display(game)
    if entry is None:
        return frozenset(_seats(game))
    persons = entry.position.persons
    return frozenset(user_id for user_id, number in _seats(game).items() if number in persons)


def line_json(line: ChatLine, game: Game) -> JSON:
    """Return a line (with its user loaded) as JSON, the same for all its readers."""
    return {
        "id": line.public_id,
        "room": line.room,
        "by": player_json(line.user),
        "seat": _seats(game).get(line.user_id),
        "text": "" if line.hidden else line.text,
        "hidden": line.hidden,
        "at_ms": line.at_ms,
    }


@dataclass(frozen=True, slots=True)
class Asked:
    """A room as a user sees it. If the user may read none, `room` is None and there are no lines."""

    game: Game
    read: tuple[str, ...]
    write: tuple[str, ...]
    room: str | None
    lines: QuerySet[ChatLine]
    muted: list[PublicId]
    """Public ids of users whom the reader blocks."""
    silenced: Sanction | None
    """The moderators' mute of the reader, if that is why there is no room to write in."""

    def to_json(self) -> JSON:
        """Return the room without its lines."""
        silenced = None if self.silenced is None else sanction_words.sentence(self.silenced)
        return {"read": self.read, "write": self.write, "room": self.room, "muted": self.muted, "silenced": silenced}

    def line_json(self, line: ChatLine) -> JSON:
        """Return one of its lines."""
        return line_json(line, self.game)


def asked(public_id: PublicId, user: Person | None, room: str | None = None) -> Asked:
    """Return a room, by default the first that the user may read.

    Raise Refusal 400 `malformed` for an unknown room, 403 `may_not_read`, 404 `not_found` for an unknown game.
    """
    game = selectors.game_by_id(public_id)
    read = may_read(user, game)
    if room is None:
        room = read[0] if read else None
    elif room not in ROOMS:
        raise Refusal(400, "malformed", gettext_noop("Unknown chat room “%(room)s”."), field="room", room=room[:40])
    elif room not in read:
        raise may_not_read(room)
    said = ChatLine.objects.filter(game=game, room=room).select_related("user")
    muted = [one.blocked.public_id for one in blocks.of(user)] if isinstance(user, User) else []
    write = may_write(user, game)
    silenced = sanctions.of_kind(user, Kind.MUTE) if isinstance(user, User) and not write else None
    return Asked(game, read, write, room, said if room is not None else said.none(), muted, silenced)


def readable_line(public_id: PublicId, user: Person, line_id: PublicId) -> ChatLine:
    """Return a line. Raise Refusal 404 if it does not exist or the user may not read it."""
    read = may_read(user, selectors.game_by_id(public_id))
    line = ChatLine.objects.filter(game__public_id=public_id, room__in=read, public_id=line_id).first()
    if line is None:
        raise Refusal(404, "no_such_line", gettext_noop("Chat message “%(line)s” not found."), line=line_id[:20])
    return line


def lines_with(public_id: PublicId, user: User, key: str) -> QuerySet[ChatLine]:
    """Return the user's line with this key, if any, as a queryset."""
    return ChatLine.objects.filter(game__public_id=public_id, user=user, key=key)


def note_of(public_id: PublicId, user: User) -> JSON:
    """Return the user's note about a table, `{"text", "at_ms"}`. Raise Refusal 404 `not_found`."""
    game = selectors.game_by_id(public_id)
    note = PrivateNote.objects.filter(game=game, user=user).first()
    return note_json(note)


def note_json(note: PrivateNote | None) -> JSON:
    """Return a note as JSON, empty for None."""
    return {"text": "", "at_ms": None} if note is None else {"text": note.text, "at_ms": note.at_ms}


def line_messages(game: Game, line: ChatLine) -> list[Addressed]:
    """Return the `chat` frame for the sockets of users who may read the line."""
    info, playing = selectors.info_of(game), _playing(game)
    frame = {"type": "chat", "line": line_json(line, game)}
    messages = [
        frames.addressed(info.public_id, seat.number, frame)
        for seat in info.seats
        if seat.user_id is not None
        and seat.number in info.audiences
        and line.room in _readable(seat.user_id, game, playing)
    ]
    group, message = frames.addressed(info.public_id, None, frame)
    if game.status not in _OVER:
        message |= {"type": "forward_to", "users": _among_the_public(game, line.room)}
    return [*messages, (group, message)]


def _among_the_public(game: Game, room: str) -> list[int] | None:
    """Return which users in the spectators' audience may read a room before the game is over: players whose seats an AI
    has taken over, or (None) all who are signed in.
    """
    if room == SPECTATORS:
        return None
    return [seat.user_id for seat in game.seats.all() if seat.ai and seat.user_id is not None]


def may_not_read(room: str) -> Refusal:
    """Return the refusal 403 for a room that the user may not read."""
    template = {
        PLAYERS: gettext_noop("The players’ chat is private until the game is over."),
        SPECTATORS: gettext_noop("Players cannot read the spectators’ chat until the game is over."),
    }[room]
    return Refusal(403, "may_not_read", template, field="room")


def may_not_write(room: str) -> Refusal:
    """Return the refusal 403 for a room that the user may not write in."""
    template = {
        PLAYERS: gettext_noop("Only players at this table can write in the players’ chat."),
        SPECTATORS: gettext_noop("Players at this table cannot write in the spectators’ chat."),
    }[room]
    return Refusal(403, "may_not_write", template, field="room")


def writers_since(after_ms: int) -> list[int]:
    """Return the ids of users who have written a line since."""
    return sorted(set(ChatLine.objects.filter(at_ms__gt=after_ms).values_list("user", flat=True)))


def lines_others_could_read(user_id: int, after_ms: int, limit: int) -> list[tuple[PublicId, PublicId, str]]:
    """Return (line, game, text) of the user's latest lines since, without lines in the players' room of tables where no
    other user sat.
    """
    said = ChatLine.objects.filter(user=user_id, at_ms__gt=after_ms)
    others = Q(game__seats__user__isnull=False) & ~Q(game__seats__user=user_id)
    read = said.filter(Q(room=ChatLine.Room.SPECTATORS) | Q(pk__in=said.filter(others).values("pk")))
    return list(read.order_by("-pk").values_list("public_id", "game__public_id", "text")[:limit])


def line_by_id(line_id: PublicId) -> ChatLine | None:
    """Return a line with its user and game, whoever may read it."""
    return ChatLine.objects.select_related("user", "game").filter(public_id=line_id).first() if line_id else None
