"""The public files of rated games, one a month.

It imports `record` and what is below. Doors and a task call it.
"""
