"""Planning turns ahead: the expected result of planned actions, and conditions on the public view.

A plan is tried out on several states imagined from the seat's view, called worlds, so it cannot reveal anything hidden.
A planned action must be legal in all worlds. Where their views differ, the result is still unknown.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from random import Random
from typing import Annotated, Any, Final

import msgspec
from msgspec import Meta

from engine.core import JSON, GameError, Illegal, Malformed, Rules, gettext_noop

_encode = msgspec.json.Encoder(order="deterministic").encode

WORLDS = 3
TURNS, ACTIONS, CONDITIONS = 8, 16, 16
"""Limits: turns in a plan; actions and conditions in a turn."""

POINTER_LENGTH = 200


class Condition(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"value": "is"}):
    """Holds if `at`, a JSON pointer (RFC 6901) into the public view, leads to exactly this value when the turn
    begins.
    """

    at: Annotated[str, Meta(max_length=POINTER_LENGTH)]
    value: Any


class Turn(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"conditions": "if", "actions": "do"}):
    """One planned turn: the seat's actions (JSON), and the conditions that must hold when it begins."""

    actions: Annotated[tuple[Any, ...], Meta(min_length=1, max_length=ACTIONS)]
    conditions: Annotated[tuple[Condition, ...], Meta(max_length=CONDITIONS)] = ()


class Preview(msgspec.Struct, frozen=True):
    """The view of the planning seat after the planned actions.

    `unknown` are pointers to the parts of the view that are drawn at random. `over`: the last turn is complete.
    """

    view: JSON
    unknown: tuple[str, ...]
    over: bool


class Planned:
    """The worlds in which the view's seat plays its planned turns, one after the other."""

    def __init__(self, rules: Rules[Any, Any], view: JSON, seed: str) -> None:
        """`seed` determines all random draws: the same seed yields the same worlds."""
        self.rules = rules
        self.seat: int = view["seat"]
        self._view = view
        self._rngs = [Random(f"{seed} {number}") for number in range(WORLDS)]
        self.states: list[Any] = []
        self.turns = 0
        self.over = True

    def begin(self) -> None:
        """Begin the next turn. Raise Illegal if the last one is not over, or if there is no next one."""
        if not self.over:
            raise Illegal("turn_not_over", gettext_noop("Only the last turn of a plan may be left unfinished."))
        views = [self.rules.view(state, self.seat) for state in self.states] or [self._view] * WORLDS
        self.states = [self.rules.next_turn(view, rng) for view, rng in zip(views, self._rngs, strict=True)]
        self.turns += 1
        self.over = False

    def act(self, raw: object) -> None:
        """Play an action (JSON). Raise Malformed, or Illegal if it is illegal in any of the worlds."""
        action = self.rules.action_from_json(raw)
        if self.over:
            raise Illegal("turn_over", gettext_noop("The planned turn is already over."))
        self.states = [self.rules.apply(state, self.seat, action) for state in self.states]
        self.over = not all(map(self._owes, self.states))

    def _owes(self, state: Any) -> bool:
        """Whether the seat's turn goes on: it is to move, and not simultaneously with others."""
        return self.seat in self.rules.to_move(state) and self.rules.submissions(state) is None

    def preview(self) -> Preview:
        """Return the view in the first world, with the pointers at which the other worlds differ."""
        view, *others = (self.rules.view(state, self.seat) for state in self.states)
        unknown = {pointer for other in others for pointer in differences(view, other)}
        return Preview(view, tuple(sorted(unknown)), self.over)


@contextmanager
def _at(path: str) -> Iterator[None]:
    """Prefix the path to the field of each GameError raised in the block."""
    try:
        yield
    except GameError as error:
        error.field = f"{path}.{error.field}" if error.field else path
        raise


