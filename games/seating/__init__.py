"""Tables before they start: opening, sitting down, invitations, rematches, and the agreed terms.

It imports `record` and what is below. Doors and higher rooms call it. Rooms that answer invitations for
programs, or in which users wait for live games, register with it (`games/apps.py`).
"""
