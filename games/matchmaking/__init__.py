"""Pools and seeks: who waits for a game, and who plays with whom.

It imports `bots`, `seating`, `record` and what is below; `pairing.py` and `beam_search.py` are pure. Doors, tasks and
higher rooms call it.
"""
