"""Which browser tests there are: those of a game begin with the day on which the registry offers it."""

from __future__ import annotations

from engine import registry

_OFFERED = {rules.key for rules in registry.games()}
collect_ignore = [
    f"test_{key.replace('-', '_')}.py" for key in ("pyramido", "silver-gold-pyramids") if key not in _OFFERED
]
