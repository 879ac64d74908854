"""Facts: what an event brought about, for those who show it (docs/formats/log.md)."""

from __future__ import annotations

from engine.core import JSON

Facts = list[JSON] | None


def tell(facts: Facts, kind: str, **fields: object) -> None:
    """Append a fact, unless `facts` is None."""
    if facts is not None:
        facts.append({"type": kind, **fields})