def play(rules: Rules[Any, Any], view: JSON, turns: Sequence[Sequence[Any]], seed: str) -> Preview:
    """Return the preview of these turns of actions. Raise GameError if an action is not possible."""
    planned = Planned(rules, view, seed)
    # With no turns given, begin one turn and play nothing: the preview then shows how the next turn begins.
    # The paths in errors follow the request's JSON: to ask for a preview, `do` is a list of turns, each a list of
    # actions. In a plan (`check`), each turn is an object with its own `do`.
    for number, actions in enumerate(turns or [()]):
        with _at(f"do[{number}]"):
            planned.begin()
        for index, action in enumerate(actions):
            with _at(f"do[{number}][{index}]"):
                planned.act(action)
    return planned.preview()


def check(rules: Rules[Any, Any], view: JSON, public: JSON, turns: Sequence[Turn], seed: str) -> None:
    """Check that a plan could be played from this view; `public` is the public view. Raise GameError if it could
    not.
    """
    planned = Planned(rules, view, seed)
    for number, turn in enumerate(turns):
        with _at(f"turns[{number}]"):
            planned.begin()
        state = planned.states[0]
        pairs = [(public, view), (rules.view(state, None), rules.view(state, planned.seat))]
        for index, condition in enumerate(turn.conditions):
            with _at(f"turns[{number}].if[{index}]"):
                _check_condition(condition, pairs)
        for index, action in enumerate(turn.actions):
            with _at(f"turns[{number}].do[{index}]"):
                planned.act(action)


_OWN = {"decision", "submission"}
"""The parts of a view that are for its seat alone. A condition may not read them, not even while both views have null
there.
"""


def _check_condition(condition: Condition, pairs: Sequence[tuple[JSON, JSON]]) -> None:
    """Check a condition. `pairs` are the public and the seat's view, now and when the turn begins. Raise GameError if
    it reads non-public parts or cannot ever hold.
    """
    at, value = condition.at, condition.value
    found = [part for public, _ in pairs if (part := find(public, at)) is not MISSING]
    part_of_view = at.split("/")[1] if "/" in at else ""
    if not found or part_of_view in _OWN or any(not same(find(public, at), find(mine, at)) for public, mine in pairs):
        raise Illegal(
            "not_public",
            gettext_noop("“%(at)s” does not point to anything public at this table."),
            field="at",
            at=at[:80],
        )
    kinds = {type(part) for part in found if part is not None}
    if value is not None and kinds and type(value) not in kinds:
        raise Malformed(
            "malformed_condition",
            gettext_noop("“%(at)s” can never be %(value)s."),
            field="is",
            at=at[:80],
            value=_encode(value).decode()[:80],
        )


def holds(condition: Condition, public: JSON) -> bool:
    """Whether the condition holds in this public view."""
    return same(find(public, condition.at), condition.value)


class _Missing:
    """The type of `MISSING`, which differs from null."""


MISSING: Final = _Missing()


def find(document: Any, pointer: str) -> Any:
    """Return what a JSON pointer (RFC 6901) leads to, or MISSING."""
    if pointer and not pointer.startswith("/"):
        return MISSING
    for token in pointer.split("/")[1:]:
        name = token.replace("~1", "/").replace("~0", "~")
        if isinstance(document, dict) and name in document:
            document = document[name]
        elif isinstance(document, list) and _is_index(name) and int(name) < len(document):
            document = document[int(name)]
        else:
            return MISSING
    return document


def _is_index(token: str) -> bool:
    return token.isascii() and token.isdigit() and len(token) < 6 and (token == "0" or token[0] != "0")  # noqa: S105


def same(one: Any, other: Any) -> bool:
    """Whether two JSON values are equal; unlike in Python, true differs from 1."""
    if one is MISSING or other is MISSING:
        return one is other
    return _encode(one) == _encode(other)


def differences(one: Any, other: Any, at: str = "") -> Iterator[str]:
    """Yield pointers to the smallest parts in which two JSON documents differ."""
    if isinstance(one, dict) and isinstance(other, dict) and one.keys() == other.keys():
        for name, value in one.items():
            yield from differences(value, other[name], f"{at}/{name.replace('~', '~0').replace('/', '~1')}")
    elif isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        for index, (first, second) in enumerate(zip(one, other, strict=True)):
            yield from differences(first, second, f"{at}/{index}")
    elif not same(one, other):
        yield at
