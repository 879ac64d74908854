"""Shapes of answers about studies (docs/formats/studies.md), and examples of them, which the engine makes."""

from __future__ import annotations

from typing import Annotated, Literal, NamedTuple, NotRequired, TypedDict

import msgspec
from msgspec import Meta

from accounts.users.player_json import Player
from engine import redaction
from games.api.document.event_shapes import Event
from games.api.document.game_schemas import GAME, Fact, GameKey, GameView, Options, StudyAction
from games.api.document.replay_shapes import AT_MS, Operation, beginning, first_move
from games.api.document.scalars import Hex32, SeatIndex
from games.api.document.shapes import ExportedComponents
from games.record.projections import LEGEND_KINDS
from games.study import selectors
from pyramido_site.infrastructure.json_bodies import Millis
from pyramido_site.infrastructure.json_patch import diff

STUDY, LINK = "Vb7xQ2mPz9cR", "n5Wc8RtYq1uJkE3sHd7a"
"""The id of the study of the examples, and the last part of its link."""

Glyph = Literal["", "!", "?", "!!", "??", "!?", "?!"]
Number = Annotated[int, Meta(ge=0)]


class StudyRow(TypedDict):
    """A study in a list. `opponent` is the level that plays all seats but the owner's, or null."""

    id: str
    title: str
    game: GameKey
    rules_version: int
    options: Options
    opponent: str | None
    made_ms: Millis
    changed_ms: Millis


class Studies(TypedDict):
    """A page of the caller's studies, latest first."""

    next: str | None
    previous: str | None
    results: list[StudyRow]


class StudySource(TypedDict):
    """The position from which a study was made: the game after event `seq`."""

    game: str
    seq: int


class Study(StudyRow):
    """A study. `view` is the position with which it begins (docs/formats/view.md), `comment` the owner's on it, `seat`
    the seat that the owner plays against an opponent, `seats` the kind of each seat, and `automatic` the seats that
    have no choice and move by themselves.

    For its owner (`mine`): `link` is the path at which others can read it, or null; `source` the position from which it
    was made, or null; `hidden` says that moderators have hidden it from all others; `by_hand_only` says that its game
    still runs, so that there is no opponent and no link.
    """

    owner: Player
    mine: bool
    comment: str
    link: str | None
    source: StudySource | None
    hidden: bool
    by_hand_only: bool
    seat: SeatIndex | None
    seats: list[str]
    automatic: list[SeatIndex]
    view: GameView


class StudyMove(TypedDict):
    """A move of a study: the action of a seat after move `parent`, 0 being the beginning. Of the moves after the same
    one, that with the least `place` is the main line's, of equal ones the first.

    `patch` leads from the view before it to the view after it; the view is that of the seat to move, or of the owner's
    seat where there is an opponent. `action` is null while it is an opponent's secret.
    """

    number: Number
    parent: Number
    place: int
    seat: SeatIndex
    action: StudyAction | None
    comment: str
    glyph: Glyph
    events: list[Event]
    patch: list[Operation]


class StudyMoves(TypedDict):
    """Some moves of a study, by number. `next` is the address of those that follow, or null."""

    game: GameKey
    moves: list[StudyMove]
    next: str | None


class PlayedMove(TypedDict):
    """The number of the move."""

    number: Number


class OpponentAsked(TypedDict):
    """Whether the opponent has something to do; then its moves follow soon."""

    asked: bool


class SharedLink(TypedDict):
    """The path at which others can read the study."""

    link: str


class FileMove(TypedDict, total=False):
    """A move of a file; `comment` and `glyph` are left out if there is none."""

    parent: Number
    seat: SeatIndex
    action: StudyAction
    comment: str
    glyph: Glyph


class StudyFile(TypedDict):
    """A study as a file (docs/formats/studies.md). `whole_game`: the seed is that of the game, and the view that of its
    set-up; false by default.
    """

    format: Literal["pyramido-study/1"]
    game: GameKey
    rules_version: int
    options: Options
    components: ExportedComponents
    title: str
    comment: str
    facts: list[list[Fact]]
    view: GameView
    seed: Hex32
    whole_game: NotRequired[bool]
    moves: list[FileMove]


class Examples(NamedTuple):
    """Examples of answers, all of one study with one move."""

    file: StudyFile
    rows: Studies
    study: Study
    moves: StudyMoves


def examples() -> Examples:
    """Return examples: a study of a game that has just begun."""
    position = beginning().position
    seat, action, after = first_move()
    kinds = position.rules.seat_kinds(position.options)
    row = {
        "id": STUDY, "title": "The second stage", "game": position.rules.key,
        "rules_version": position.rules.version, "options": position.options, "opponent": None, "made_ms": AT_MS,
        "changed_ms": AT_MS,
    }  # fmt: skip
    study = {
        **row, "owner": {"id": "u8Tn2KwQ4rLe", "name": "Ada", "guest": False, "bot": False}, "mine": True,
        "comment": "What if I build higher?", "link": f"/studies/shared/{LINK}/", "source": {"game": GAME, "seq": 12},
        "hidden": False, "by_hand_only": False, "seat": None, "seats": kinds,
        "automatic": [seat for seat, kind in enumerate(kinds) if kind in LEGEND_KINDS], "view": position.view(seat),
    }  # fmt: skip
    move = {
        "number": 1, "parent": 0, "place": 0, "seat": seat, "action": action, "comment": "The other would be worse.",
        "glyph": "!", "events": [redaction.redact(event, seat, ended=False) for event in after.events],
        "patch": diff(position.view(seat), after.position.view(after.position.to_move[0])),
    }  # fmt: skip
    made = (
        selectors.example_file(position),
        {"next": None, "previous": None, "results": [row]},
        study,
        {"game": row["game"], "moves": [move], "next": None},
    )
    return Examples(*msgspec.json.decode(msgspec.json.encode(made)))
