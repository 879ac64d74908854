"""The Legend's turn (docs/rules.md B5)."""

from __future__ import annotations

from msgspec.structs import replace

from engine.core import JSON, Character, gettext_noop
from engine.forgotten_treasures import gems
from engine.forgotten_treasures.state import SPACES, State
from engine.forgotten_treasures.supply import Bag
from engine.piles import take_top

GEMS_PER_TURN = 2
THE_LEGEND_DRAWS_AT = 7
"""Mythical gems with which THE Legend draws an extra gem at the start of a stage (docs/rules.md B5)."""


def scan(preferences: tuple[int, ...], spaces: tuple[int, ...], face_up: tuple[bool, ...]) -> list[tuple[int, int]]:
    """The gems that the Legend takes in steps 1 and 2, as (space, kind) in the order of taking (docs/rules.md B5)."""
    left = list(spaces)
    open_spaces = [s for s in SPACES if face_up[s]]
    taken: list[tuple[int, int]] = []
    wanted = list(preferences)
    for space in open_spaces:
        for kind in tuple(wanted):
            if gems.count(left[space], kind):
                left[space] -= gems.ONE[kind]
                taken.append((space, kind))
                wanted.remove(kind)
    for space in open_spaces:
        while len(taken) < GEMS_PER_TURN and gems.count(left[space], gems.MYTHICAL):
            left[space] -= gems.ONE[gems.MYTHICAL]
            taken.append((space, gems.MYTHICAL))
    return taken


def take_turn(state: State, facts: list[JSON] | None) -> State:
    """Play the Legend's turn: take gems, replenish, take a domino and turn up the next one (docs/rules.md B5.1)."""
    legend = state.legend
    assert legend is not None
    taken = scan(legend.preferences, state.spaces, state.face_up)
    space = taken[-1][0] if taken else state.face_up.index(True)
    domino = state.piles[space][0]
    if facts is not None:
        gone = [{"space": s + 1, "gem": gems.KINDS[kind]} for s, kind in taken]
        facts.append({"type": "legend_took", "gems": gone, "space": space + 1, "domino": domino})
    held = legend.gems
    left = list(state.spaces)
    for s, kind in taken:
        left[s] -= gems.ONE[kind]
        held += gems.ONE[kind]
    bag = Bag.of(state, facts)
    spaces = tuple(left)
    for s in SPACES:
        if not spaces[s]:
            spaces = bag.replenish(spaces, s)
    piles = take_top(state.piles, space, facts, "space")
    if facts is not None:
        facts.append({"type": "turned", "space": space + 1, "domino": piles[space][0]})
    if not taken:
        held += draw_one(bag)
    return replace(
        state,
        piles=piles,
        spaces=spaces,
        bag=bag.gems,
        stream=bag.stream,
        discard=bag.discard,
        legend=replace(legend, pile=(*legend.pile, domino), gems=held),
    )


def draw_one(bag: Bag) -> int:
    """Draw one random gem for the Legend, packed."""
    drawn = bag.draw(1)
    if bag.facts is not None:
        bag.facts.append({"type": "legend_drew", "gem": gems.KINDS[gems.kinds(drawn)[0]]})
    return drawn


_METHOD = gettext_noop(
    "The Legend does not think: it follows the rule in the rulebook. It takes the first gems it finds in the "
    "two colours of its top domino, or else mythical gems, which score again after every stage. You can foresee its "
    "next move."
)

A_LEGEND = Character(
    "legend",
    gettext_noop("The Legend"),
    2,
    gettext_noop("collects gems by a fixed rule while you build"),
    gettext_noop("An explorer who knows a secret way in and has never built a thing."),
    _METHOD,
)

THE_LEGEND = Character(
    "the-legend",
    gettext_noop("THE Legend"),
    2,
    gettext_noop("draws an extra gem at the start of a stage once it has seven mythical gems"),
    gettext_noop("The same explorer, a few treasures later, with a golden hat to show for it."),
    _METHOD,
)
