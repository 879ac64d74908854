"""A game as a log: commands produce events, a fold of the events is the game (docs/formats/log.md).

`start`, `act`, `resign`, `take_over` and `take_back` are the checking door: they refuse what does not fit and return
the events to append. `fold` is the trusting door, for events that have been through it. `check` recomputes everything.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from engine import canonical, chance, registry, substitutes
from engine.core import JSON, GameError, Illegal, Malformed, Outcome, Rules, Stale, gettext_noop
from engine.refusals import check_may_leave

TAKE_BACKS_A_TURN = 20


class LogError(Exception):
    """The log does not fit: `seq` is the first event at fault, `reason` a sentence, `good` the position before it."""

    def __init__(self, seq: int, reason: str, good: Position | None = None) -> None:
        super().__init__(f"event {seq}: {reason}")
        self.seq = seq
        self.reason = reason
        self.good = good


class Event(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One entry of the log. `at_ms` is Unix time in milliseconds; `hash` is 64 hex digits."""

    seq: int
    seat: int | None
    kind: str
    payload: JSON
    at_ms: int
    hash: str

    def body(self) -> JSON:
        """What the hash covers."""
        return {
            "at_ms": self.at_ms,
            "kind": self.kind,
            "payload": self.payload,
            "seat": self.seat,
            "seq": self.seq,
        }


class Position(msgspec.Struct, frozen=True):
    """A log folded up to `seq`. Immutable: it may be cached and shared.

    `born[seat]` is the seq since which the seat's decision has stood: an action that expects an earlier one is stale.
    `undo` is the position that a take-back by `undo_seat` returns to. `ai[seat]` is the level of the AI that plays the
    seat; on the seats of `taken_over` it plays on for a person who has left.
    """

    rules: Rules[Any, Any]
    options: JSON
    state: Any
    secret: bytes
    nonces: tuple[bytes, ...]
    seq: int
    hash: str
    at_ms: int
    born: tuple[int, ...]
    ai: tuple[str | None, ...]
    taken_over: tuple[int, ...] = ()
    undo: Position | None = None
    undo_seat: int | None = None
    take_backs: int = 0

    @property
    def over(self) -> bool:
        return self.outcome is not None

    @property
    def outcome(self) -> Outcome | None:
        """Whose seat was taken over ranks below everybody else who is still in."""
        outcome = self.rules.outcome(self.state)
        return None if outcome is None else substitutes.below(outcome, self.taken_over, self.rules.out(self.state))

    @property
    def to_move(self) -> tuple[int, ...]:
        return self.rules.to_move(self.state)

    @property
    def persons(self) -> tuple[int, ...]:
        """The seats that people play: no Legend, no AI, and nobody who has left or is out."""
        kinds = self.rules.seat_kinds(self.options)
        out = self.rules.out(self.state)
        people = (seat for seat, kind in enumerate(kinds) if kind != "legend" and self.ai[seat] is None)
        return tuple(seat for seat in people if seat not in out)

    def view(self, seat: int | None) -> JSON:
        view = self.rules.view(self.state, seat)
        outcome = self.outcome
        return {**view, "outcome": outcome.to_json()} if self.taken_over and outcome is not None else view

    def can_take_back(self, seat: int | None) -> bool:
        """Whether the seat's last action may be taken back: nothing new was shown and nobody else has acted."""
        if self.undo is None or seat is None or seat != self.undo_seat or self.ai[seat] is not None:
            return False
        return not self.over and self.take_backs < TAKE_BACKS_A_TURN


class Step(msgspec.Struct, frozen=True):
    """What a command did: the new position, and the events that lead to it, to be appended together."""

    position: Position
    events: tuple[Event, ...]


def start(
    game: str,
    version: int | None,
    options: object,
    secret: bytes,
    nonces: Sequence[bytes],
    at_ms: int,
    ai: Mapping[int, str] | None = None,
) -> Step:
    """Event 0. `nonces` has 32 bytes for each seat but the Legend's; `ai` is the level on each AI's seat.

    Raises Malformed.
    """
    rules = registry.get(game, version)
    checked = rules.options_from_json(options)
    kinds = rules.seat_kinds(checked)
    persons = sum(kind != "legend" for kind in kinds)
    if len(nonces) != persons:
        raise Malformed(
            "wrong_nonces",
            gettext_noop("%(persons)s seats need as many nonces, not %(got)s."),
            persons=persons,
            got=len(nonces),
        )
    levels = substitutes.seated(ai or {}, kinds, nonces)
    facts: list[JSON] = []
    state = rules.start(checked, chance.seed(secret, nonces), facts)
    payload = {
        "game": rules.key,
        "rules_version": rules.version,
        "options": checked,
        "seats": list(kinds),
        "components": rules.components,
        "commitment": chance.commitment(secret),
        "facts": facts,
    }
    if ai:
        payload["ai"] = {str(seat): level for seat, level in ai.items()}
    born = (0,) * len(kinds)
    blank = Position(rules, checked, state, secret, tuple(nonces), -1, canonical.GENESIS, at_ms, born, levels)
    return _close(*_append(blank, "start", None, payload, at_ms))


