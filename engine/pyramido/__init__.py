"""Pyramido (2023) (docs/rules.md A and C).

More than fifteen files: the rules (`rules`, `state`, `actions`, `views`, `scoring` and their parts) and,
beside them, the AI's knowledge of the game (`ai`, `quick`, `outlook`, `imagination` and their parts).
"""
