"""What each view shows, read from the state field by field (docs/formats/view.md)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import pytest

from engine.core import JSON
from engine.forgotten_treasures import gems
from engine.forgotten_treasures import state as treasures
from engine.forgotten_treasures.actions import to_json as score_to_json
from engine.pyramido import state as pyramido
from engine.silver_gold_pyramids import state as silver_gold
from engine.silver_gold_pyramids.actions import Pass
from engine.silver_gold_pyramids.actions import to_json as submission_to_json
from tests.engine.tables import IDS, TABLES, Table

PHASES = {
    "forgotten-treasures": {"take", "reveal", "place", "score", "over"},
    "pyramido": {"place", "mark", "finish", "over"},
    "silver-gold-pyramids": {"keep", "mark", "replace", "over"},
}
every_table = pytest.mark.parametrize("table", range(len(TABLES)), ids=IDS)


@cache
def states(table: int) -> tuple[Any, ...]:
    """Return the states of two random games at this kind of table. In the second a player leaves, if others stay."""
    return tuple(state for leaves in (False, True) for state in _played(TABLES[table], leaves))


def _played(table: Table, leaves: bool) -> Iterator[Any]:
    rules, options = table
    rng = Random(7)
    state = rules.start(options, rng.randbytes(32))
    yield state
    count = 0
    while seats := rules.to_move(state):
        count += 1
        if leaves and count == 30 and len(rules.seat_kinds(options)) > 2:
            state = rules.drop_out(state, seats[0])
        else:
            seat = rng.choice(seats)
            state = rules.apply(state, seat, rules.random_action(state, seat, rng))
        yield state


@every_table
def test_a_seat_sees_what_all_see_and_its_own(table: int) -> None:
    rules, options = TABLES[table]
    own = {"seat", "submission", "decision", "dealt"}
    for state in states(table):
        public = rules.view(state, None)
        assert (public["seat"], public["decision"], public.get("submission")) == (None, None, None)
        assert not public.get("dealt")
        assert (public["phase"], public["to_move"]) == (state.phase, list(rules.to_move(state)))
        assert (public["game"], public["version"], public["options"]) == (rules.key, rules.version, options)
        outcome = rules.outcome(state)
        assert public["outcome"] == (None if outcome is None else outcome.to_json())
        for seat in range(len(rules.seat_kinds(options))):
            view = rules.view(state, seat)
            assert list(view) == list(public) and view["seat"] == seat
            assert {name: view[name] for name in view if name not in own} == {
                name: public[name] for name in public if name not in own
            }
    assert {state.phase for state in states(table)} >= PHASES[rules.key]


ONE_SEES = {
    "forgotten-treasures": {"submission"},
    "pyramido": set[str](),
    "silver-gold-pyramids": {"dealt", "submission"},
}
"""What a seat's view shows that no other does. A replay offers the past as each player saw it where there is some
(`hides` of a board, docs/board.md).
"""


@every_table
def test_what_a_seat_sees_and_the_others_do_not(table: int) -> None:
    rules, options = TABLES[table]
    kinds = rules.seat_kinds(options)
    seen = {
        name
        for state in states(table)
        for seat in range(len(kinds))
        for name in ("dealt", "submission")
        if rules.view(state, seat).get(name)
    }
    # against the Legend, a scoring is revealed as soon as it is sent
    assert seen == (set() if "legend" in kinds else ONE_SEES[rules.key])


def of(key: str) -> Any:
    """The kinds of tables of one game."""
    some = [number for number, (rules, _) in enumerate(TABLES) if rules.key == key]
    return pytest.mark.parametrize("table", some, ids=[IDS[number] for number in some])


def counted(names: Any) -> JSON:
    return dict(Counter(names))


@of("forgotten-treasures")
def test_forgotten_treasures(table: int) -> None:
    rules, _ = TABLES[table]
    sides = set()
    for state in states(table):
        assert isinstance(state, treasures.State)
        public = rules.view(state, None)
        assert (public["stage"], public["order"], public["turn"]) == (state.stage, list(state.order), state.mover)
        assert public["bag"] == counted(gems.KINDS[gem] for gem in state.bag)
        assert public["discard"] == gems.to_json(state.discard) and public["lost"] == list(state.lost)
        assert public["hand"] == ({"seat": state.mover, "domino": state.hand} if state.hand else None)
        assert len(public["spaces"]) == 5
        for space, shown in enumerate(public["spaces"]):
            top = state.piles[space][0]
            expected: JSON = {
                "space": space + 1, "height": len(state.piles[space]), "face_up": state.face_up[space],
                "gems": gems.to_json(state.spaces[space]),
            }  # fmt: skip
            if state.face_up[space]:
                expected["domino"] = top
            else:
                blocks = treasures.DOMINOES.back(top)
                expected["back"] = [{"colour": gems.COLOURS[block[0]], "icons": block[1]} for block in blocks]
            assert shown == expected
            sides.add(state.face_up[space])
        explorers = public["seats"][: len(state.explorers)]
        assert [row["seat"] for row in public["seats"]] == list(range(len(public["seats"])))
        assert [row["kind"] for row in public["seats"]] == list(rules.seat_kinds(TABLES[table][1]))
        for seat, row in enumerate(explorers):
            explorer, made = state.explorers[seat], state.submissions
            assert (row["out"], row["complete"], row["total"]) == (explorer.out, explorer.complete, explorer.total)
            assert row["gems"] == gems.to_json(explorer.gems) and len(row["scores"]) == len(explorer.scores)
            assert [one["domino"] for one in row["dominoes"]] == [one.domino for one in explorer.pyramid.placed]
            assert row["submitted"] is (made is not None and made[seat] is not None)
        if state.legend is not None:
            legend = public["seats"][-1]
            assert (legend["mode"], legend["pile"]) == (state.legend.mode, list(state.legend.pile))
        for seat in range(len(public["seats"])):
            own = state.submissions[seat] if state.submissions and seat < len(explorers) else None
            assert rules.view(state, seat)["submission"] == (None if own is None else score_to_json(own.score))
    assert sides == {False, True}


@of("pyramido")
def test_pyramido(table: int) -> None:
    rules, _ = TABLES[table]
    placed = 0
    for state in states(table):
        assert isinstance(state, pyramido.State)
        public = rules.view(state, None)
        assert (public["stage"], public["order"], public["turn"]) == (state.stage, list(state.order), state.mover)
        assert public["quarry"] == [
            {"space": space + 1, "domino": domino if domino > 0 else None} for space, domino in enumerate(state.quarry)
        ]
        assert public["piles"] == [
            {"pile": number + 1, "height": len(pile), "domino": pile[0]} for number, pile in enumerate(state.piles)
        ]
        assert (len(public["quarry"]), len(public["piles"])) == (3, 4)
        current = None
        if state.space is not None and state.mover is not None:
            one = state.architects[state.mover].pyramid.placed[-1]
            current = {
                "seat": state.mover, "space": state.space + 1, "domino": one.domino, "stage": one.stage,
                "x": one.x, "y": one.y, "rotation": one.rotation,
            }  # fmt: skip
            placed += 1
        assert public["current"] == current
        for seat, architect in enumerate(state.architects):
            row, view = public["seats"][seat], rules.view(state, seat)
            assert (row["seat"], row["kind"], row["out"]) == (seat, "architect", architect.out)
            assert (row["complete"], row["total"]) == (architect.complete, architect.total)
            assert (view["decision"] is not None) is (seat == state.mover)
    assert placed


@of("silver-gold-pyramids")
def test_silver_gold_pyramids(table: int) -> None:
    rules, _ = TABLES[table]
    replacing = 0
    for state in states(table):
        assert isinstance(state, silver_gold.State)
        public = rules.view(state, None)
        keeping = state.phase == "keep"
        assert (public["round"], public["step"]) == ((None, None) if keeping else (state.step // 7 + 1, state.step + 1))
        assert public["shape"] == (state.expedition[0] if state.phase == "mark" else None)
        assert sorted(public["shapes_left"]) == sorted(state.expedition[1:])
        assert (public["reserve"], public["deck"]) == (list(state.reserve), len(state.deck))
        assert public["replacing"] == [{"seat": seat, "cards": cards} for seat, cards in state.replacing]
        for seat, explorer in enumerate(state.explorers):
            row, view, made = public["seats"][seat], rules.view(state, seat), state.submissions
            assert (row["seat"], row["kind"], row["out"]) == (seat, "explorer", explorer.out)
            assert [card["number"] for card in row["cards"]] == [card.number for card in explorer.cards]
            assert [card["number"] for card in row["finished"]] == list(explorer.finished_numbers)
            assert row["total"] == explorer.total == sum(row["points"].values())
            assert [tuple(then.values()) for then in row["rounds"]] == [then[seat] for then in state.rounds]
            own = None if made is None else made[seat]
            assert row["submitted"] is (own is not None)
            assert view["submission"] == (None if own is None or isinstance(own, Pass) else submission_to_json(own))
            assert view["dealt"] == list(explorer.dealt)
            decision = view["decision"]
            if explorer.out is None and keeping:
                assert decision == {"kind": "keep", "cards": list(explorer.dealt)}
            elif explorer.out is None and state.phase == "mark" and explorer.cards:
                assert (decision["kind"], decision["shape"]) == ("mark", public["shape"])
                assert [card["number"] for card in decision["cards"]] == [card.number for card in explorer.cards]
            elif state.replacing and state.replacing[0][0] == seat:
                assert decision == {"kind": "replace", "reserve": public["reserve"], "deck": len(state.deck) > 0}
                replacing += 1
            else:
                assert decision is None
    assert replacing


def test_the_deck_may_be_used_up_before_a_card_is_replaced() -> None:
    (table,) = (number for number, name in enumerate(IDS) if name == "silver-gold-pyramids-2")
    rules, _ = TABLES[table]
    state = next(state for state in states(table) if state.replacing)
    seat = state.replacing[0][0]
    without = silver_gold.State(**{name: getattr(state, name) for name in state.__struct_fields__} | {"deck": ()})
    for deck, shown in ((state, True), (without, False)):
        assert rules.view(deck, seat)["decision"]["deck"] is shown
        assert rules.view(deck, 1 - seat)["decision"] is None
