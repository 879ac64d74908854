"""Complete random states that match a seat's view: determinizations (docs/ai.md)."""

from __future__ import annotations

from random import Random
from typing import Any

from msgspec.structs import replace

from engine.chance import Stream
from engine.core import JSON, Outcome
from engine.refusals import check_may_plan, everybody_at_once
from engine.silver_gold_pyramids import actions
from engine.silver_gold_pyramids.actions import Pass, Submission
from engine.silver_gold_pyramids.cards import COLOURS, cell_bit
from engine.silver_gold_pyramids.legal import random_submission
from engine.silver_gold_pyramids.scoring import SOURCES, Sheet, still_open
from engine.silver_gold_pyramids.shapes import EXPEDITION
from engine.silver_gold_pyramids.state import DEALT, DECK, Explorer, MarkedCard, State


def imagine(view: JSON, rng: Random) -> State:
    """Return a random state with this view. Drawn at random are the deck, the others' dealt cards and secret
    submissions, the shapes to come, and the streams (docs/rules.md D2–D4).
    """
    explorers = [_explorer(row, view) for row in view["seats"]]
    pool = _unseen(explorers, view)
    rng.shuffle(pool)
    for seat, explorer in enumerate(explorers):
        if seat != view["seat"] and _holds_dealt(explorer):
            explorers[seat] = replace(explorer, dealt=tuple(pool[:DEALT]))
            del pool[:DEALT]
    assert len(pool) == view["deck"], "every card is somewhere"
    step = (view["step"] or 1) - 1
    state = State(
        phase=view["phase"],
        explorers=tuple(explorers),
        deck=tuple(pool),
        deck_stream=Stream(rng.randbytes(32), "deck"),
        expedition=_expedition(view, rng),
        expedition_stream=Stream(rng.randbytes(32), "expedition"),
        reserve=tuple(view["reserve"]),
        step=step,
        replacing=tuple((row["seat"], row["cards"]) for row in view["replacing"]),
        # The keeps are revealed before step 0, and a step's marks before its replacing.
        revealed={"keep": 0, "mark": step + 1}.get(view["phase"], step + 2),
        rounds=_rounds(view),
        outcome=_outcome(view["outcome"]),
    )
    if state.phase not in ("keep", "mark"):
        return state
    return replace(state, submissions=tuple(_submission(state, row, view, rng) for row in view["seats"]))


def next_turn(view: JSON, rng: Random) -> State:
    """Return a random state in which the view's seat replaces its finished cards now, before the others; all other
    decisions are simultaneous (docs/rules.md D3). Raise Illegal if there is no turn to plan.
    """
    seat = check_may_plan(view)
    if seat not in [row["seat"] for row in view["replacing"]] or not (view["reserve"] or view["deck"]):
        raise everybody_at_once()
    state = imagine(view, rng)
    return replace(state, replacing=tuple(sorted(state.replacing, key=lambda one: one[0] != seat)))


def _explorer(row: JSON, view: JSON) -> Explorer:
    raw = row["sheet"]
    sheet = Sheet(
        raw["red_gems"],
        raw["green_gems"],
        sum(1 << number - 1 for number in raw["torches"]),
        raw["skulls"],
        tuple(tuple(raw["pyramids"][colour]) for colour in COLOURS),
    )
    finished_cards = _cards(row["finished"])
    dealt = tuple(view["dealt"]) if row["seat"] == view["seat"] else ()
    explorer = Explorer(dealt, _cards(row["cards"]), finished_cards, len(finished_cards), sheet, row["out"])
    return replace(explorer, considered=_considered(explorer, view))


def _cards(listed: list[JSON]) -> tuple[MarkedCard, ...]:
    return tuple(MarkedCard(one["number"], sum(cell_bit(text) or 0 for text in one["marked"])) for one in listed)


def _considered(explorer: Explorer, view: JSON) -> int:
    """The number of finished cards that have been considered for pyramid points.

    The view does not say it, but it follows: of each colour, every second considered card earned points while there
    were any. So the first card that should have earned points, but has not, is the first one not yet considered. (Cards
    that earn nothing may be counted either way.)
    """
    sheets: list[Any] = [row["sheet"]["pyramids"] for row in view["seats"]]
    counts = dict.fromkeys(COLOURS, 0)
    for considered, card in enumerate(explorer.finished_cards):
        colour = DECK[card.number].colour
        counts[colour] += 1
        due = counts[colour] // 2 > len(explorer.sheet.pyramids[COLOURS.index(colour)])
        if due and still_open(points for sheet in sheets for points in sheet[colour]):
            return considered
    return len(explorer.finished_cards)


def _rounds(view: JSON) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """All seats' points by source at the end of each earlier round."""
    by_seat = [[tuple(then[source] for source in SOURCES) for then in row["rounds"]] for row in view["seats"]]
    return tuple(zip(*by_seat, strict=True))


def _holds_dealt(explorer: Explorer) -> bool:
    """Whether the explorer still holds the four dealt cards. After keeping, an explorer has cards in play or finished
    cards; one with neither has not kept yet, or left before keeping (docs/rules.md A7).
    """
    return not explorer.cards and not explorer.finished_cards


def _unseen(explorers: list[Explorer], view: JSON) -> list[int]:
    """The cards in places unknown to the seat, ascending."""
    seen = set(view["reserve"])
    for explorer in explorers:
        seen.update(explorer.dealt, explorer.finished_numbers, (card.number for card in explorer.cards))
    return [number for number in DECK.numbers if number not in seen]


def _expedition(view: JSON, rng: Random) -> tuple[str, ...]:
    """The shapes of this round from this step on. Once all have marked, this step's shape no longer matters."""
    to_come: list[str] = list(view["shapes_left"])
    if not to_come:
        return ()
    others = list(EXPEDITION)
    for shape in to_come:
        others.remove(shape)
    rng.shuffle(to_come)
    return (view["shape"] or rng.choice(others), *to_come)


def _submission(state: State, row: JSON, view: JSON, rng: Random) -> Submission | None:
    explorer = state.explorers[row["seat"]]
    if not row["submitted"]:
        return None
    if state.phase == "mark" and not explorer.cards:
        return Pass()
    if row["seat"] == view["seat"]:
        submission = actions.from_json(view["submission"])
        assert not isinstance(submission, actions.Replace)
        return submission
    return random_submission(state, explorer, rng)


def _outcome(raw: JSON | None) -> Outcome | None:
    return None if raw is None else Outcome(raw["reason"], tuple(raw["scores"]), tuple(raw["ranks"]))
