"""Conditional moves: turns that a player plans ahead and the server plays when they come.

This room imports `notices`, `record` and the rooms below it. Doors and tasks call it.
"""
