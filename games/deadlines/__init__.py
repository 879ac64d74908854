"""Deadlines and vacations: time-outs, and clocks that stop while a player is away.

This room imports `record` and the rooms below it. Doors and higher rooms call its services.
"""
