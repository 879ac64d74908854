"""Door: the socket of an account, with the bell and the player's notifications.

`pyramido_site/routing.py` has its address.
"""
