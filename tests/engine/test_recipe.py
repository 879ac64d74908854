"""The recipe of engine/README.md, applied to a toy game: two players add 1 to 3 in turn; the player who reaches ten
wins.

The starting player is drawn; before the first turn both secretly bet on the winner, and a correct bet is worth a point.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from random import Random
from typing import Annotated, Any, Literal

import msgspec
import pytest
from msgspec import Meta
from msgspec.structs import replace

from engine import registry, replay
from engine.chance import Stream
from engine.core import JSON, Illegal, Malformed, Outcome, Points, Source, TableKind
from engine.export import export, read, rebuild
from engine.refusals import check_may_plan, everybody_at_once
from engine.simulate import random_game
from engine.tables_by_seats import by_seats
from engine.wire import read_action, read_options, unreadable
from tests.engine import hidden, test_contract

TARGET = 10


class Bet(msgspec.Struct, frozen=True, tag_field="type", tag="bet", forbid_unknown_fields=True):
    on: Literal[0, 1]


class Add(msgspec.Struct, frozen=True, tag_field="type", tag="add", forbid_unknown_fields=True):
    number: Annotated[int, Meta(ge=1, le=3)]


Action = Bet | Add


class State(msgspec.Struct, frozen=True):
    stream: Stream
    turn: int
    bets: tuple[Bet | None, ...] | None = (None, None)
    placed: tuple[Bet | None, ...] = ()
    total: int = 0
    out: int | None = None
    outcome: Outcome | None = None


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    seats: Literal[2] = 2


class CountToTen:
    key = "count-to-ten"
    version = 1
    name = "Count to ten"
    about = "Add 1 to 3 in turn; who reaches ten wins."
    component_file = b""
    components_sha256 = hashlib.sha256(component_file).hexdigest()

    def table_kinds(self) -> tuple[TableKind, ...]:
        return by_seats(2)

    def options_from_json(self, raw: object) -> JSON:
        return {"seats": read_options(raw, Options).seats}

    def seat_kinds(self, options: Mapping[str, Any]) -> tuple[str, ...]:
        return ("player", "player")

    def start(self, options: Mapping[str, Any], seed: bytes, facts: list[JSON] | None = None) -> State:
        turn, stream = Stream(seed, "start").below(2)
        if facts is not None:
            facts.append({"type": "set_up", "starter": turn})
        return State(stream, turn)

    def to_move(self, state: State) -> tuple[int, ...]:
        if state.outcome is not None:
            return ()
        if state.bets is not None:
            return tuple(seat for seat in (0, 1) if state.bets[seat] is None)
        return (state.turn,)

    def legal_actions(self, state: State, seat: int) -> Iterable[Action]:
        if state.outcome is not None:
            return []
        if state.bets is not None:
            return [Bet(0), Bet(1)]
        return [Add(n) for n in (1, 2, 3)] if seat == state.turn else []

    def random_action(self, state: State, seat: int, rng: Random) -> Action:
        return rng.choice(list(self.legal_actions(state, seat)))

    def apply(self, state: State, seat: int, action: Action, facts: list[JSON] | None = None) -> State:
        if action not in self.legal_actions(state, seat):
            raise Illegal("not_now", "“%(action)s” cannot be done now.", action=self.action_to_text(action))
        if isinstance(action, Bet):
            assert state.bets is not None
            bets = (action, state.bets[1]) if seat == 0 else (state.bets[0], action)
            return replace(state, bets=bets) if None in bets else replace(state, bets=None, placed=bets)
        if facts is not None:
            facts.append({"type": "added", "seat": seat, "number": action.number})
        total = state.total + action.number
        state = replace(state, total=total, turn=1 - seat)
        return self._finish(state, seat, "completed") if total >= TARGET else state

    def _finish(self, state: State, winner: int, reason: str) -> State:
        right = [int(bet is not None and bet.on == winner) for bet in (state.placed or (None, None))]
        scores = (right[0] + 2 * (winner == 0), right[1] + 2 * (winner == 1))
        ranks = (1, 2) if winner == 0 else (2, 1)
        return replace(state, bets=None, outcome=Outcome(reason, scores, ranks))

    def drop_out(self, state: State, seat: int, facts: list[JSON] | None = None) -> State:
        if state.outcome is not None:
            raise Illegal("game_over", "The game is over.")
        if facts is not None:
            facts.append({"type": "out", "seat": seat})
        return self._finish(replace(state, out=seat), 1 - seat, "out")

    def out(self, state: State) -> tuple[int, ...]:
        return () if state.out is None else (state.out,)

    def turn(self, state: State, seat: int) -> int:
        return state.total + bool(state.placed)

    def submissions(self, state: State) -> tuple[Bet | None, ...] | None:
        return state.bets

    def revealed(self, state: State) -> int:
        return int(bool(state.placed))

    def revocable(self, state: State, seat: int, action: Action) -> bool:
        return isinstance(action, Add)

    def view(self, state: State, seat: int | None) -> JSON:
        own = None if state.bets is None or seat is None else state.bets[seat]
        return {
            "game": self.key,
            "version": self.version,
            "options": {"seats": 2},
            "seat": seat,
            "to_move": list(self.to_move(state)),
            "turn": state.turn,
            "total": state.total,
            "bets": [None if bet is None else bet.on for bet in state.placed],
            "seats": [{"out": 1 if state.out == s else None} for s in (0, 1)],
            "submission": None if own is None else self.action_to_json(own),
            "decision": None if seat is None else [self.action_to_json(a) for a in self.legal_actions(state, seat)],
            "outcome": None if state.outcome is None else state.outcome.to_json(),
        }

    def outcome(self, state: State) -> Outcome | None:
        return state.outcome

    def points(self, state: State) -> Points:
        scores = state.outcome.scores if state.outcome else (0, 0)
        sources = (Source("ten", "Ten reached"), Source("bet", "Right bet"))
        return Points("Game %(number)s", sources, tuple(((score - score % 2, score % 2),) for score in scores))

    def action_from_json(self, raw: object) -> Action:
        action: Action = read_action(raw, Action, "bet or add")
        return action

    def action_to_json(self, action: Action) -> JSON:
        raw: JSON = msgspec.to_builtins(action)
        return raw

    def action_from_text(self, text: str) -> Action:
        for action in (Bet(0), Bet(1), Add(1), Add(2), Add(3)):
            if self.action_to_text(action) == text:
                return action
        raise unreadable(text, "B0; +3")

    def action_to_text(self, action: Action) -> str:
        return f"B{action.on}" if isinstance(action, Bet) else f"+{action.number}"

    def show(self, state: State) -> str:
        return f"{state.total} of {TARGET}"

    def check(self, state: State) -> None:
        assert 0 <= state.total < TARGET + 3

    def imagine(self, view: JSON, rng: Random) -> State:
        bets: list[Bet | None] = [None if s in view["to_move"] else rng.choice([Bet(0), Bet(1)]) for s in (0, 1)]
        if view["submission"] is not None:
            bets[view["seat"]] = Bet(view["submission"]["on"])
        over = view["outcome"]
        return State(
            stream=Stream(rng.randbytes(32), "start", rng.randrange(9)),
            turn=view["turn"],
            bets=None if view["bets"] or over else tuple(bets),
            placed=tuple(map(Bet, view["bets"])),
            total=view["total"],
            out=next((s for s in (0, 1) if view["seats"][s]["out"]), None),
            outcome=over and Outcome(over["reason"], tuple(over["scores"]), tuple(over["ranks"])),
        )

    def next_turn(self, view: JSON, rng: Random) -> State:
        seat = check_may_plan(view)
        state = self.imagine(view, rng)
        if state.bets is not None:
            raise everybody_at_once()
        return replace(state, turn=seat)


def toy_twin(state: State, seat: int | None, rng: Random) -> State:
    """Hidden: the stream, and the others' bets until both are placed."""
    bets = state.bets
    if bets is not None:
        bets = tuple(bet if bet is None or n == seat else rng.choice([Bet(0), Bet(1)]) for n, bet in enumerate(bets))
    return replace(state, stream=hidden.fresh(state.stream, rng), bets=bets)


