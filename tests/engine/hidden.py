"""Games that a seat cannot tell apart: made from the state, field by field, without the view.

A twin made from the view would share everything that the view leaks. So the hidden parts are listed here a second time,
from docs/rules.md; a new game adds its function and its line in TWINS.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, TypeVar

from msgspec.structs import replace

from engine.chance import Stream
from engine.core import Rules
from engine.forgotten_treasures import scoring
from engine.forgotten_treasures import state as treasures
from engine.forgotten_treasures.legal import random_score
from engine.pyramido import state as pyramido
from engine.silver_gold_pyramids import state as silver_gold
from engine.silver_gold_pyramids.actions import Pass
from engine.silver_gold_pyramids.legal import random_submission

T = TypeVar("T")
Twin = Callable[[Any, int | None, Random], Any]


def twin(rules: Rules[Any, Any], state: Any, seat: int | None, rng: Random) -> Any:
    """Return a state with everything redrawn that `seat` (None: the public) cannot know in this one."""
    return TWINS[rules.key](state, seat, rng)


def shuffled(items: Sequence[T], rng: Random) -> list[T]:
    """Return the items in another order, if there is one."""
    out = list(items)
    while len(set(items)) > 1 and out == list(items):
        rng.shuffle(out)
    return out


def fresh(stream: Stream, rng: Random) -> Stream:
    return Stream(rng.randbytes(32), stream.label, rng.randrange(1000))


def _forgotten_treasures(state: treasures.State, seat: int | None, rng: Random) -> treasures.State:
    """Hidden: the dominoes under the tops and behind the backs, the bag's order, the stream, others' submissions
    (docs/rules.md B1, B3)."""
    back = treasures.DOMINOES.back
    tops = [pile[0] for pile in state.piles]
    under = shuffled([domino for pile in state.piles for domino in pile[1:]], rng)
    for space, top in enumerate(tops):
        alike = [i for i, domino in enumerate(under) if back(domino) == back(top)]
        if alike and not state.face_up[space]:
            i = rng.choice(alike)
            tops[space], under[i] = under[i], top
    submissions = state.submissions
    if submissions is not None:
        submissions = tuple(
            _score(explorer, state.stage, rng)
            if made and number != seat and scoring.has_choice(explorer, state.stage)
            else made
            for number, (made, explorer) in enumerate(zip(submissions, state.explorers, strict=True))
        )
    return replace(
        state,
        piles=_piles(tops, under, state.piles),
        bag=tuple(shuffled(state.bag, rng)),
        stream=fresh(state.stream, rng),
        submissions=submissions,
    )


def _score(explorer: treasures.Explorer, stage: int, rng: Random) -> treasures.Submission:
    return scoring.submit(explorer, stage, random_score(explorer, stage, rng))


def _piles(tops: Sequence[int], under: Sequence[int], like: Sequence[Sequence[int]]) -> tuple[tuple[int, ...], ...]:
    """Return piles of the same heights as `like`."""
    rest = iter(under)
    return tuple((top, *(next(rest) for _ in pile[1:])) for top, pile in zip(tops, like, strict=True))


def _pyramido(state: pyramido.State, seat: int | None, rng: Random) -> pyramido.State:
    """Hidden from all: the dominoes under the tops (docs/rules.md C1)."""
    under = shuffled([domino for pile in state.piles for domino in pile[1:]], rng)
    return replace(state, piles=_piles([pile[0] for pile in state.piles], under, state.piles))


def _silver_gold_pyramids(state: silver_gold.State, seat: int | None, rng: Random) -> silver_gold.State:
    """Hidden: the deck, others' dealt cards, the order of the shapes to come, the streams, others' submissions
    (docs/rules.md D2, D3)."""
    explorers = list(state.explorers)
    others = [number for number in range(len(explorers)) if number != seat]
    cards = shuffled([*state.deck, *(card for number in others for card in explorers[number].dealt)], rng)
    for number in others:
        held = len(explorers[number].dealt)
        explorers[number] = replace(explorers[number], dealt=tuple(cards[:held]))
        del cards[:held]
    submissions = state.submissions
    if submissions is not None:
        submissions = tuple(
            made
            if made is None or number == seat or isinstance(made, Pass)
            else random_submission(state, explorers[number], rng)
            for number, made in enumerate(submissions)
        )
    return replace(
        state,
        explorers=tuple(explorers),
        deck=tuple(cards),
        deck_stream=fresh(state.deck_stream, rng),
        expedition=(*state.expedition[:1], *shuffled(state.expedition[1:], rng)),
        expedition_stream=fresh(state.expedition_stream, rng),
        submissions=submissions,
    )


TWINS: dict[str, Twin] = {
    "forgotten-treasures": _forgotten_treasures,
    "pyramido": _pyramido,
    "silver-gold-pyramids": _silver_gold_pyramids,
}
"""By game key."""
