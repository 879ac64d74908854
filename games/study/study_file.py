"""A study as a file (docs/formats/studies.md): made, read and checked. Pure.

A file comes from anywhere. It is a study only if there is a position with its view from which a game can be played to
the end, and if the rules allow every move; until all of that is checked, nothing is stored. Whether a game ever leads
to the position is not checked.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from random import Random
from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta

from engine import canonical, export, registry
from engine.core import JSON, GameError, Malformed, Rules, gettext_noop
from engine.newtypes import SeatNumber
from engine.position import Event, Position
from engine.refusals import game_over
from games.study import private_board
from games.study.tree import BEGINNING, MOST_MOVES, Move, MoveNumber, Tree

FORMAT: Final = "pyramido-study/1"
MOST_BYTES: Final = 1024 * 1024
"""Size limit of a file: larger than any study's."""

LARGEST_NUMBER: Final = 500
"""Greatest number in a view: greater ones could make checking slow, and no game has them."""
LONGEST_LIST: Final = 200
LONGEST_GAME: Final = 1000
"""More actions than any game has."""
FACTS: Final = 2
"""The most steps of the game whose public facts a study keeps."""
FACT_BYTES: Final = 8 * 1024

Facts = list[list[JSON]]
"""The public facts of the first steps of a game that have any: what happened in each of them (docs/formats/log.md)."""


