"""Pyramido: Forgotten Treasures (RULES.md A and B), with both solo modes."""
