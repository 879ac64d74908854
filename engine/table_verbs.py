"""The commands that are not actions of a game: leaving, timing out, pausing, asking others (docs/formats/log.md).

They are in one file because all of them have to keep open requests and clocks consistent.

Like the commands of `engine.replay`, they refuse what is not allowed and return the events to append. `FOLDS` applies a
stored event without checks; `recompute` runs the command behind an event once more.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from engine import substitutes
from engine.core import JSON, Illegal, Malformed, Stale, gettext_noop
from engine.limits import TAKE_BACKS_PER_TURN
from engine.newtypes import SeatNumber, Seq, UnixMs
from engine.position import (
    Asked,
    ClockStamper,
    Event,
    Position,
    Step,
    append,
    append_first,
    check_goes_on,
    close,
    moved_on,
    place_on_errors,
)
from engine.refusals import check_still_playing, game_over

PAUSE, TAKE_BACK = "pause", "take_back"
REQUESTS = (PAUSE, TAKE_BACK)
"""What a seat may ask the others for."""


def resign(position: Position, seat: SeatNumber, *, at_ms: UnixMs, clocks: ClockStamper | None = None) -> Step:
    """Let the seat leave the game for good (docs/rules.md A7). Raise Illegal if it cannot."""
    return _leave(position, seat, "resigned", None, at_ms, clocks)


def take_over(
    position: Position, seat: SeatNumber, level: str, *, at_ms: UnixMs, clocks: ClockStamper | None = None
) -> Step:
    """Let the person on the seat leave for good and an AI of this level play on. For the rules nothing changes; at the
    end the seat ranks below the players who stayed (`ranking.rank_below`).

    Raise Illegal if the person cannot leave, Malformed for a malformed level.
    """
    return _leave(position, seat, "taken_over", level, at_ms, clocks)


def time_out(
    position: Position, seat: SeatNumber, level: str | None, *, at_ms: UnixMs, clocks: ClockStamper | None = None
) -> Step:
    """Time out the person on the seat: an AI of this level plays on, or (None) the seat is out as if it had resigned.

    Raise Illegal if the person cannot leave, Malformed for a malformed level.
    """
    return _leave(position, seat, "timed_out", level, at_ms, clocks)


def remove(
    position: Position, seat: SeatNumber, level: str | None, *, at_ms: UnixMs, clocks: ClockStamper | None = None
) -> Step:
    """Remove the person on the seat, as the site decided: an AI plays on or the seat is out, as in `time_out`.

    Raise Illegal if the person cannot leave, Malformed for a malformed level.
    """
    return _leave(position, seat, "removed", level, at_ms, clocks)


def _leave(
    position: Position, seat: SeatNumber, kind: str, level: str | None, at_ms: UnixMs, clocks: ClockStamper | None
) -> Step:
    with place_on_errors(position):
        check_still_playing(seat, position.persons, position.ended)
        if level is not None:
            after = _taken_over(position, seat, kind, level)
            return close(*append_first(position, after, kind, seat, {"ai": level}, at_ms, clocks))
        rules, state = position.rules, position.state
        facts: list[JSON] = []
        out = rules.drop_out(state, seat, facts)
    reveals = rules.submissions(state) is not None and rules.revealed(out) > rules.revealed(state)
    after = _out(position, seat, kind, out)
    payload = {"facts": facts[:1] if reveals else facts}  # the first fact is the departure (`Rules.drop_out`)
    position, events = append_first(position, after, kind, seat, payload, at_ms, clocks)
    if reveals:
        position, events = reveal(position, events, state, seat, None, facts[1:])
    return close(position, events)


def abort(
    position: Position, seat: SeatNumber, *, at_ms: UnixMs, clocks: ClockStamper | None = None, late: bool = False
) -> Step:
    """End the game without a result, in the name of the seat. `late`: because it did not make its first move in time.

    Raise Illegal if every person has acted already.
    """
    with place_on_errors(position):
        check_still_playing(seat, position.persons, position.ended)
        if position.under_way:
            raise Illegal(
                "too_late", gettext_noop("Everyone has moved, so you can no longer abort the game. You can resign.")
            )
    payload: JSON = {"late": True} if late else {}
    return Step(*append_first(position, _aborted(position, seat, late), "aborted", seat, payload, at_ms, clocks))


def ask(
    position: Position, seat: SeatNumber, what: object, *, at_ms: UnixMs, clocks: ClockStamper | None = None
) -> Step:
    """Ask all others for a pause, or to take back the seat's last action. With no one to ask, it takes effect at once.

    Raise Malformed for an unknown request, Illegal if it is not allowed now.
    """
    with place_on_errors(position):
        if what not in REQUESTS:
            raise Malformed(
                "malformed_request",
                gettext_noop("You can ask for %(whats)s, not “%(got)s”."),
                field="what",
                whats=", ".join(REQUESTS),
                got=what,
            )
        check_still_playing(seat, position.persons, position.ended)
        check_goes_on(position)
        if position.asked is not None:
            raise Illegal("asked_already", gettext_noop("Another request is open. Answer it first."))
        if what == TAKE_BACK and not position.can_ask_back(seat):
            raise cannot_take_back(position)
    asked = replace(position, asked=Asked(str(what), seat, Seq(position.seq + 1)))
    return _agreed(position, asked, "asked", seat, {"what": what}, at_ms, clocks)


def agree(
    position: Position, seat: SeatNumber, to: Seq | None = None, *, at_ms: UnixMs, clocks: ClockStamper | None = None
) -> Step:
    """Agree to the open request, made by event `to` (None: any). It takes effect once all have agreed.

    Raise Illegal if there is nothing to agree to, Stale if another request is open.
    """
    with place_on_errors(position):
        asked = _to_answer(position, seat, to)
        if seat == asked.seat or seat in asked.agreed:
            raise Illegal("answered", gettext_noop("You have already agreed."))
    after = replace(position, asked=replace(asked, agreed=(*asked.agreed, seat)))
    return _agreed(position, after, "agreed", seat, {}, at_ms, clocks)


def decline(
    position: Position, seat: SeatNumber, to: Seq | None = None, *, at_ms: UnixMs, clocks: ClockStamper | None = None
) -> Step:
    """Decline the open request, or withdraw it if it is the seat's own.

    Raise Illegal if no request is open, Stale if another one is.
    """
    with place_on_errors(position):
        _to_answer(position, seat, to)
    return Step(*append_first(position, replace(position, asked=None), "declined", seat, {}, at_ms, clocks))


def resume(position: Position, seat: SeatNumber | None, *, at_ms: UnixMs, clocks: ClockStamper | None = None) -> Step:
    """End the pause, in the name of a seat or (None) of the table. Raise Illegal if the game is not paused."""
    with place_on_errors(position):
        if position.ended:
            raise game_over()
        if seat is not None:
            check_still_playing(seat, position.persons, position.ended)
        if position.paused_ms is None:
            raise Illegal("not_paused", gettext_noop("The game is not paused."))
    return Step(*append_first(position, replace(position, paused_ms=None), "resumed", seat, {}, at_ms, clocks))


def vacation(
    position: Position, seat: SeatNumber, away: bool, *, at_ms: UnixMs, clocks: ClockStamper | None = None
) -> Step:
    """Begin (`away`) or end the vacation of the person on the seat. Raise Illegal if that changes nothing."""
    with place_on_errors(position):
        check_still_playing(seat, position.persons, position.ended)
        if (seat in position.away) == away:
            template = gettext_noop("Nothing to change: this player is already on vacation, or already back.")
            raise Illegal("no_change", template)
    after = _away(position, seat, away)
    return Step(*append_first(position, after, "vacation", seat, {"away": away}, at_ms, clocks))


def grace(position: Position, *, at_ms: UnixMs, clocks: ClockStamper) -> Step:
    """Restore to the clocks the time that an outage took. A deadline that would then fall into a night moves to the end
    of that night. Nothing else changes. Raise Illegal if the game has ended.
    """
    with place_on_errors(position):
        if position.ended:
            raise game_over()
    return Step(*append_first(position, position, "grace", None, {}, at_ms, clocks))


# --- effects of the events --------------------------------------------------------------------------------------------
def reveal(
    position: Position, events: tuple[Event, ...], before: Any, seat: SeatNumber, action: Any, facts: list[JSON]
) -> tuple[Position, tuple[Event, ...]]:
    """Append the `revealed` event, which follows the last of the secret submissions made in the state `before`."""
    rules = position.rules
    submissions = list(rules.submissions(before) or ())
    submissions[seat] = action
    shown = [None if s is None else rules.action_to_json(s) for s in submissions]
    return append(position, "revealed", None, {"submissions": shown, "facts": facts}, position.at_ms, events)


def undone(position: Position, seat: SeatNumber, to: Seq) -> Position:
    """Return the position with the state before the seat's last action, which is the state after event `to`. Raise
    ValueError if the seat's last action cannot be taken back, or if it did not follow event `to`.
    """
    for actor, earlier, _ in position.undos():
        if actor == seat:
            if earlier.seq != to:
                break
            return moved_on(
                replace(position, state=earlier.state),
                undo=earlier.undo,
                undo_seat=earlier.undo_seat,
                take_backs=position.take_backs + 1,
            )
    raise ValueError(f"nothing can be taken back to event {to!r}")


def undo_target(position: Position, seat: SeatNumber) -> Position:
    """The position before the seat's last action. The caller checks `can_ask_back` first."""
    return next(before for actor, before, _ in position.undos() if actor == seat)


