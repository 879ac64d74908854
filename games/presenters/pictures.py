"""Pictures of positions: which may be shown to whom, what is written on them, and their addresses.

A picture shows what its audience could see at the time, as `GET …/views/{seq}` does. One in a preview or a mail is
always that of the public view.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.urls import reverse
from django.utils.translation import get_language, gettext_noop, ngettext
from django.utils.translation import gettext as _

from engine import registry
from engine.newtypes import SeatNumber, Seq
from games.pictures import selectors
from games.pictures.services.draw import MEDIA_TYPES, Captions, Ending, draw
from games.pictures.services.keep import keep
from games.presenters.game_lists import Entry
from games.presenters.names import in_words, seat_name
from games.record import selectors as record
from games.record.models import Game, Seat
from games.replay import selectors as replay
from games.requests.refusals import Refusal
from pyramido_site.infrastructure.public_ids import PublicId

JSON = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture of a game after event `seq`, as an audience could see it: one seat's `board`, or a card of all."""

    game: Game
    audience: SeatNumber | None
    seq: Seq
    board: SeatNumber | None
    ending: Ending

    @property
    def media_type(self) -> str:
        """The media type of its file."""
        return MEDIA_TYPES[self.ending]

    @property
    def changes(self) -> bool:
        """Whether the picture may look different later: a name on it changes with the account's, and its words with the
        language.
        """
        return self.board is None or self.ending == "svg"

    @property
    def tag(self) -> str:
        """What identifies the file: it is the same exactly while the tag is."""
        words = [get_language(), _(self._rules.name), self._names] if self.changes else []
        return selectors.tag_of(self.game.public_id, self.seq, self.audience, self.board, self.ending, *words)

    def kept(self) -> bytes | None:
        """Return the file if it was made before."""
        return selectors.kept(self.game.public_id, self.tag, self.ending)

    def made(self) -> bytes:
        """Make the file and keep it. Raise Refusal 404 `no_such_seat` or `no_board`."""
        view = replay.view_at(self.game.public_id, self.audience, self.seq)["view"]
        captions = self._captions(view)
        content = draw(self._rules, view, captions, self.board, self.ending)
        keep(self.game.public_id, self.tag, self.ending, content)
        return content

    @property
    def _rules(self) -> Any:
        return registry.get(self.game.game_key, self.game.rules_version)

    @property
    def _names(self) -> list[str]:
        return [seat_name(seat) for seat in self.game.seats.all()]

    def _captions(self, view: JSON) -> Captions:
        game, stage, seats = _(self._rules.name), _stage(view), view["seats"]
        if self.board is None:
            parts = [_with_points(name, seat["total"]) for name, seat in zip(self._names, seats, strict=True)]
            about = f"{game}, {stage}: {in_words(parts)}." if stage else f"{game}: {in_words(parts)}."
            return Captions(game, stage, self._names, about)
        if not self.board < len(seats):
            text = gettext_noop("There is no seat %(seat)s.")
            raise Refusal(404, "no_such_seat", text, field="board", seat=self.board)
        if not selectors.has_board(seats[self.board]):
            raise Refusal(404, "no_board", gettext_noop("This seat has no board of its own."), field="board")
        whose = _("%(name)s’s board in %(game)s: %(points)s") % {
            "name": self._names[self.board],
            "game": game,
            "points": _points(seats[self.board]["total"]),
        }
        return Captions(game, stage, self._names, whose)


def picture(
    public_id: PublicId, audience: SeatNumber | None, seq: Seq, board: SeatNumber | None, ending: Ending
) -> Picture:
    """Return a picture, which need not be made yet. Raise Refusal 404 `not_found` or `no_such_event`."""
    game = record.game_by_id(public_id)
    replay.check_event(game, audience, seq)
    return Picture(game, audience, seq, board, ending)


def preview_meanwhile(public_id: PublicId) -> str | None:
    """Return the path of the latest card that strangers see of a running game whose table delays them; None for any
    other game.
    """
    game = record.game_by_id(public_id)
    return None if record.seen_late(game, None) is None else preview_address(game)


def preview_address(game: Game) -> str | None:
    """Return the path of the card of a game's latest position for strangers, in the active language; None for a table
    that has not started.
    """
    seq = record.last_seen(game, None)
    return None if seq is None else reverse("position_preview", args=[game.public_id, _language(), seq])


def board_address(game: Game, seat: SeatNumber) -> str:
    """Return the path of the picture of a seat's board at the latest position of a started game, for strangers."""
    return reverse("board_preview", args=[game.public_id, _language(), record.last_seen(game, None), seat, "svg"])


@dataclass(frozen=True, slots=True)
class LastBoard:
    """A player's board at the end of a game: the path of its picture, what it shows, and the path of the game."""

    picture: str
    shows: str
    path: str


def last_boards(entries: Sequence[Entry]) -> list[LastBoard]:
    """Return the boards of a player at the end of these finished games, whose entries have the player's seat."""
    return [_last_board(one, one.seat) for one in entries if one.seat is not None and one.game.seq is not None]


def _last_board(entry: Entry, seat: Seat) -> LastBoard:
    points = next((score for one, score in entry.result if one == seat), 0)
    shows = _("%(name)s’s board at the end of %(game)s: %(points)s") % {
        "name": seat_name(seat),
        "game": entry.shown.name,
        "points": _points(points),
    }
    return LastBoard(board_address(entry.game, seat.number), shows, reverse("table", args=[entry.game.public_id]))


def card_text(game: Game, result: list[tuple[Any, int]]) -> str:
    """Return what the card of a game's latest position shows: who plays, and at the end their points (`result`)."""
    name = _(registry.get(game.game_key, game.rules_version).name)
    if result:
        return f"{name}: {in_words([_with_points(seat_name(seat), points) for seat, points in result])}."
    names = in_words([seat_name(seat) for seat in game.seats.all()])
    return _("%(game)s: the boards and points of %(names)s.") % {"game": name, "names": names}


def _with_points(name: str, points: int) -> str:
    return f"{name} – {_points(points)}"


def _points(points: int) -> str:
    return ngettext("%(count)s point", "%(count)s points", points) % {"count": points}


def _stage(view: JSON) -> str:
    """Return how far the game is in a view, in a few words."""
    if view["outcome"] is not None:
        return _("final result")
    if "stage" in view:
        return _("stage %(stage)s") % {"stage": view["stage"]}
    return _("round %(round)s") % {"round": view["round"]} if view.get("round") else ""


def _language() -> str:
    return (get_language() or settings.LANGUAGE_CODE).partition("-")[0]
