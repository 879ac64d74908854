"""Pyramido (2023) (docs/rules.md A and C). `ai/` is the AI's knowledge of it."""
