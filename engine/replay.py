"""A game as a log: commands produce events, and folding the events yields the game (docs/formats/log.md).

`start`, `act`, `take_back` and the functions of `engine.table_verbs` are commands: they check their input and return
the events to append. `fold` trusts events that came from commands. `check` trusts nothing and recomputes every event.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from engine import canonical, chance, registry, substitutes, table_verbs
from engine.core import JSON, GameError, Illegal, Malformed, gettext_noop
from engine.newtypes import BEFORE_FIRST, FIRST, SeatNumber, Seq, UnixMs
from engine.position import (
    ClockStamper,
    Event,
    LogError,
    Position,
    Step,
    append_first,
    check_goes_on,
    close,
    expect,
    moved_on,
    place_on_errors,
)
from engine.table_verbs import seat_of
from engine.time_checks import Watch

OUT_OF_CHAIN = "its hash does not fit the hash chain"


def start(
    game: str,
    version: int | None,
    options: object,
    secret: bytes,
    nonces: Sequence[bytes],
    at_ms: UnixMs,
    ai: Mapping[SeatNumber, str] | None = None,
    terms: JSON | None = None,
    clocks: ClockStamper | None = None,
) -> Step:
    """Start a game with event 0.

    `nonces` has 32 bytes for each seat except the Legend's; `ai` maps the AIs' seats to their levels; `terms` holds the
    table terms (what was agreed on in addition to the rules). Raise Malformed if the input is invalid.
    """
    rules = registry.get(game, version)
    checked = rules.options_from_json(options)
    kinds = rules.seat_kinds(checked)
    players = sum(kind != "legend" for kind in kinds)  # persons and AIs
    if len(nonces) != players:
        raise Malformed(
            "wrong_nonces",
            gettext_noop(
                "The number of nonces must be %(needed)s, one for each seat except the Legend's, not %(got)s."
            ),
            needed=players,
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
        "components": rules.components_sha256,
        "commitment": chance.commitment(secret),
        "facts": facts,
    }
    if ai:
        payload["ai"] = {str(seat): level for seat, level in ai.items()}
    if terms:
        payload["table"] = terms
    blank = Position(
        rules, checked, state, secret, tuple(nonces), BEFORE_FIRST, canonical.GENESIS, at_ms,
        owed_since=(FIRST,) * len(kinds), ai=levels, left=(None,) * len(kinds), terms=terms or {},
    )  # fmt: skip
    return close(*append_first(None, blank, "start", None, payload, at_ms, clocks))


def act(
    position: Position,
    seat: SeatNumber,
    action: object,
    *,
    expected_seq: Seq | None,
    at_ms: UnixMs,
    clocks: ClockStamper | None = None,
) -> Step:
    """Carry out a seat's action, given as JSON. Raise Malformed, Illegal or Stale, each with the log's seq."""
    rules, state = position.rules, position.state
    with place_on_errors(position):
        expect(position, seat, expected_seq)
        typed = rules.action_from_json(action)
        if not 0 <= seat < len(position.owed_since):
            raise Illegal("no_such_seat", gettext_noop("There is no seat %(seat)s."), seat=seat)
        check_goes_on(position)
        facts: list[JSON] = []
        after = rules.apply(state, seat, typed, facts)
    payload: JSON = {"action": rules.action_to_json(typed)}
    simultaneous = rules.submissions(state) is not None
    if not simultaneous:
        payload["facts"] = facts
    moved = _acted(position, seat, typed, after)
    kind = "submission" if simultaneous else "action"
    position, events = append_first(position, moved, kind, seat, payload, at_ms, clocks)
    if simultaneous and rules.revealed(after) > rules.revealed(state):
        position, events = table_verbs.reveal(position, events, state, seat, typed, facts)
    return close(position, events)


def take_back(
    position: Position, seat: SeatNumber, *, expected_seq: Seq | None, at_ms: UnixMs, clocks: ClockStamper | None = None
) -> Step:
    """Take back the seat's last action. Raise Illegal if that is not allowed, Malformed or Stale if `expected_seq` does
    not fit.
    """
    with place_on_errors(position):
        expect(position, seat, expected_seq)
        check_goes_on(position)
        if not position.can_take_back(seat):
            raise table_verbs.cannot_take_back(position)
    to = table_verbs.undo_target(position, seat).seq
    after = table_verbs.undone(position, seat, to)
    return close(*append_first(position, after, "taken_back", seat, {"to": to}, at_ms, clocks))


def fold(events: Iterable[Event], secret: bytes, nonces: Sequence[bytes]) -> Position:
    """Return the position after a stored log, trusting that the rules allowed its actions. Raise LogError if the log is
    empty or has a gap, if a hash does not match its event, or if folding fails.
    """
    position: Position | None = None
    for event in events:
        position = advance(position, event, secret, nonces)
    if position is None:
        raise LogError(FIRST, "the log is empty")
    return position


def restore(
    events: Iterable[Event], secret: bytes, nonces: Sequence[bytes], seq: Seq, head: str, since: Position | None = None
) -> Position:
    """Fold a log, or the part of it after `since`, that must end with event `seq` and the hash `head`. Raise LogError
    as `fold` does, and also if it ends earlier or with another hash.
    """
    before = position = since
    for event in events:
        before, position = position, advance(position, event, secret, nonces)
    if position is None or position.seq < seq:
        raise LogError(_seq_after(position), f"the log should continue to event {seq}", position)
    if position.hash != head:
        raise LogError(position.seq, "its hash is not the recorded one", before)
    return position


def advance(position: Position | None, event: Event, secret: bytes, nonces: Sequence[bytes]) -> Position:
    """Return the position after one more stored event. Raise LogError if the event does not follow."""
    seq = _seq_after(position)
    if event.seq != seq:
        raise LogError(seq, f"expected event {seq}, found event {event.seq}", position)
    if _chained(_hash_of(position), event, position) != event.hash:
        raise LogError(seq, OUT_OF_CHAIN, position)
    try:
        if position is None:
            if event.kind != "start":
                raise LogError(FIRST, f"a log begins with start, not {event.kind!r}")
            # Running the start again yields a payload made by today's code, whose hash may differ from the stored one.
            # `fold` does not check the payload, so it keeps the stored hash.
            return replace(_recompute_start(event, secret, nonces).position, hash=event.hash)
        moved = _fold_one(position, event)
    except GameError as error:
        raise LogError(seq, f"{event.kind} does not fit: {error.detail}", position) from error
    except (LookupError, TypeError, ValueError) as error:
        raise LogError(seq, f"{event.kind} cannot be read: {error!r}", position) from error
    clocks = event.payload.get("clocks", position.clocks)
    return replace(moved, seq=event.seq, hash=event.hash, at_ms=event.at_ms, clocks=clocks)


def check_chain(events: Iterable[Event], seq: Seq = FIRST, previous: str | None = canonical.GENESIS) -> None:
    """Check the hash chain of events that begin with `seq`. Raise LogError at the first event whose seq or hash does
    not match. `previous` is the hash before them; None if unknown: then the first event's hash is trusted.
    """
    for at, event in enumerate(events, seq):
        if event.seq != at:
            raise LogError(Seq(at), f"expected event {at}, found event {event.seq}")
        if previous is not None and _chained(previous, event) != event.hash:
            raise LogError(event.seq, OUT_OF_CHAIN)
        previous = event.hash


def _chained(previous: str, event: Event, position: Position | None = None) -> str:
    """Return the event's hash, chained to the previous one. Raise LogError if the event has no canonical JSON."""
    try:
        return canonical.chain(previous, event.body())
    except ValueError as error:
        raise LogError(event.seq, f"it has no canonical JSON: {error}", position) from None


