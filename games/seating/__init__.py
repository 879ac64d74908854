"""Tables before they begin: opening, sitting down, invitations, rematches, and what a table agrees on.

It imports `notices`, `record` and what is below. Doors and higher rooms call it; whoever answers invitations or lets
people wait elsewhere registers with it (`games/apps.py`).
"""
