"""Piles of dominoes, which refill one another (docs/rules.md A5), for both Pyramido games."""

from __future__ import annotations

from engine.core import JSON

Piles = tuple[tuple[int, ...], ...]
"""The piles from left to right; index 0 of a pile is its top."""


def take_top(piles: Piles, at: int, facts: list[JSON] | None, name: str) -> Piles:
    """Return the piles without the top domino of pile `at`; an emptied pile is refilled at once (docs/rules.md A5).

    `name` is the JSON key of a pile's number in this game's facts: `pile` or `space`.
    """
    rest = piles[at][1:]
    if rest:
        return (*piles[:at], rest, *piles[at + 1 :])
    donor = max((p for p in range(len(piles)) if p != at), key=lambda p: (len(piles[p]), -p))
    height = len(piles[donor])
    assert height >= 2, "at least seven dominoes are always left, so a donor exists (docs/rules.md A5)"
    keep = height - height // 2
    out = list(piles)
    out[at] = piles[donor][keep:]
    out[donor] = piles[donor][:keep]
    if facts is not None:
        facts.append({"type": "refilled", name: at + 1, "from": donor + 1, "dominoes": height // 2})
    return tuple(out)
