"""Tables before they start: opening, sitting down, invitations, rematches, and the agreed terms.

Rooms that answer invitations for programs, or in which users wait for live games, register with it (`games/apps.py`).
"""
