"""Silver & Gold: Pyramids (docs/rules.md D). `ai/` is the AI's knowledge of it."""