class FileMove(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A move: `parent` is the number of the move that it follows, counted from 1 in the order of the file; 0 is the
    beginning.
    """

    parent: Annotated[int, Meta(ge=0, lt=MOST_MOVES)]
    seat: Annotated[int, Meta(ge=0, le=9)]
    action: Any
    comment: str = ""
    glyph: Literal["", "!", "?", "!!", "??", "!?", "?!"] = ""


class StudyFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The document. Moves are listed with the main line first, each line to its end before its variations.
    `whole_game`: the seed is that of the game (docs/rules.md E), and the view that of its set-up.
    """

    format: Literal["pyramido-study/1"]
    game: str
    rules_version: int
    options: dict[str, Any]
    components: export.Components
    title: str
    facts: Annotated[list[list[dict[str, Any]]], Meta(max_length=FACTS)]
    view: dict[str, Any]
    seed: Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
    whole_game: bool = False
    comment: str = ""
    moves: Annotated[tuple[FileMove, ...], Meta(max_length=MOST_MOVES)] = ()


class Checked(msgspec.Struct, frozen=True):
    """A file that was checked: the rules, the position with which it begins, and its moves by number."""

    rules: Rules[Any, Any]
    beginning: Position
    moves: tuple[Move, ...]


def document(
    rules: Rules[Any, Any],
    *,
    title: str,
    comment: str,
    view: JSON,
    seed: str,
    whole_game: bool,
    facts: Facts,
    tree: Tree,
) -> JSON:
    """Return a study as JSON. Equal studies make equal documents, whatever the numbers of their moves."""
    numbers = {BEGINNING: BEGINNING}
    moves = []
    for move in tree.main_first():
        numbers[move.number] = MoveNumber(len(numbers))
        listed = FileMove(numbers[move.parent], move.seat, move.action, move.comment, move.glyph)  # type: ignore[arg-type]
        moves.append(msgspec.to_builtins(listed))
    return {
        "format": FORMAT,
        "game": rules.key,
        "rules_version": rules.version,
        "options": view["options"],
        "components": {"sha256": rules.components_sha256},
        "title": title,
        "comment": comment,
        "facts": facts,
        "view": view,
        "seed": seed,
        "whole_game": whole_game,
        "moves": moves,
    }


def format_of(value: object) -> str:
    """Return the format that the value says it has: a study's or that of a game's export. Raise Malformed for another
    one.
    """
    if not isinstance(value, dict):
        raise Malformed("not_a_study", gettext_noop("A study or a game must be a JSON object, as “Download” makes it."))
    found = value.get("format")
    if found not in (FORMAT, export.FORMAT):
        raise Malformed(
            "not_a_study",
            gettext_noop("The format must be that of a study, “%(study)s”, or of a game, “%(game)s”, not “%(found)s”."),
            field="format",
            study=FORMAT,
            game=export.FORMAT,
            found=str(found)[:40],
        )
    return str(found)


def check(file: StudyFile) -> Checked:
    """Return the file's position and moves. Raise GameError, with the path of what is wrong, if it is no study."""
    rules = registry.get(file.game, file.rules_version)
    with _at("options"):
        options = rules.options_from_json(file.options)
    check_components(rules, file.components)
    _check_facts(rules, file.facts)
    beginning = _beginning(rules, options, file)
    if beginning.ended:
        with _at("view"):
            raise game_over()
    return Checked(rules, beginning, tuple(_moves(beginning, file.moves)))


def check_components(rules: Rules[Any, Any], named: export.Components) -> None:
    """Raise Malformed if a file is of a game with other printed parts than this site's."""
    if named.sha256 != rules.components_sha256:
        raise Malformed(
            "other_components",
            gettext_noop("The pieces must be those of this site, %(wanted)s, not %(found)s."),
            field="components.sha256",
            wanted=rules.components_sha256,
            found=named.sha256[:64],
        )


def _check_facts(rules: Rules[Any, Any], facts: Facts) -> None:
    if not facts or not all(_are_facts(rules, step) for step in facts):
        raise Malformed(
            "malformed_facts",
            gettext_noop(
                "The facts must be those of the first one or two steps of the game, as they stand in its log."
            ),
            field="facts",
        )
    if len(canonical.encode(facts)) > FACT_BYTES:
        raise Malformed("malformed_facts", gettext_noop("The facts are too long."), field="facts")


def _are_facts(rules: Rules[Any, Any], step: list[JSON]) -> bool:
    """Whether these are facts of the game: there are some, and each is as the game says what its facts are like."""
    kind: Any = getattr(getattr(rules, "json_shapes", None), "Fact", dict[str, Any])
    try:
        for fact in step:
            msgspec.convert(fact, kind)
    except msgspec.ValidationError:
        return False
    return bool(step) and all(isinstance(fact.get("type"), str) for fact in step)


def _beginning(rules: Rules[Any, Any], options: JSON, file: StudyFile) -> Position:
    view = file.view
    stated = {"game": rules.key, "version": rules.version, "options": options}
    for name, wanted in stated.items():
        if not canonical.alike(view.get(name), wanted):
            template = gettext_noop("The view must be of the same game, version and options as the file.")
            raise Malformed("other_game", template, field=f"view.{name}")
    _check_sizes(view, "view")
    try:
        found = private_board.deal(rules, view, file.seed, whole_game=file.whole_game)
        rules.check(found.state)
        fits = canonical.alike(found.view(view["seat"]), view) and _can_be_played(found, file.seed)
    except Exception:  # noqa: BLE001 (code of the rules, which expect views that they have made)
        fits = False
    if not fits:
        template = gettext_noop(
            "The view does not show a possible position of this game. Use a study’s file without changes."
        )
        raise Malformed("no_such_position", template, field="view")
    return found


def _can_be_played(beginning: Position, seed: str) -> bool:
    """Whether a random game from here comes to an end, and has views on the way. Raise any exception if it has not:
    then the view only looks like one of the game.
    """
    rules, state, rng = beginning.rules, beginning.state, Random(seed)  # noqa: S311 (any game does)
    seats = range(len(beginning.left))
    for _ in range(LONGEST_GAME):
        to_move = rules.to_move(state)
        if not to_move:
            rules.check(state)
            return True
        if to_move[0] not in seats:
            return False
        rules.view(state, to_move[0])
        state = rules.apply(state, to_move[0], rules.random_action(state, to_move[0], rng))
    return False


def _check_sizes(part: Any, path: str) -> None:
    """Raise Malformed for numbers, texts and lists that no view has."""
    if isinstance(part, dict):
        for name, item in part.items():
            _check_sizes(item, f"{path}.{name}")
    elif isinstance(part, list):
        for index, item in enumerate(part):
            _check_sizes(item, f"{path}[{index}]")
    large = isinstance(part, int) and abs(part) > LARGEST_NUMBER
    if large or (isinstance(part, list | dict | str) and len(part) > LONGEST_LIST):
        raise Malformed("no_such_position", gettext_noop("This value is too large for a view of a game."), field=path)


def _moves(beginning: Position, listed: Sequence[FileMove]) -> Iterator[Move]:
    positions = [beginning]
    seen = set()
    for index, move in enumerate(listed):
        number = MoveNumber(index + 1)
        with _at(f"moves[{index}]"):
            if move.parent >= number:
                raise Malformed(
                    "no_such_move",
                    gettext_noop("A move’s parent must be an earlier move in the file: 0 to %(most)s, not %(got)s."),
                    field="parent",
                    most=index,
                    got=move.parent,
                )
            step = private_board.act(positions[move.parent], SeatNumber(move.seat), move.action)
            action = private_board.action_of(step.events[0])
            known = (move.parent, move.seat, canonical.encode(action))
            if known in seen:
                raise Malformed("move_twice", gettext_noop("The file has this move twice at the same place."))
        seen.add(known)
        positions.append(step.position)
        yield Move(number, MoveNumber(move.parent), SeatNumber(move.seat), action, move.comment, move.glyph)


@contextmanager
def _at(path: str) -> Iterator[None]:
    """Prefix the path to the field of each GameError raised in the block."""
    try:
        yield
    except GameError as error:
        error.field = f"{path}.{error.field}" if error.field else path
        raise


def first_facts(events: Sequence[Event]) -> Facts:
    """Return the public facts of the first steps of a log that have any, at most two."""
    found = [event.payload["facts"] for event in events if event.payload.get("facts")]
    return found[:FACTS]