def cannot_take_back(position: Position) -> Illegal:
    """Return the refusal that says why there is nothing to take back."""
    if position.undo is not None and position.take_backs >= TAKE_BACKS_PER_TURN:
        return Illegal(
            "too_many_take_backs",
            gettext_noop("You can take back at most %(limit)s moves per turn."),
            limit=TAKE_BACKS_PER_TURN,
        )
    return Illegal(
        "nothing_to_take_back",
        gettext_noop(
            "You cannot take this back: your last action revealed something new, or another player has moved since."
        ),
    )


def _agreed(
    before: Position,
    after: Position,
    kind: str,
    seat: SeatNumber,
    payload: JSON,
    at_ms: UnixMs,
    clocks: ClockStamper | None,
) -> Step:
    """Return the step of a request or of an agreement. If all others have agreed by now, it also has the event of the
    effect, `paused` or `taken_back`.
    """
    asked = after.asked
    assert asked is not None
    if set(after.persons) - {asked.seat, *asked.agreed}:
        return Step(*append_first(before, after, kind, seat, payload, at_ms, clocks))
    target = undo_target(before, asked.seat) if asked.what == TAKE_BACK else None
    at_ms = max(at_ms, before.at_ms)
    # The first event stores the clocks as they are after the effect. So the effect is computed twice: before that event
    # (for `final`), and after it, on the position that has its seq, hash and clocks.
    final = _with_effect(after, target, at_ms)
    answered, events = append_first(before, after, kind, seat, payload, at_ms, clocks, final)
    done = _with_effect(answered, target, at_ms)
    if target is None:
        return Step(*append(done, "paused", None, {}, at_ms, events))
    return close(*append(done, "taken_back", asked.seat, {"to": target.seq}, at_ms, events))


