"""Public files of rated games, one per month.

This room imports `record` and the rooms below it. Doors and a task call it.
"""
