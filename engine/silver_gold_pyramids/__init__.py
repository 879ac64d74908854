"""Silver & Gold: Pyramids (RULES.md D)."""
