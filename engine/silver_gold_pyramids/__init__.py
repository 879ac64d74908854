"""Silver & Gold: Pyramids (docs/rules.md D).

More than fifteen files: the rules (`rules`, `state`, `actions`, `views`, `steps`, `marking`, `scoring` and
their parts) and, beside them, the AI's knowledge of the game (`ai`, `plans`, `quick`, `outlook`, `playout`,
`imagination` and their parts).
"""
