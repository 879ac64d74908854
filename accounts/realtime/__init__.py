"""Door: the socket of an account, with the bell and the player's notifications.

Imports rooms, and no other door. `pyramido_site/routing.py` has its address.
"""