def act(position: Position, seat: int, action: object, *, expected_seq: int | None, at_ms: int) -> Step:
    """A seat's action, as JSON. Raises Malformed, Illegal or Stale, each with the log's seq; then nothing changed."""
    rules, state = position.rules, position.state
    try:
        expect(position, seat, expected_seq)
        typed = rules.action_from_json(action)
        if not 0 <= seat < len(position.born):
            raise Illegal("no_such_seat", gettext_noop("There is no seat %(seat)s."), seat=seat)
        facts: list[JSON] = []
        after = rules.apply(state, seat, typed, facts)
    except GameError as error:
        error.seq = position.seq
        raise
    payload: JSON = {"action": rules.action_to_json(typed)}
    secret = rules.submissions(state) is not None
    if not secret:
        payload["facts"] = facts
    moved = _acted(position, seat, typed, after)
    position, events = _append(moved, "submission" if secret else "action", seat, payload, at_ms)
    if secret and rules.revealed(after) > rules.revealed(state):
        position, events = _reveal(position, events, state, seat, typed, facts)
    return _close(position, events)


def resign(position: Position, seat: int, *, at_ms: int) -> Step:
    """The seat leaves the game for good (RULES.md A7). Raises Illegal."""
    rules, state = position.rules, position.state
    facts: list[JSON] = []
    try:
        after = rules.drop_out(state, seat, facts)
    except GameError as error:
        error.seq = position.seq
        raise
    reveals = rules.submissions(state) is not None and rules.revealed(after) > rules.revealed(state)
    told = facts[:1] if reveals else facts
    position, events = _append(_left(position, seat, after), "resigned", seat, {"facts": told}, at_ms)
    if reveals:
        position, events = _reveal(position, events, state, seat, None, facts[1:])
    return _close(position, events)


def take_over(position: Position, seat: int, level: str, *, at_ms: int) -> Step:
    """The person on the seat leaves the game for good, and an AI plays the seat on: nothing changes but the ranks.

    Raises Illegal where nobody could leave, Malformed.
    """
    try:
        after = _taken_over(position, seat, level)
    except GameError as error:
        error.seq = position.seq
        raise
    return _close(*_append(after, "taken_over", seat, {"ai": level}, at_ms))


def take_back(position: Position, seat: int, *, expected_seq: int | None, at_ms: int) -> Step:
    """Takes the seat's last action back, as far as the engine allows. Raises Illegal or Stale."""
    try:
        expect(position, seat, expected_seq)
        if not position.can_take_back(seat):
            raise _cannot_take_back(position)
    except GameError as error:
        error.seq = position.seq
        raise
    assert position.undo is not None
    return _close(*_append(_undone(position), "taken_back", seat, {"to": position.undo.seq}, at_ms))


def _cannot_take_back(position: Position) -> Illegal:
    if position.undo is not None and position.take_backs >= TAKE_BACKS_A_TURN:
        return Illegal(
            "too_many_take_backs",
            gettext_noop("At most %(limit)s actions may be taken back in a turn."),
            limit=TAKE_BACKS_A_TURN,
        )
    return Illegal(
        "nothing_to_take_back",
        gettext_noop("Nothing can be taken back: your last action showed something new, or somebody has acted since."),
    )


def fold(events: Iterable[Event], secret: bytes, nonces: Sequence[bytes]) -> Position:
    """The position after a stored log. Trusts what the events say; raises LogError at a gap or where folding fails."""
    position: Position | None = None
    for event in events:
        position = advance(position, event, secret, nonces)
    if position is None:
        raise LogError(0, "the log is empty")
    return position


def advance(position: Position | None, event: Event, secret: bytes, nonces: Sequence[bytes]) -> Position:
    """The position after one more event. Raises LogError."""
    seq = 0 if position is None else position.seq + 1
    if event.seq != seq:
        raise LogError(seq, f"expected event {seq}, found event {event.seq}", position)
    try:
        if position is None:
            if event.kind != "start":
                raise LogError(0, f"a log begins with start, not {event.kind!r}")
            p = event.payload
            step = start(p["game"], p["rules_version"], p["options"], secret, nonces, event.at_ms, _ai_of(event))
            return replace(step.position, hash=event.hash)
        moved = _fold_one(position, event)
    except GameError as error:
        raise LogError(seq, f"{event.kind} does not fit: {error.detail}", position) from error
    except (KeyError, TypeError, IndexError, ValueError) as error:
        raise LogError(seq, f"{event.kind} cannot be read: {error!r}", position) from error
    return replace(moved, seq=event.seq, hash=event.hash, at_ms=event.at_ms)


