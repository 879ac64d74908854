"""Two accounts that meet in rated games and are used from the same device or network
(accounts.sanctions.device_fingerprints).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.fair_play.detectors.finding import Finding, strength, thousandths

KIND = "shared"

MEETINGS = 3
"""Rated games with or against each other, at least."""
THRESHOLD = 1.1
DEVICE, NETWORK, COMPANY = 0.6, 0.3, 0.5
"""What it says at most that they have a device and a network in common, and that they play mostly with each other. A
network alone never reaches the threshold: families and flats share one, and it counts once however often it changes.
"""
HALF = 0.5
"""Company is full from this part of the games of one of them on."""
CROWD = 50
"""Marks of more accounts than that are a school's or a carrier's, and say nothing."""

Trace = tuple[str, bytes]
"""Kind and mark."""


def weight(accounts: int) -> float:
    """What it says that two share a mark which so many accounts have: 1 for nobody but them."""
    return 0.0 if accounts > CROWD else 1 / max(1, accounts - 1)


def detect(
    pair: tuple[int, int], marks: Sequence[Trace], accounts: Mapping[Trace, int], meetings: int, games: tuple[int, int]
) -> Finding | None:
    """`marks` are those that both have, `accounts` how many have each, `games` how many rated games each has played.

    None where they share nothing or hardly meet.
    """
    if meetings < MEETINGS or not marks:
        return None
    device = min(1.0, sum(weight(accounts[mark]) for mark in marks if mark[0] == "device"))
    network = max((weight(accounts[mark]) for mark in marks if mark[0] == "network"), default=0.0)
    company = min(1.0, meetings / max(1, min(games)) / HALF)
    value = DEVICE * device + NETWORK * network + COMPANY * company
    evidence = {
        "devices": sum(kind == "device" for kind, _ in marks),
        "networks": sum(kind == "network" for kind, _ in marks),
        "fewest_accounts": min(accounts[mark] for mark in marks),
        "meetings": meetings,
        "games": list(games),
        "company": thousandths(company),
    }
    return Finding(KIND, *pair, strength(value, THRESHOLD), evidence)
