"""What is said at a table: who reads and writes in which room, and reading it.

The players' room belongs to whoever sits at the table; the spectators' room to everybody who is signed in and does not
play there. While a game runs its players do not read what spectators say, which may be advice, nor the spectators what
players say; once it is over everybody reads both.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import QuerySet
from django.utils.translation import gettext_noop

from accounts.models import Sanction, User
from accounts.notifications import sanction_words
from accounts.sanctions import services as sanctions
from accounts.sanctions.services import Kind
from accounts.users import blocks
from games.chat.models import ChatLine, PrivateNote
from games.live.groups import Addressed
from games.record import frames, positions, selectors
from games.record.models import Game
from games.record.selectors import Person, user_id_of
from games.record.tables import JSON, player_json
from games.requests import sanctioned
from games.requests.refusals import Refusal

PAGE = 50
"""Lines that one answer holds."""

ROOMS = tuple(ChatLine.Room.values)
PLAYERS, SPECTATORS = ROOMS

_OVER = {Game.Status.FINISHED, Game.Status.ABORTED}


def may_read(user: Person | None, game: Game) -> tuple[str, ...]:
    """The rooms that the user may read at a table (with its seats prefetched)."""
    return _readable(user_id_of(user), game, _playing(game))


def may_write(user: Person | None, game: Game) -> tuple[str, ...]:
    """The rooms in which the user may write at a table (with its seats prefetched); none for those whom moderators have
    muted.
    """
    if isinstance(user, User) and sanctions.is_muted(user):
        return ()
    return _writable(user, game)


def check_may_write(user: User, game: Game, room: str) -> None:
    """Raises Refusal: a muted person's says why, and until when."""
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


def _seats(game: Game) -> dict[int, int]:
    """User → the seat that he or she has at the table, or has left to an AI."""
    return {seat.user_id: seat.number for seat in game.seats.all() if seat.user_id is not None}


def _playing(game: Game) -> frozenset[int]:
    """The users who play at a running game: nobody who has left or is out."""
    if game.status != Game.Status.RUNNING:
        return frozenset()
    entry = positions.load_for_display(game)
    if entry is None:
        return frozenset(_seats(game))
    persons = entry.position.persons
    return frozenset(user_id for user_id, number in _seats(game).items() if number in persons)


def line_json(line: ChatLine, game: Game) -> JSON:
    """A line (with its user loaded) as everybody who may read it sees it."""
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
    """A room as somebody reads it. `room` is None, and there are no lines, where that person may read none."""

    game: Game
    read: tuple[str, ...]
    write: tuple[str, ...]
    room: str | None
    lines: QuerySet[ChatLine]
    muted: list[str]
    """The people whom the reader blocks."""
    silenced: Sanction | None
    """Why the reader writes nowhere, where moderators have decided so."""

    def to_json(self) -> JSON:
        silenced = None if self.silenced is None else sanction_words.sentence(self.silenced)
        return {"read": self.read, "write": self.write, "room": self.room, "muted": self.muted, "silenced": silenced}

    def line_json(self, line: ChatLine) -> JSON:
        return line_json(line, self.game)


def asked(public_id: str, user: Person | None, room: str | None = None) -> Asked:
    """What was said in a room, by default in the first that the user may read. Raises Refusal."""
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


def readable_line(public_id: str, user: Person, line_id: str) -> ChatLine:
    """A line that the user may read. Raises Refusal."""
    read = may_read(user, selectors.game_by_id(public_id))
    line = ChatLine.objects.filter(game__public_id=public_id, room__in=read, public_id=line_id).first()
    if line is None:
        raise Refusal(404, "no_such_line", gettext_noop("Chat message “%(line)s” not found."), line=line_id[:20])
    return line


def note_of(public_id: str, user: User) -> JSON:
    """`{"text", "at_ms"}`: what the user has noted at a table. Raises Refusal."""
    game = selectors.game_by_id(public_id)
    note = PrivateNote.objects.filter(game=game, user=user).first()
    return note_json(note)


def note_json(note: PrivateNote | None) -> JSON:
    return {"text": "", "at_ms": None} if note is None else {"text": note.text, "at_ms": note.at_ms}


def line_messages(game: Game, line: ChatLine) -> list[Addressed]:
    """The `chat` frame on its way to the sockets of those who may read the line, and to nobody else's."""
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
    """Who of everybody else reads a room before the game is over: who has left a seat to an AI, or (None) whoever is
    signed in.
    """
    if room == SPECTATORS:
        return None
    return [seat.user_id for seat in game.seats.all() if seat.ai and seat.user_id is not None]


def may_not_read(room: str) -> Refusal:
    template = {
        PLAYERS: gettext_noop("The players’ chat is private until the game is over."),
        SPECTATORS: gettext_noop("Players cannot read the spectators’ chat until the game is over."),
    }[room]
    return Refusal(403, "may_not_read", template, field="room")


def may_not_write(room: str) -> Refusal:
    template = {
        PLAYERS: gettext_noop("Only players at this table can write in the players’ chat."),
        SPECTATORS: gettext_noop("Players at this table cannot write in the spectators’ chat."),
    }[room]
    return Refusal(403, "may_not_write", template, field="room")
