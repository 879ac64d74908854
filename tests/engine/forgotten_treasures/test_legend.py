"""docs/rules.md B5: the Legend's search, domino, score, and the solo modes."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from engine.core import Illegal
from engine.forgotten_treasures import gems, legend, scoring, stages
from engine.forgotten_treasures.actions import Legend, Score
from engine.forgotten_treasures.score_sheet import LegendScore
from engine.forgotten_treasures.state import DOMINOES, LegendState, State
from tests.engine.forgotten_treasures.build import RULES, finish_scoring, start, turn, until_scoring

UP = (True, False, True, False, True)
ORANGE, BLUE, PURPLE, GREEN, RED, MYTHICAL = range(6)


def spaces(*texts: str) -> tuple[int, ...]:
    return tuple(gems.pack(gems.LETTERS.index(letter) for letter in text) for text in texts)


@pytest.mark.parametrize(
    ("preferences", "table", "taken"),
    [
        # both preferences in one space
        ((RED, BLUE), ("rbo", "ooo", "rrr", "ooo", "ooo"), [(0, RED), (0, BLUE)]),
        # two equal preferences take two equal gems, one space at a time
        ((RED, RED), ("roo", "rrr", "orr", "ooo", "ooo"), [(0, RED), (2, RED)]),
        ((RED, RED), ("rro", "rrr", "orr", "ooo", "ooo"), [(0, RED), (0, RED)]),
        # each preference takes one gem only
        ((RED, BLUE), ("rrr", "bbb", "rro", "bbb", "oob"), [(0, RED), (4, BLUE)]),
        # spaces with a face-down domino are passed over
        ((RED, BLUE), ("ooo", "rrb", "ooo", "rrb", "oom"), [(4, MYTHICAL)]),
        # the second scan starts from the left again and fills up to two
        ((RED, BLUE), ("omm", "ooo", "ooo", "ooo", "roo"), [(4, RED), (0, MYTHICAL)]),
        ((RED, BLUE), ("omm", "ooo", "mmo", "ooo", "ooo"), [(0, MYTHICAL), (0, MYTHICAL)]),
        ((RED, BLUE), ("omo", "ooo", "mmo", "ooo", "ooo"), [(0, MYTHICAL), (2, MYTHICAL)]),
        # no gems at all
        ((RED, BLUE), ("ooo", "rbm", "ooo", "rbm", "ggg"), []),
    ],
)
def test_the_scan(preferences: tuple[int, int], table: tuple[str, ...], taken: list[tuple[int, int]]) -> None:
    assert legend.scan(preferences, spaces(*table), UP) == taken


def test_preferences_are_the_icons_not_the_blocks() -> None:
    both_on_one = next(d for d in DOMINOES.ids if sorted(b.icons.bit_count() for b in DOMINOES.faces[d]) == [0, 2])
    owner = max(DOMINOES.faces[both_on_one], key=lambda b: b.icons.bit_count())
    assert LegendState("a", (both_on_one,)).preferences == (owner.colour, owner.colour)
    one_each = next(d for d in DOMINOES.ids if all(b.icons.bit_count() == 1 for b in DOMINOES.faces[d]))
    assert LegendState("a", (5, one_each)).preferences == tuple(b.colour for b in DOMINOES.faces[one_each])


def legend_to_move(table: tuple[str, ...], domino: int, **changes) -> State:
    state = turn(start(1, "a"), Random(1))
    assert state.legend is not None
    face_up = changes.pop("face_up", UP)
    return replace(
        state,
        spaces=spaces(*table),
        face_up=face_up,
        legend=replace(state.legend, pile=(domino,), gems=0),
        **changes,
    )


def domino_with_icons(*colours: int) -> int:
    return next(d for d in DOMINOES.ids if LegendState("a", (d,)).preferences == colours)


def test_it_takes_the_domino_of_its_last_gem_and_turns_the_next() -> None:
    domino = domino_with_icons(BLUE, ORANGE)
    state = legend_to_move(("bgg", "ggg", "ggo", "ggg", "ggg"), domino)
    facts: list = []
    after = RULES.apply(state, 1, Legend(), facts)
    assert after.legend is not None
    assert gems.to_json(after.legend.gems) == {"orange": 1, "blue": 1}
    assert after.legend.pile == (domino, state.piles[2][0])
    assert after.piles[2] == state.piles[2][1:]
    assert after.face_up == UP
    assert [f["type"] for f in facts] == ["legend_took", "turned"]
    assert after.mover == 0


def test_empty_spaces_are_replenished_left_to_right_after_its_gems_and_before_the_turning() -> None:
    """docs/rules.md B5.1: not during the scans, whatever the new gems are."""
    state = legend_to_move(
        ("b", "ggg", "o", "ggg", "ggg"),
        domino_with_icons(BLUE, ORANGE),
        bag=(BLUE, BLUE, BLUE, ORANGE, ORANGE, ORANGE, GREEN),
    )
    facts: list = []
    after = RULES.apply(state, 1, Legend(), facts)
    assert [f["type"] for f in facts] == ["legend_took", "drew", "drew", "turned"]
    assert gems.to_json(after.spaces[0]) == {"blue": 3}
    assert gems.to_json(after.spaces[2]) == {"orange": 3}
    assert after.legend is not None and gems.total(after.legend.gems) == 2


def test_an_emptied_pile_is_refilled_before_the_next_domino_is_turned() -> None:
    state = legend_to_move(("bob", "ggg", "ggg", "ggg", "ggg"), domino_with_icons(BLUE, ORANGE))
    state = replace(state, piles=(state.piles[0][:1], *state.piles[1:]))
    facts: list = []
    after = RULES.apply(state, 1, Legend(), facts)
    assert [f["type"] for f in facts] == ["legend_took", "refilled", "turned"]
    assert facts[2] == {"type": "turned", "space": 1, "domino": after.piles[0][0]}


def test_without_any_gem_it_takes_the_leftmost_domino_and_draws_one() -> None:
    state = legend_to_move(
        ("bom", "ggg", "ggg", "bom", "ggg"),
        domino_with_icons(BLUE, ORANGE),
        face_up=(False, True, True, False, True),
        bag=(RED, PURPLE),
    )
    facts: list = []
    after = RULES.apply(state, 1, Legend(), facts)
    assert after.legend is not None
    assert after.legend.pile[-1] == state.piles[1][0]
    assert gems.to_json(after.legend.gems) == {"red": 1}
    assert after.bag == (PURPLE,)
    assert [f["type"] for f in facts] == ["legend_took", "turned", "legend_drew"]


def test_its_score() -> None:
    """The rulebook's example: stage 3, 5 coloured and 6 mythical gems make 27."""
    assert LegendScore(3, 5, 6).points == 27


