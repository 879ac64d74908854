"""Plans: actions tried on imagined worlds, what is unknown there, and conditions on the public view."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from engine import planned_turns, registry
from engine.core import GameError, Rules
from engine.planned_turns import Condition, Turn


def reach(key: str, seed: int, wanted: Any) -> tuple[Rules[Any, Any], Any]:
    """Return the first state in random games of two whose public view satisfies `wanted`."""
    rules = registry.get(key)
    rng = Random(seed)
    while True:
        state = rules.start({"seats": 2}, rng.randbytes(32))
        while seats := rules.to_move(state):
            if wanted(rules.view(state, None)):
                return rules, state
            state = rules.apply(state, seats[0], rules.random_action(state, seats[0], rng))


def waiting(rules: Rules[Any, Any], state: Any) -> int:
    (seat,) = {0, 1} - set(rules.to_move(state))
    return seat


def turn(*actions: Any, **conditions: Any) -> Turn:
    return Turn(actions, tuple(Condition(at, value) for at, value in conditions.get("when", ())))


def refused(rules: Rules[Any, Any], state: Any, *turns: Turn) -> tuple[str, str | None]:
    view, public = rules.view(state, waiting(rules, state)), rules.view(state, None)
    with pytest.raises(GameError) as refusal:
        planned_turns.check(rules, view, public, turns, "seed")
    assert refusal.value.detail.endswith(".")
    return refusal.value.code, refusal.value.field


def take(view: Any, at: int = 0) -> tuple[Any, list[Any]]:
    """Return a whole turn of Forgotten Treasures from an open space, and the space's index."""
    index = [i for i, space in enumerate(view["spaces"]) if space["face_up"]][at]
    gem = next(iter(view["spaces"][index]["gems"]))
    return index, [
        {"type": "take", "space": index + 1, "gem": gem},
        {"type": "reveal", "space": index + 1},
    ]


def test_a_whole_turn_is_planned_beyond_its_reveals() -> None:
    rules, state = reach(
        "forgotten-treasures", 1, lambda view: view["phase"] == "take" and view["seats"][1]["dominoes"]
    )
    seat = waiting(rules, state)
    view = rules.view(state, seat)
    index, actions = take(view)
    seen = planned_turns.play(rules, view, [actions[:1]], "seed")
    assert not seen.over
    assert f"/spaces/{index}/back/0/colour" in seen.unknown or f"/spaces/{index}/back/1/colour" in seen.unknown
    assert seen.view["hand"] == {"seat": seat, "domino": view["spaces"][index]["domino"]}
    seen = planned_turns.play(rules, view, [actions], "seed")
    x, y, rotation = seen.view["decision"]["placements"][0]
    whole = [*actions, {"type": "place", "x": x, "y": y, "rotation": rotation}]
    assert planned_turns.play(rules, view, [whole], "seed").over
    public = rules.view(state, None)
    here = (f"/spaces/{index}/domino", view["spaces"][index]["domino"])
    planned_turns.check(rules, view, public, [turn(*whole, when=[here])], "seed")
    assert planned_turns.holds(Condition(*here), public)
    again = planned_turns.play(rules, view, [whole, []], "seed")
    assert again.view["decision"]["kind"] == "take", "the second turn begins"
    assert refused(rules, state, turn(*actions), turn(*whole)) == ("turn_not_over", "turns[1]")
    assert refused(rules, state, turn(*whole, whole[0])) == ("turn_over", "turns[0].do[3]")
    assert refused(rules, state, turn(whole[0], whole[2])) == ("wrong_phase", "turns[0].do[1].type")
    assert refused(rules, state, turn({"type": "jump"})) == ("malformed_action", "turns[0].do[0].type")


def test_a_turn_that_is_half_done_is_finished_by_rule() -> None:
    for phase in ("reveal", "place"):
        rules, state = reach("forgotten-treasures", 2, lambda view: view["phase"] == phase)  # noqa: B023
        seat = waiting(rules, state)
        seen = planned_turns.play(rules, rules.view(state, seat), [[]], "seed")
        assert len(seen.view["decision"]["spaces"]) == 3
        assert seen.view["lost"] == [rules.view(state, None)["hand"]["domino"]]
    rules, state = reach(
        "pyramido", 2, lambda view: view["phase"] == "finish" and len(view["seats"][0]["dominoes"]) > 3
    )
    seat = waiting(rules, state)
    view = rules.view(state, seat)
    empty = view["current"]["space"] - 1
    seen = planned_turns.play(rules, view, [[]], "seed")
    assert seen.view["quarry"][empty]["domino"] == view["piles"][empty]["domino"]
    assert seen.unknown == (f"/piles/{empty}/domino",)


def test_only_sequential_phases_can_be_planned() -> None:
    key = "silver-gold-pyramids"
    rules, state = reach(key, 3, lambda view: len(view["replacing"]) == 2)
    seat = waiting(rules, state)
    view = rules.view(state, seat)
    card = view["reserve"][0]
    seen = planned_turns.play(rules, view, [[{"type": "replace", "card": card}]], "seed")
    assert card in [one["number"] for one in seen.view["seats"][seat]["cards"]]
    planned_turns.check(
        rules,
        view,
        rules.view(state, None),
        [turn({"type": "replace", "card": card}, when=[("/reserve/0", card)])],
        "s",
    )
    rules, state = reach(key, 3, lambda view: view["phase"] == "mark" and len(view["to_move"]) == 1)
    assert refused(rules, state, turn({"type": "replace", "card": card})) == ("everybody_at_once", "turns[0]")
    for key in ("forgotten-treasures", "pyramido"):
        rules, state = reach(
            key, 3, lambda view: view["turn"] is not None and view["seats"][1 - view["turn"]]["complete"]
        )
        assert refused(rules, state, turn({"type": "take"})) == ("stage_complete", "turns[0]")


@pytest.mark.parametrize(
    ("condition", "code"),
    [
        (("/spaces/0/domino/0", 1), "not_public"),
        (("/piles/0/1", 1), "not_public"),
        (("spaces", 1), "not_public"),
        (("/spaces/00/height", 18), "not_public"),
        (("/spaces/-/height", 18), "not_public"),
        (("/decision", None), "not_public"),
        (("/submission", None), "not_public"),
        (("/seat", None), "not_public"),
        (("", None), "not_public"),
        (("/stage", "one"), "malformed_condition"),
        (("/stage", True), "malformed_condition"),
        (("/spaces/0/face_up", 1), "malformed_condition"),
    ],
)
def test_conditions_refer_to_the_public_view(condition: tuple[str, Any], code: str) -> None:
    rules, state = reach("forgotten-treasures", 4, lambda view: view["phase"] == "take")
    view = rules.view(state, waiting(rules, state))
    _, actions = take(view)
    found, field = refused(rules, state, turn(*actions, when=[("/stage", 1), condition]))
    assert found == code
    assert field is not None and field.startswith("turns[0].if[1].")


def test_a_condition_is_exact() -> None:
    public = {"a": [{"b/c": 1}], "n": None}
    for at, value, true in [
        ("/a/0/b~1c", 1, True),
        ("/a/0/b~1c", True, False),
        ("/a", [{"b/c": 1}], True),
        ("/n", None, True),
        ("/gone", None, False),
        ("/a/1", None, False),
    ]:
        assert planned_turns.holds(Condition(at, value), public) is true
