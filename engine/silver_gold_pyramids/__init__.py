"""Silver & Gold: Pyramids (docs/rules.md D). `ai/` is the AI's knowledge of it.

More than fifteen files: `generator` made the cards once, `legal` lists actions, `console` shows a state as text; the
others are the rules.
"""
