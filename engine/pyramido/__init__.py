"""Pyramido (2023) (RULES.md A and C)."""