def test_it_keeps_its_mythical_gems_without_limit_and_they_score_again() -> None:
    rng = Random(6)
    state = until_scoring(start(1, "a", seed=6), rng)
    assert state.legend is not None
    held = state.legend.gems
    after = finish_scoring(state, rng)
    assert after.legend is not None
    row = after.legend.scores[-1]
    assert (row.coloured, row.mythical) == (gems.total(gems.coloured(held)), gems.count(held, MYTHICAL))
    assert row.points == row.coloured + 2 * row.mythical
    assert after.legend.gems == held - gems.coloured(held)


def test_it_answers_every_turn_the_last_one_of_a_stage_too() -> None:
    """docs/rules.md B5.2: as many turns as the player's in each stage."""
    for seed in range(10):
        rng = Random(seed)
        state = start(1, "a", seed=seed)
        player, legends = dict.fromkeys((1, 2, 3, 4), 0), dict.fromkeys((1, 2, 3, 4), 0)
        while seats := RULES.to_move(state):
            if state.phase == "take":
                player[state.stage] += 1
            if state.phase == "legend":
                legends[state.stage] += 1
            state = RULES.apply(state, seats[0], RULES.random_action(state, seats[0], rng))
        assert player == legends


def test_its_one_legal_action_is_its_turn() -> None:
    state = turn(start(1, "the"), Random(1))
    assert RULES.to_move(state) == (1,)
    assert list(RULES.legal_actions(state, 1)) == [Legend()]
    with pytest.raises(Illegal):
        RULES.apply(state, 0, Legend())
    assert RULES.view(state, 1)["decision"] == {"kind": "legend"}
    assert RULES.view(state, 0)["decision"] is None


@pytest.mark.parametrize(("mode", "mythical", "draws"), [("the", 7, 1), ("the", 6, 0), ("a", 9, 0)])
def test_the_legend_draws_at_the_beginning_of_a_stage(mode: str, mythical: int, draws: int) -> None:
    rng = Random(7)
    state = until_scoring(start(1, mode, seed=7), rng)
    assert state.legend is not None
    held = mythical * gems.ONE[MYTHICAL]
    state = replace(state, legend=replace(state.legend, gems=held))
    facts: list = []
    state = RULES.apply(state, 0, RULES.random_action(state, 0, rng), facts)
    assert [f["type"] for f in facts].count("legend_drew") == draws
    assert state.legend is not None
    assert gems.total(state.legend.gems) == mythical + draws
    if draws:
        assert [f["type"] for f in facts] == ["stage_scored", "stage_begun", "legend_drew"]


@pytest.mark.parametrize(("mine", "his", "ranks"), [(31, 30, (1, 2)), (30, 30, (2, 1)), (29, 30, (2, 1))])
def test_the_player_wins_only_with_strictly_more(mine: int, his: int, ranks: tuple[int, int]) -> None:
    rng = Random(1)
    state = until_scoring(start(1, "a", seed=1), rng)
    state = replace(state, stage=4)
    explorer = state.explorers[0]
    row = scoring.submit(replace(explorer, gems=0), 4, Score()).row
    explorer = replace(explorer, scores=(replace(row, points=mine),))
    assert state.legend is not None
    state = replace(
        state, explorers=(explorer,), legend=replace(state.legend, scores=(LegendScore(1, his, 0),), gems=0)
    )
    outcome = stages.end_game(state, "completed").outcome
    assert outcome is not None
    assert (outcome.scores, outcome.ranks) == ((mine, his), ranks)


def test_solo_placing_is_final() -> None:
    state = start(1, "a")
    assert not RULES.revocable(state, 0, RULES.action_from_text("P0,0,0"))
    assert RULES.revocable(start(2), 0, RULES.action_from_text("P0,0,0"))