def _fold_one(position: Position, event: Event) -> Position:
    rules = position.rules
    if event.kind in ("action", "submission"):
        seat = _seat_of(event)
        action = rules.action_from_json(event.payload["action"])
        return _acted(position, seat, action, rules.apply(position.state, seat, action))
    if event.kind == "resigned":
        seat = _seat_of(event)
        return _left(position, seat, rules.drop_out(position.state, seat))
    if event.kind == "taken_over":
        return _taken_over(position, _seat_of(event), event.payload["ai"])
    if event.kind == "taken_back":
        if position.undo is None or event.payload["to"] != position.undo.seq or event.seat != position.undo_seat:
            raise ValueError(f"nothing can be taken back to event {event.payload['to']!r}")
        return _undone(position)
    if event.kind in ("revealed", "finished"):
        return position
    raise ValueError(f"unknown kind {event.kind!r}")


def check(events: Sequence[Event], secret: bytes, nonces: Sequence[bytes], commitment: str) -> Position:
    """Recompute every event with its facts, derived event and hash. Raises LogError at the first that differs."""
    if chance.commitment(secret) != commitment:
        raise LogError(0, "the secret does not fit the commitment")
    done: Position | None = None
    waiting: list[Event] = []
    for event in events:
        if not waiting:
            waiting = list(_again(done, event, secret, nonces))
        expected = waiting.pop(0)
        if event.seq != expected.seq:
            raise LogError(expected.seq, f"expected event {expected.seq}, found event {event.seq}", done)
        _compare(done, event, expected)
        done = advance(done, event, secret, nonces)
    if done is None:
        raise LogError(0, "the log is empty")
    if waiting:
        raise LogError(done.seq + 1, f"the {waiting[0].kind} event is missing", done)
    return done


def _compare(done: Position | None, event: Event, expected: Event) -> None:
    """Raises LogError unless the event is, to the byte, the one that was recomputed."""
    if event.at_ms != expected.at_ms:
        raise LogError(event.seq, "its time lies before the event before it, or apart from its own command", done)
    try:
        hashed = canonical.chain(canonical.GENESIS if done is None else done.hash, event.body())
        for field in ("kind", "seat", "payload"):
            found, again = getattr(event, field), getattr(expected, field)
            if canonical.encode(found) != canonical.encode(again):
                raise LogError(event.seq, f"its {field} is {_short(found)}; recomputed it is {_short(again)}", done)
    except ValueError as error:
        raise LogError(event.seq, f"it has no canonical JSON: {error}", done) from None
    if hashed != event.hash:
        raise LogError(event.seq, "its hash does not fit the hash chain", done)


def _again(done: Position | None, event: Event, secret: bytes, nonces: Sequence[bytes]) -> tuple[Event, ...]:
    """The events that the command behind this event makes when it is given again. Raises LogError."""
    seq = 0 if done is None else done.seq + 1
    try:
        if done is None:
            p = event.payload
            return start(p["game"], p["rules_version"], p["options"], secret, nonces, event.at_ms, _ai_of(event)).events
        if event.kind in ("action", "submission"):
            action = event.payload["action"]
            return act(done, _seat_of(event), action, expected_seq=None, at_ms=event.at_ms).events
        if event.kind == "resigned":
            return resign(done, _seat_of(event), at_ms=event.at_ms).events
        if event.kind == "taken_over":
            return take_over(done, _seat_of(event), event.payload["ai"], at_ms=event.at_ms).events
        if event.kind == "taken_back":
            return take_back(done, _seat_of(event), expected_seq=None, at_ms=event.at_ms).events
    except GameError as error:
        raise LogError(seq, f"{event.kind} does not fit: {error.detail}", done) from error
    except (KeyError, TypeError, IndexError, ValueError) as error:
        raise LogError(seq, f"{event.kind} cannot be read: {error!r}", done) from error
    raise LogError(seq, f"no event of kind {event.kind!r} belongs here", done)


def redact(event: Event, seat: int | None, *, over: bool) -> JSON:
    """The event as `seat` (None: the public) may see it (docs/formats/log.md)."""
    if event.kind == "submission" and event.seat != seat and not over:
        return {"seq": event.seq, "seat": event.seat, "kind": "submitted", "at_ms": event.at_ms}
    shown = {
        "seq": event.seq,
        "seat": event.seat,
        "kind": event.kind,
        "payload": event.payload,
        "at_ms": event.at_ms,
    }
    if over:
        shown["hash"] = event.hash
    return shown


def _seat_of(event: Event) -> int:
    if event.seat is None:
        raise ValueError("it needs a seat")
    return event.seat