def _seq_after(position: Position | None) -> Seq:
    return FIRST if position is None else Seq(position.seq + 1)


def _hash_of(position: Position | None) -> str:
    return canonical.GENESIS if position is None else position.hash


def _fold_one(position: Position, event: Event) -> Position:
    rules = position.rules
    if event.kind in ("action", "submission"):
        seat = seat_of(event)
        action = rules.action_from_json(event.payload["action"])
        return _acted(position, seat, action, rules.apply(position.state, seat, action))
    if event.kind in table_verbs.FOLDS:
        return table_verbs.FOLDS[event.kind](position, event)
    if event.kind in ("revealed", "finished"):
        return position
    raise ValueError(f"unknown kind {event.kind!r}")


def check(events: Sequence[Event], secret: bytes, nonces: Sequence[bytes], commitment: str) -> Position:
    """Recompute all events, with facts, derived events and hashes. Raise LogError at the first that differs."""
    if chance.commitment(secret) != commitment:
        raise LogError(FIRST, "the secret does not fit the commitment")
    done: Position | None = None
    # The recomputed events of the current step that have not yet been found in the log. When there are none, the next
    # event begins a step, and its command is run again.
    waiting: list[Event] = []
    watch = Watch()
    for event in events:
        begins = not waiting
        if begins:
            step = _recompute(done, event, secret, nonces)
            waiting = list(step.events)
        expected = waiting.pop(0)
        if event.seq != expected.seq:
            raise LogError(expected.seq, f"expected event {expected.seq}, found event {event.seq}", done)
        _compare(done, event, expected)
        if begins:
            _check_time(watch, done, event, step.position)
        # `step.position` is the position after the step's last event only.
        done = advance(done, event, secret, nonces) if waiting else step.position
    if done is None:
        raise LogError(FIRST, "the log is empty")
    if waiting:
        raise LogError(_seq_after(done), f"the {waiting[0].kind} event is missing", done)
    return done


