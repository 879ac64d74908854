"""Replay: a game at any of its events, and how it went on, as one audience could see it.

This room imports `record` and the rooms below it, and writes nothing. Doors call it.
"""
