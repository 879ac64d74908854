"""Pyramido (2023) (docs/rules.md A and C).

More than fifteen files: the rules (`rules`, `state`, `actions`, `views`, `scoring` and their parts) and, beside them,
what the computer knows about playing (`ai`, `quick`, `outlook`, `imagination` and their parts), each small.
"""