@pytest.fixture
def toy(monkeypatch: pytest.MonkeyPatch) -> CountToTen:
    """Add the toy's line to the registry, and its line to hidden.py."""
    rules = CountToTen()
    monkeypatch.setitem(hidden.TWINS, rules.key, toy_twin)
    monkeypatch.setattr(registry, "GAMES", [*registry.GAMES, rules])
    return rules


CONTRACT = [
    getattr(test_contract, name)
    for name in dir(test_contract)
    if name.startswith("test_") and name not in ("test_junk_is_malformed", "test_bad_options_are_malformed")
]


@pytest.mark.parametrize("promise", CONTRACT, ids=lambda test: test.__name__)
def test_the_toy_keeps_the_contract(promise: Any, toy: CountToTen) -> None:
    promise(table=(toy, {"seats": 2}))


@pytest.mark.parametrize("junk", test_contract.JUNK, ids=repr)
def test_the_toy_refuses_junk(junk: object, toy: CountToTen) -> None:
    with pytest.raises(Malformed):
        toy.action_from_json(junk)


def test_it_is_played_exported_and_verified_like_any_other(toy: CountToTen) -> None:
    assert toy in registry.games()
    position, events = random_game("count-to-ten", {"seats": 2}, Random(1), resubmit=0.3, take_back=0.3)
    document = export(position, events)
    assert document["components"]["content"] == "", "parts that are not the project's own are included in the export"
    assert rebuild(read(json.loads(json.dumps(document)))).outcome == position.outcome
    assert replay.fold(events, position.secret, position.nonces).state == position.state
    assert "revealed" in {event.kind for event in events}
