"""A state as text, for `python -m engine show`. In English only, as it is a tool for developers and verifiers."""

from __future__ import annotations

from engine.silver_gold_pyramids.cards import SIZE, cell
from engine.silver_gold_pyramids.state import DECK, MarkedCard, State


def show(state: State) -> str:
    """Return the state as text for a terminal."""
    head = state.phase if state.phase == "keep" else f"step {state.step + 1}, {state.phase}, shape {state.shape}"
    lines = [head, f"reserve {list(state.reserve)}, {len(state.deck)} cards in the deck"]
    for seat, explorer in enumerate(state.explorers):
        out = "" if explorer.out is None else f", out ({explorer.out})"
        sheet = explorer.sheet
        lines += [
            "",
            f"seat {seat}: {explorer.total} points{out}; finished {list(explorer.finished_numbers)}",
            f"red {sheet.red_gems}, green {sheet.green_gems}, torches {sheet.torches.bit_count()},"
            f" skulls {sheet.skulls}, pyramid points {sum(map(sum, sheet.pyramids))}",
        ]
        for card in explorer.cards:
            lines += [f"card {card.number} ({DECK[card.number].colour})", *drawn(card)]
    if state.outcome is not None:
        lines += ["", f"over ({state.outcome.reason}): scores {state.outcome.scores}, ranks {state.outcome.ranks}"]
    return "\n".join(lines)


def drawn(marked_card: MarkedCard) -> list[str]:
    """Return the card's grid as lines of text, with marked cells as `*`."""
    card = DECK[marked_card.number]
    return [
        "  " + " ".join("*" if marked_card.marked & cell(x, y) else card.grid[y][x] for x in range(SIZE))
        for y in range(SIZE)
    ]