def _ai_of(event: Event) -> dict[int, str]:
    """The levels of a start event by seat."""
    ai = event.payload.get("ai", {})
    if not isinstance(ai, dict):
        raise TypeError(f"its ai is {_short(ai)}")
    return {int(seat): level for seat, level in ai.items()}


def expect(position: Position, seat: int, expected_seq: int | None) -> None:
    if expected_seq is None:
        return
    if expected_seq > position.seq:
        raise Malformed(
            "seq_ahead",
            gettext_noop("expected_seq is %(expected)s, but the log ends at %(seq)s."),
            field="expected_seq",
            expected=expected_seq,
            seq=position.seq,
        )
    if 0 <= seat < len(position.born) and expected_seq < position.born[seat]:
        raise Stale(
            "stale",
            gettext_noop("The game has moved on: expected_seq is %(expected)s, the log is at %(seq)s."),
            field="expected_seq",
            expected=expected_seq,
            seq=position.seq,
        )


def _acted(position: Position, seat: int, action: Any, after: Any) -> Position:
    """The position with the state after an action; its seq is still that of the event before."""
    rules, state = position.rules, position.state
    if rules.submissions(state) is not None and rules.revealed(after) == rules.revealed(state):
        # A secret submission touches nobody else's decision: simultaneous players do not disturb one another.
        born = (*position.born[:seat], position.seq + 1, *position.born[seat + 1 :])
        return replace(position, state=after, born=born, undo=None, undo_seat=None, take_backs=0)
    if rules.revocable(state, seat, action):
        again = position.take_backs if position.undo_seat in (None, seat) else 0
        return _moved_on(replace(position, state=after), undo=position, undo_seat=seat, take_backs=again)
    return _moved_on(replace(position, state=after))


def _left(position: Position, seat: int, after: Any) -> Position:
    """The position after a seat has left: who owed a decision before and still does, owes the same one."""
    rules, state = position.rules, position.state
    owed = [set(rules.to_move(s)) - {seat} for s in (state, after)]
    moved = _moved_on(replace(position, state=after))
    if owed[0] != owed[1] or rules.revealed(after) != rules.revealed(state):
        return moved
    born = tuple(
        old if s in owed[1] else new for s, (old, new) in enumerate(zip(position.born, moved.born, strict=True))
    )
    return replace(moved, born=born)


def _taken_over(position: Position, seat: int, level: str) -> Position:
    check_may_leave(seat, position.persons, position.over)
    ai = (*position.ai[:seat], substitutes.level_of(level), *position.ai[seat + 1 :])
    return replace(position, ai=ai, taken_over=(*position.taken_over, seat))


def _moved_on(
    position: Position, undo: Position | None = None, undo_seat: int | None = None, take_backs: int = 0
) -> Position:
    """Every seat's decision is new from the next event on."""
    born = (position.seq + 1,) * len(position.born)
    return replace(position, born=born, undo=undo, undo_seat=undo_seat, take_backs=take_backs)


def _undone(position: Position) -> Position:
    earlier = position.undo
    assert earlier is not None
    return _moved_on(
        replace(position, state=earlier.state),
        undo=earlier.undo,
        undo_seat=earlier.undo_seat,
        take_backs=position.take_backs + 1,
    )


def _append(
    position: Position, kind: str, seat: int | None, payload: JSON, at_ms: int, events: tuple[Event, ...] = ()
) -> tuple[Position, tuple[Event, ...]]:
    at_ms = max(at_ms, position.at_ms)
    seq = position.seq + 1
    bare = Event(seq, seat, kind, payload, at_ms, "")
    event = replace(bare, hash=canonical.chain(position.hash, bare.body()))
    return replace(position, seq=seq, hash=event.hash, at_ms=at_ms), (*events, event)


def _reveal(
    position: Position, events: tuple[Event, ...], before: Any, seat: int, action: Any, facts: list[JSON]
) -> tuple[Position, tuple[Event, ...]]:
    rules = position.rules
    submissions = list(rules.submissions(before) or ())
    submissions[seat] = action
    shown = [None if s is None else rules.action_to_json(s) for s in submissions]
    return _append(position, "revealed", None, {"submissions": shown, "facts": facts}, position.at_ms, events)


def _close(position: Position, events: tuple[Event, ...]) -> Step:
    """Ends the step, with the `finished` event when the game is over."""
    outcome = position.outcome
    if outcome is not None:
        payload = {
            "outcome": outcome.to_json(),
            "secret": position.secret.hex(),
            "nonces": [nonce.hex() for nonce in position.nonces],
        }
        position, events = _append(position, "finished", None, payload, position.at_ms, events)
    return Step(position, events)


def _short(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 160 else text[:160] + "…"