def _with_effect(position: Position, target: Position | None, at_ms: UnixMs) -> Position:
    """Return the position after the request took effect: the state of `target`, or (None) a pause."""
    asked, quiet = position.asked, replace(position, asked=None)
    assert asked is not None
    return replace(quiet, paused_ms=at_ms) if target is None else undone(quiet, asked.seat, target.seq)


def _to_answer(position: Position, seat: SeatNumber, to: Seq | None) -> Asked:
    """Return the open request. Raise Illegal if there is none, Stale if it is not that of event `to`."""
    check_still_playing(seat, position.persons, position.ended)
    if position.asked is None:
        raise Illegal("nothing_asked", gettext_noop("There is no open request."))
    if to is not None and to != position.asked.seq:
        raise Stale(
            "stale", gettext_noop("The open request is event %(now)s, not %(to)s."), field="asked_seq",
            now=position.asked.seq, to=to,
        )  # fmt: skip
    return position.asked


def _aborted(position: Position, seat: SeatNumber, late: bool) -> Position:
    """The position after an abort; with `late`, the seat is noted as timed out."""
    left = (*position.left[:seat], "timed_out", *position.left[seat + 1 :]) if late else position.left
    return replace(position, aborted=True, asked=None, left=left)


def _taken_over(position: Position, seat: SeatNumber, kind: str, level: str) -> Position:
    ai = (*position.ai[:seat], substitutes.level_of(level), *position.ai[seat + 1 :])
    gone = _gone(position, seat, kind)
    return replace(gone, ai=ai, taken_over=(*position.taken_over, seat))


