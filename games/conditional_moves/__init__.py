"""Turns that are planned ahead, and played when they come.

It imports `notices`, `record` and what is below. Doors and tasks call it.
"""
