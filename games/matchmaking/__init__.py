"""Pools and seeks: who waits, and who plays with whom.

It imports `bots`, `seating`, `record` and what is below; `arithmetic.py` and `grouping.py` are pure. Doors, tasks and
higher rooms call it.
"""