def _check_time(watch: Watch, done: Position | None, event: Event, after: Position) -> None:
    """Check what cannot be recomputed: the event's time and clocks. Raise LogError if they do not fit."""
    try:
        watch.follow(done, event, after)
    except ValueError as error:
        raise LogError(event.seq, f"{event.kind} does not fit: {error}", done) from error


def _compare(done: Position | None, event: Event, expected: Event) -> None:
    """Raise LogError unless the event is byte for byte the one that was recomputed."""
    if event.at_ms != expected.at_ms:
        raise LogError(
            event.seq,
            "its time is before the previous event's, or not that of the event with which its step began",
            done,
        )
    hashed = _chained(_hash_of(done), event, done)
    if hashed == event.hash == expected.hash:
        return
    for field in ("kind", "seat", "payload"):
        found, recomputed = getattr(event, field), getattr(expected, field)
        if canonical.encode(found) != canonical.encode(recomputed):
            raise LogError(event.seq, f"its {field} is {short(found)}; recomputed, it is {short(recomputed)}", done)
    if hashed != event.hash:
        raise LogError(event.seq, OUT_OF_CHAIN, done)


def _recompute(done: Position | None, event: Event, secret: bytes, nonces: Sequence[bytes]) -> Step:
    """Run the command behind this event again and return its step. Raise LogError if it is refused."""
    seq = _seq_after(done)
    try:
        if done is None:
            return _recompute_start(event, secret, nonces)
        clocks = _stored_clocks(event)
        if event.kind in ("action", "submission"):
            seat, action = seat_of(event), event.payload["action"]
            return act(done, seat, action, expected_seq=None, at_ms=event.at_ms, clocks=clocks)
        if event.kind == "taken_back":
            return take_back(done, seat_of(event), expected_seq=None, at_ms=event.at_ms, clocks=clocks)
        step = table_verbs.recompute(done, event, clocks)
        if step is not None:
            return step
    except GameError as error:
        raise LogError(seq, f"{event.kind} does not fit: {error.detail}", done) from error
    except (LookupError, TypeError, ValueError) as error:
        raise LogError(seq, f"{event.kind} cannot be read: {error!r}", done) from error
    raise LogError(seq, f"no event of kind {event.kind!r} belongs here", done)


def _recompute_start(event: Event, secret: bytes, nonces: Sequence[bytes]) -> Step:
    p = event.payload
    return start(
        p["game"], p["rules_version"], p["options"], secret, nonces, event.at_ms, _ai_of(event), p.get("table"),
        _stored_clocks(event),
    )  # fmt: skip


def _stored_clocks(event: Event) -> ClockStamper:
    """Return a stamper that repeats the event's clocks: the log lacks the players' nights and the outages that are
    needed to recompute them (`engine.time_checks`).
    """
    return lambda before, after, at_ms: event.payload.get("clocks")


def _ai_of(event: Event) -> dict[SeatNumber, str]:
    """The AI levels in a start event, by seat. Raise TypeError if they are not an object."""
    ai = event.payload.get("ai", {})
    if not isinstance(ai, dict):
        raise TypeError(f"its ai is {short(ai)}")
    return {SeatNumber(int(seat)): level for seat, level in ai.items()}


def _acted(position: Position, seat: SeatNumber, action: Any, after: Any) -> Position:
    """Return the position with the state after an action, but still with the previous event's seq."""
    rules, state = position.rules, position.state
    position = replace(position, acted=position.acted | 1 << seat)
    if rules.submissions(state) is not None and rules.revealed(after) == rules.revealed(state):
        # A secret submission leaves the other seats' decisions as they are: it must not make their actions stale.
        owed_since = (*position.owed_since[:seat], _seq_after(position), *position.owed_since[seat + 1 :])
        return replace(
            position, state=after, owed_since=owed_since, undo=None, undo_seat=None, take_backs=0, asked=None
        )
    if rules.revocable(state, seat, action):
        # The count of take-backs goes on if the last action in the chain is this seat's, or if the chain is empty, as
        # after this seat has taken back all of its turn. If the chain goes on with the previous player's turn, taking
        # back all starts the count anew.
        take_backs = position.take_backs if position.undo_seat in (None, seat) else 0
        return moved_on(replace(position, state=after), undo=position, undo_seat=seat, take_backs=take_backs)
    return moved_on(replace(position, state=after))


def short(value: object) -> str:
    """Return the value as errors quote it: its repr, cut at 160 characters."""
    text = repr(value)
    return text if len(text) <= 160 else text[:160] + "…"
