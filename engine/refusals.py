"""Refusals common to all games: whose turn it is, what is owed now, who may leave."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core import JSON, Illegal, gettext_noop


def not_your_turn(seat: int, to_move: Sequence[int], phase: str) -> Illegal:
    """Return the refusal to raise for a seat that owes no decision. With no seat to move: that the game is over."""
    if not to_move:
        return game_over()
    return Illegal(
        "not_your_turn",
        gettext_noop("It is not your turn. To move, with seats counted from 0: %(owing)s (%(phase)s)."),
        seat=seat,
        owing=", ".join(map(str, to_move)),
        phase=phase,
    )


def wrong_phase(action: str, phase: str) -> Illegal:
    """Return the refusal to raise for an action (as text) of another phase."""
    return Illegal(
        "wrong_phase",
        gettext_noop("You cannot “%(action)s” now; the current phase is “%(phase)s”."),
        field="type",
        action=action,
        phase=phase,
    )


def check_still_playing(seat: int, playing: Sequence[int], ended: bool) -> None:
    """Raise Illegal if the game has ended, or if the seat is not among those still `playing` (docs/rules.md A7)."""
    if ended:
        raise game_over()
    if seat not in playing:
        raise Illegal("not_playing", gettext_noop("Seat %(seat)s is no longer in the game."), seat=seat)


def check_may_plan(view: JSON) -> int:
    """Return the view's seat. Raise Illegal if it cannot plan ahead: only a player who waits for others can."""
    seat: int | None = view["seat"]
    if view["outcome"] is not None:
        raise game_over()
    row: JSON = {} if seat is None else view["seats"][seat]
    if seat is None or row.get("kind") == "legend" or row["out"] is not None:
        raise Illegal("not_playing", gettext_noop("Only a player who is still in the game can plan ahead."), seat=seat)
    if seat in view["to_move"]:
        raise Illegal("your_turn", gettext_noop("It is already your turn, so there is nothing to plan."))
    return seat


def everybody_at_once() -> Illegal:
    """Return the refusal to raise for planning ahead when the next decision is simultaneous."""
    return Illegal(
        "everybody_at_once",
        gettext_noop("The next decision is made by all players at the same time, so it cannot be planned."),
    )


def stage_complete() -> Illegal:
    """Return the refusal to raise for planning ahead when the seat's stage is complete."""
    return Illegal("stage_complete", gettext_noop("Your stage is complete. Your next turn comes after scoring."))


def no_room() -> Illegal:
    """Return the refusal to raise for planning ahead when no domino fits in the seat's stage."""
    return Illegal("no_room", gettext_noop("No domino fits in your stage, so you have no turn to plan."))


def game_over() -> Illegal:
    """Return the refusal to raise for any command in a game that is over."""
    return Illegal("game_over", gettext_noop("The game is over."))
