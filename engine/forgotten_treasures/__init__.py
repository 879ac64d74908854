"""Pyramido: Forgotten Treasures (docs/rules.md A and B), with both solo modes. `ai/` is the AI's knowledge of it."""
