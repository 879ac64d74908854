"""Replacing finished cards: who chooses when, the choice, the reserve (docs/rules.md D3.4)."""

from __future__ import annotations

from msgspec.structs import replace

from engine.silver_gold_pyramids.actions import Replace
from engine.silver_gold_pyramids.state import RESERVE, Facts, MarkedCard, State, tell, with_explorer


def lowest_card(finished: tuple[int, list[MarkedCard]]) -> int:
    """Return the number of the lowest card that a seat has just finished: the seats replace their cards in that order.
    `finished` is the seat and its cards, ascending.
    """
    _, cards = finished
    return cards[0].number


def take(state: State, seat: int, action: Replace, facts: Facts) -> State:
    """Replace a card: one public and final choice, where 0 is the unseen top of the deck (docs/rules.md D3.4)."""
    (_, left), *later = state.replacing
    number = action.card or state.deck[0]
    explorer = state.explorers[seat]
    tell(facts, "replaced", seat=seat, card=number, unseen=action.card == 0)
    return replace(
        state,
        deck=state.deck if action.card else state.deck[1:],
        reserve=tuple(card for card in state.reserve if card != action.card),
        explorers=with_explorer(state, seat, replace(explorer, cards=(*explorer.cards, MarkedCard(number)))),
        replacing=((seat, left - 1), *later),
    )


def fill_reserve(state: State, facts: Facts) -> State:
    """Turn up cards until the reserve is full or the deck empty (docs/rules.md D3 part 4)."""
    missing = RESERVE - len(state.reserve)
    turned = state.deck[:missing]
    if turned:
        tell(facts, "reserve_filled", cards=list(turned))
    return replace(state, reserve=state.reserve + turned, deck=state.deck[missing:])
