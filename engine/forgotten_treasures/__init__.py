"""Pyramido: Forgotten Treasures (docs/rules.md A and B), with both solo modes. `ai/` is the AI's knowledge of it.

More than fifteen files, since each is one subject of the rules (gems, the supply, stages, scoring, the score sheet, the
Legend, ranks): the name of a file says which rule is in it.
"""
