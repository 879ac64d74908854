"""Whole games of random legal actions, for tests, benchmarks and the command line."""

from __future__ import annotations

from random import Random

from engine import registry, replay
from engine.core import JSON
from engine.newtypes import SeatNumber, UnixMs
from engine.position import Event, Position

START_MS = UnixMs(1_700_000_000_000)
"""The made-up time of event 0; each further event is a second later."""


def random_game(
    game: str, options: JSON, rng: Random, *, resubmit: float = 0.0, take_back: float = 0.0
) -> tuple[Position, list[Event]]:
    """Play a random game to its end and return its last position and events. `resubmit` and `take_back` are the
    probabilities of replacing a submission and of taking back an action.
    """
    rules = registry.get(game)
    checked = rules.options_from_json(options)
    players = sum(kind != "legend" for kind in rules.seat_kinds(checked))
    nonces = [rng.randbytes(32) for _ in range(players)]
    step = replay.start(game, None, checked, rng.randbytes(32), nonces, START_MS)
    events = list(step.events)
    while not step.position.over:
        position = step.position
        at_ms = UnixMs(position.at_ms + 1000)
        if take_back and position.can_take_back(position.undo_seat) and rng.random() < take_back:
            assert position.undo_seat is not None
            step = replay.take_back(position, position.undo_seat, expected_seq=position.seq, at_ms=at_ms)
            events += step.events
            continue
        seat = rng.choice(position.to_move)
        submitted = rules.submissions(position.state)
        if submitted is not None and rng.random() < resubmit:
            resubmitting = [
                SeatNumber(s) for s, own in enumerate(submitted) if own is not None and _may_act(position, s)
            ]
            seat = rng.choice([*resubmitting, seat])
        action = rules.random_action(position.state, seat, rng)
        step = replay.act(position, seat, rules.action_to_json(action), expected_seq=position.seq, at_ms=at_ms)
        events += step.events
    return step.position, events


def _may_act(position: Position, seat: int) -> bool:
    return next(iter(position.rules.legal_actions(position.state, seat)), None) is not None
