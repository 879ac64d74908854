"""Accounts that share a device or network and meet in rated games (accounts.sanctions.device_fingerprints)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.fair_play.detectors.finding import Finding, strength, thousandths

KIND = "shared"

MEETINGS = 3
"""Least number of rated games together."""
THRESHOLD = 1.1
DEVICE, NETWORK, COMPANY = 0.6, 0.3, 0.5
"""Greatest weights of a common device, a common network, and playing mostly with each other. A network alone never
reaches the threshold: families and shared flats have one in common, and it counts once, however often it changes.
"""
HALF = 0.5
"""Share of the games of one of the two at which company has full weight."""
CROWD = 50
"""Fingerprints of more accounts than this belong to schools or carriers, and count nothing."""

Trace = tuple[str, bytes]
"""Kind and digest of a fingerprint."""


def weight(accounts: int) -> float:
    """Return the weight of a shared fingerprint which this many accounts have: 1 if only the two have it."""
    return 0.0 if accounts > CROWD else 1 / max(1, accounts - 1)


def detect(
    pair: tuple[int, int],
    fingerprints: Sequence[Trace],
    accounts: Mapping[Trace, int],
    meetings: int,
    games: tuple[int, int],
) -> Finding | None:
    """Return the finding about a pair; None if they share nothing or have met too seldom.

    `fingerprints` are those that both have, `accounts` how many accounts have each, `games` how many rated games
    each of the two has played.
    """
    if meetings < MEETINGS or not fingerprints:
        return None
    device = min(1.0, sum(weight(accounts[one]) for one in fingerprints if one[0] == "device"))
    network = max((weight(accounts[one]) for one in fingerprints if one[0] == "network"), default=0.0)
    company = min(1.0, meetings / max(1, min(games)) / HALF)
    value = DEVICE * device + NETWORK * network + COMPANY * company
    evidence = {
        "devices": sum(kind == "device" for kind, _ in fingerprints),
        "networks": sum(kind == "network" for kind, _ in fingerprints),
        "fewest_accounts": min(accounts[one] for one in fingerprints),
        "meetings": meetings,
        "games": list(games),
        "company": thousandths(company),
    }
    return Finding(KIND, *pair, strength(value, THRESHOLD), evidence)
