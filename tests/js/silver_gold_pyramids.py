"""Marks in Silver & Gold: Pyramids by the engine, for the tests of the browser's arithmetic.

lies    {card, marked, shape, lies, open}: random walks over every card, and the legal marks on it
steps   {round, seat, action, after}: random games' submissions, and the seat's state after them
game    {events, seats}: the events of a game of three in which one player leaves, and its final state
"""

from __future__ import annotations

from random import Random
from typing import Any

from msgspec.structs import replace

from engine.silver_gold_pyramids import marking, views
from engine.silver_gold_pyramids.actions import Mark, cell_names, to_json
from engine.silver_gold_pyramids.cards import built_in, cells
from engine.silver_gold_pyramids.rules import SilverGoldPyramids
from engine.silver_gold_pyramids.shapes import CELLS
from engine.silver_gold_pyramids.state import Explorer

GAMES = 8


def samples(seed: int = 7) -> dict[str, Any]:
    rng = Random(seed)
    return {"lies": _lies(rng), "steps": [step for _ in range(GAMES) for step in _steps(rng)], "game": _game(rng)}


def _lies(rng: Random) -> list[dict[str, Any]]:
    deck = built_in()
    found = []
    for number in deck.numbers:
        card = deck[number]
        marked = 0
        for _ in range(4):
            for shape in CELLS:
                found.append(
                    {
                        "card": number,
                        "marked": list(cell_names(marked)),
                        "shape": shape,
                        "lies": sorted(marking.positions(card, marked, shape)),
                        "open": list(cell_names(marking.open_cells(card, marked))),
                    }
                )
            for _ in range(3):
                if left := cells(marking.open_cells(card, marked)):
                    marked |= rng.choice(left)
    return found


def _steps(rng: Random) -> list[dict[str, Any]]:
    rules = SilverGoldPyramids()
    state = rules.start({"seats": 2}, rng.randbytes(32))
    found = []
    while rules.outcome(state) is None:
        seat = rules.to_move(state)[0]
        action = rules.random_action(state, seat, rng)
        if isinstance(action, Mark):
            assert state.shape is not None
            explorer = state.explorers[seat]
            after = marking.check_and_apply(explorer, state.shape, state.round, action)
            found.append(
                {
                    "round": state.round + 1,
                    "seat": rules.view(state, seat)["seats"][seat],
                    "action": to_json(action),
                    "after": _after(after),
                }
            )
        state = rules.apply(state, seat, action)
    return found


def _game(rng: Random) -> dict[str, Any]:
    rules = SilverGoldPyramids()
    told: list[dict[str, Any]] = []
    state = rules.start({"seats": 3}, rng.randbytes(32), told)
    events: list[dict[str, Any]] = [{"kind": "start", "seat": None, "facts": told}]
    while rules.outcome(state) is None:
        told = []
        seat = rules.to_move(state)[0]
        if state.step == 9 and len(state.playing) == 3:
            state = rules.drop_out(state, 1, told)
            events.append({"kind": "resigned", "seat": 1, "facts": told})
        else:
            state = rules.apply(state, seat, rules.random_action(state, seat, rng), told)
            events.append({"kind": "action", "seat": seat, "facts": told})
    rows = [
        {"seq": seq, "seat": event["seat"], "kind": event["kind"], "payload": {"facts": event["facts"]}, "at_ms": 0}
        for seq, event in enumerate(events)
    ]
    return {"events": rows, "seats": rules.view(state, None)["seats"]}


def _after(explorer: Explorer) -> dict[str, Any]:
    done = [started for started in explorer.cards if started.finished]
    counted = replace(explorer, finished_cards=(*explorer.finished_cards, *done))
    return {
        "marked": {str(started.number): list(cell_names(started.marked)) for started in explorer.cards},
        "finished": sorted(started.number for started in done),
        "sheet": {
            "red_gems": explorer.sheet.red_gems,
            "green_gems": explorer.sheet.green_gems,
            "torches": [n + 1 for n in range(4) if explorer.sheet.torches >> n & 1],
            "skulls": explorer.sheet.skulls,
        },
        "points": views.points(counted.by_source),
        "total": counted.total,
    }
