"""Seats that an AI plays: from the start, or as the substitute of a person who left (docs/formats/log.md)."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Annotated

from msgspec import Meta

from engine.core import Malformed, gettext_noop
from engine.newtypes import SeatNumber

Level = Annotated[str, Meta(pattern="^[a-z0-9:_-]{1,32}$")]
_LEVEL = re.compile("[a-z0-9:_-]{1,32}")


def level_of(raw: object) -> str:
    """Return the name of an AI level as logs may hold it, even one no longer offered. Raise Malformed if it is none."""
    if not isinstance(raw, str) or _LEVEL.fullmatch(raw) is None:
        raise Malformed("malformed_ai", gettext_noop("“%(got)s” is not the name of an AI."), field="ai", got=raw)
    return raw


def seated(ai: Mapping[SeatNumber, str], kinds: Sequence[str], nonces: Sequence[bytes]) -> tuple[str | None, ...]:
    """The AI level of each seat (None: a person or the Legend), from the levels by seat.

    `nonces` are those of all seats but the Legend's; an AI's is 32 zero bytes (docs/rules.md E). Raise Malformed if an
    AI is on the Legend's seat, has a nonce, or has a malformed level.
    """
    players = [seat for seat, kind in enumerate(kinds) if kind != "legend"]
    for seat in ai:
        if seat not in players:
            raise Malformed("no_such_seat", gettext_noop("An AI cannot sit on seat %(seat)s."), field="ai", seat=seat)
        if any(nonces[players.index(seat)]):
            raise Malformed("ai_nonce", gettext_noop("The AI on seat %(seat)s has a nonce."), field="ai", seat=seat)
    return tuple(level_of(ai[seat]) if seat in ai else None for seat in map(SeatNumber, range(len(kinds))))


SUBSTITUTE_SEATS = 3
"""The fewest seats of a table at which an AI may replace a player who leaves. At smaller tables the player goes out."""