def _out(position: Position, seat: SeatNumber, kind: str, after: Any) -> Position:
    """The position after a seat has left. If the other seats owe the same decisions as before, they keep their
    `owed_since`.
    """
    rules, state = position.rules, position.state
    owed_before, owed_after = (set(rules.to_move(at)) - {seat} for at in (state, after))
    moved = moved_on(replace(_gone(position, seat, kind), state=after))
    if owed_before != owed_after or rules.revealed(after) != rules.revealed(state):
        return moved
    owed_since = tuple(
        old if other in owed_after else new
        for other, (old, new) in enumerate(zip(position.owed_since, moved.owed_since, strict=True))
    )
    return replace(moved, owed_since=owed_since)


def _gone(position: Position, seat: SeatNumber, kind: str) -> Position:
    """The position after the person has left the seat: the seat is no longer away, and any open request is dropped."""
    how = "resigned" if kind == "taken_over" else kind  # `taken_over`: resigned at a table with a substitute
    left = (*position.left[:seat], how, *position.left[seat + 1 :])
    return replace(_away(position, seat, False), left=left, asked=None)


def _away(position: Position, seat: SeatNumber, away: bool) -> Position:
    others = tuple(other for other in position.away if other != seat)
    return replace(position, away=(*others, seat) if away else others)


# --- stored events ----------------------------------------------------------------------------------------------------
Fold = Callable[[Position, Event], Position]


def _fold_leave(position: Position, event: Event) -> Position:
    seat = seat_of(event)
    if "ai" in event.payload:
        return _taken_over(position, seat, event.kind, event.payload["ai"])
    return _out(position, seat, event.kind, position.rules.drop_out(position.state, seat))


def _fold_agreed(position: Position, event: Event) -> Position:
    if position.asked is None:
        raise ValueError("nothing was asked for")
    agreed = (*position.asked.agreed, seat_of(event))
    return replace(position, asked=replace(position.asked, agreed=agreed))


FOLDS: dict[str, Fold] = {
    "resigned": _fold_leave,
    "taken_over": _fold_leave,
    "timed_out": _fold_leave,
    "removed": _fold_leave,
    "aborted": lambda position, event: _aborted(position, seat_of(event), event.payload.get("late") is True),
    "asked": lambda position, event: replace(position, asked=Asked(event.payload["what"], seat_of(event), event.seq)),
    "agreed": _fold_agreed,
    "declined": lambda position, event: replace(position, asked=None),
    "paused": lambda position, event: replace(position, asked=None, paused_ms=event.at_ms),
    "resumed": lambda position, event: replace(position, paused_ms=None),
    "vacation": lambda position, event: _away(position, seat_of(event), event.payload["away"]),
    "grace": lambda position, event: position,
    "taken_back": lambda position, event: undone(replace(position, asked=None), seat_of(event), event.payload["to"]),
}
"""How an accepted event of each kind changes the position."""


def recompute(position: Position, event: Event, clocks: ClockStamper) -> Step | None:
    """Run the command behind a stored event again. Return None for kinds that `engine.replay` handles."""
    at_ms, payload = event.at_ms, event.payload
    match event.kind:
        case "resigned":
            return resign(position, seat_of(event), at_ms=at_ms, clocks=clocks)
        case "taken_over":
            return take_over(position, seat_of(event), payload["ai"], at_ms=at_ms, clocks=clocks)
        case "timed_out":
            return time_out(position, seat_of(event), payload.get("ai"), at_ms=at_ms, clocks=clocks)
        case "removed":
            return remove(position, seat_of(event), payload.get("ai"), at_ms=at_ms, clocks=clocks)
        case "aborted":
            return abort(position, seat_of(event), at_ms=at_ms, clocks=clocks, late=payload.get("late") is True)
        case "asked":
            return ask(position, seat_of(event), payload["what"], at_ms=at_ms, clocks=clocks)
        case "agreed":
            return agree(position, seat_of(event), at_ms=at_ms, clocks=clocks)
        case "declined":
            return decline(position, seat_of(event), at_ms=at_ms, clocks=clocks)
        case "resumed":
            return resume(position, event.seat, at_ms=at_ms, clocks=clocks)
        case "vacation":
            return vacation(position, seat_of(event), payload["away"] is True, at_ms=at_ms, clocks=clocks)
        case "grace":
            return grace(position, at_ms=at_ms, clocks=clocks)
    return None


def seat_of(event: Event) -> SeatNumber:
    """Return the event's seat. Raise ValueError if it has none."""
    if event.seat is None:
        raise ValueError("it needs a seat")
    return event.seat
