"""The course of a game: keeping, steps, replacing, pyramid points, the end (docs/rules.md D2–D4, A7)."""

from __future__ import annotations

from msgspec.structs import replace

from engine.core import Outcome
from engine.silver_gold_pyramids import marking, replacing
from engine.silver_gold_pyramids.actions import Keep, Mark, Pass, Submission, to_json
from engine.silver_gold_pyramids.cards import COLOURS
from engine.silver_gold_pyramids.ranking import ranks
from engine.silver_gold_pyramids.scoring import still_open
from engine.silver_gold_pyramids.shapes import EXPEDITION, STEPS_PER_ROUND
from engine.silver_gold_pyramids.state import (
    DECK,
    RESERVE,
    STEPS,
    TOMBS,
    Explorer,
    Facts,
    MarkedCard,
    State,
    tell,
)


def with_submission(state: State, seat: int, submission: Submission | None) -> State:
    """Return the state with the seat's submission set, or (None) removed."""
    assert state.submissions is not None
    submissions = list(state.submissions)
    submissions[seat] = submission
    return replace(state, submissions=tuple(submissions))


def owing(submissions: tuple[Submission | None, ...], explorers: tuple[Explorer, ...]) -> tuple[int, ...]:
    """The seats that owe a submission, ascending."""
    found: tuple[int, ...] = ()
    for seat, mine in enumerate(submissions):
        if mine is None and explorers[seat].out is None:
            found += (seat,)
    return found


def go_on(state: State, facts: Facts) -> State:
    """Carry out all automatic parts, until a decision is owed or the game is over."""
    while state.outcome is None:
        if state.submissions is not None:
            if owing(state.submissions, state.explorers):
                return state
            state = _after_keeping(state, facts) if state.phase == "keep" else _after_marking(state, facts)
        elif state.replacing:
            seat, left = state.replacing[0]
            if left and state.explorers[seat].out is None and (state.reserve or state.deck):
                return state
            state = replacing.fill_reserve(replace(state, replacing=state.replacing[1:]), facts)
        else:
            state = _next_step(_award_pyramid_points(state, facts), facts)
    return state


def _after_keeping(state: State, facts: Facts) -> State:
    assert state.submissions is not None
    explorers = list(state.explorers)
    rest = list(state.deck)
    kept: list[list[int] | None] = [None] * len(explorers)
    for seat in state.playing:
        keep = state.submissions[seat]
        assert isinstance(keep, Keep)
        rest += (number for number in explorers[seat].dealt if number not in keep.cards)
        explorers[seat] = replace(explorers[seat], dealt=(), cards=tuple(MarkedCard(number) for number in keep.cards))
        kept[seat] = list(keep.cards)
    deck, stream = state.deck_stream.shuffle(sorted(rest))
    tell(facts, "kept", seats=kept, reserve=list(deck[:RESERVE]))
    state = replace(
        state,
        explorers=tuple(explorers),
        deck=deck[RESERVE:],
        deck_stream=stream,
        reserve=deck[:RESERVE],
        submissions=None,
        revealed=state.revealed + 1,
        step=-1,
    )
    return _next_step(state, facts)


def _next_step(state: State, facts: Facts) -> State:
    step = state.step + 1
    if step == STEPS:
        return end_game(state, "completed")
    rounds = state.rounds
    if step % STEPS_PER_ROUND == 0:
        if step:
            rounds = (*rounds, tuple([explorer.by_source for explorer in state.explorers]))
        expedition, stream = state.expedition_stream.shuffle(EXPEDITION)
    else:
        expedition, stream = state.expedition[1:], state.expedition_stream
    tell(facts, "step_begun", step=step + 1, shape=expedition[0])
    return replace(
        state,
        phase="mark",
        step=step,
        expedition=expedition,
        expedition_stream=stream,
        rounds=rounds,
        submissions=tuple([Pass() if e.out is None and not e.cards else None for e in state.explorers]),
    )


def _after_marking(state: State, facts: Facts) -> State:
    assert state.submissions is not None
    assert state.shape is not None
    explorers = list(state.explorers)
    finished: list[tuple[int, list[MarkedCard]]] = []
    shape, round_ = state.shape, state.round
    for seat, mark in enumerate(state.submissions):
        if type(mark) is not Mark:
            continue
        explorer = explorers[seat] = marking.apply_checked(explorers[seat], shape, round_, mark)
        done = []
        for card in explorer.cards:
            if card.marked & TOMBS[card.number]:
                done.append(card)
        if done:
            done.sort(key=lambda one: one.number)
            explorers[seat] = replace(
                explorer,
                cards=tuple([card for card in explorer.cards if not card.finished]),
                finished_cards=(*explorer.finished_cards, *done),
            )
            finished.append((seat, done))
    if facts is not None:
        shown = [None if mark is None else to_json(mark) for mark in state.submissions]
        tell(facts, "marked", step=state.step + 1, seats=shown)
    finished.sort(key=replacing.lowest_card)
    for seat, done in finished:
        tell(facts, "finished_cards", seat=seat, cards=[one.number for one in done])
    last = state.step == STEPS - 1
    return replace(
        state,
        phase="replace",
        explorers=tuple(explorers),
        submissions=None,
        revealed=state.revealed + 1,
        replacing=() if last else tuple([(seat, len(done)) for seat, done in finished]),
    )


def _award_pyramid_points(state: State, facts: Facts) -> State:
    """Award pyramid points for the cards finished in this step, in order of their numbers over all players
    (docs/rules.md D3 part 5).
    """
    if all(explorer.considered == len(explorer.finished_cards) for explorer in state.explorers):
        return state
    explorers = list(state.explorers)
    taken = {c: [n for e in explorers for n in e.sheet.pyramids[c]] for c in range(len(COLOURS))}
    new = sorted(
        (n, seat) for seat in state.playing for n in explorers[seat].finished_numbers[explorers[seat].considered :]
    )
    counts = {seat: _colour_counts(explorers[seat]) for seat in state.playing}
    for number, seat in new:
        colour = COLOURS.index(DECK[number].colour)
        counts[seat][colour] += 1
        still = still_open(taken[colour])
        if counts[seat][colour] in (2, 4, 6) and still:
            taken[colour].append(still[0])
            sheet = explorers[seat].sheet
            pyramids = tuple((*points, still[0]) if c == colour else points for c, points in enumerate(sheet.pyramids))
            explorers[seat] = replace(explorers[seat], sheet=replace(sheet, pyramids=pyramids))
            tell(facts, "pyramid_points", seat=seat, card=number, colour=COLOURS[colour], points=still[0])
    for seat in state.playing:
        explorers[seat] = replace(explorers[seat], considered=len(explorers[seat].finished_cards))
    return replace(state, explorers=tuple(explorers))


def _colour_counts(explorer: Explorer) -> list[int]:
    """The number of cards of each colour that were considered for pyramid points in earlier steps."""
    counts = [0] * len(COLOURS)
    for number in explorer.finished_numbers[: explorer.considered]:
        counts[COLOURS.index(DECK[number].colour)] += 1
    return counts


def end_game(state: State, reason: str) -> State:
    """End the game, with ranks by docs/rules.md D4 and A7."""
    outcome = Outcome(reason, tuple(e.total for e in state.explorers), ranks(state))
    return replace(state, phase="over", submissions=None, replacing=(), outcome=outcome)
