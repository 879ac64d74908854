"""Pools and seeks: who waits for a game, and who plays with whom.

`pairing.py` and `beam_search.py` are pure.
"""
