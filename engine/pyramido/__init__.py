"""Pyramido (2023) (docs/rules.md A and C). `ai/` is the AI's knowledge of it.

More than fifteen files: each is one subject of the rules.
"""
