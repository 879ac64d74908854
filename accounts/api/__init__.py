"""Door: the REST operations about one's account. `games.api.urls` gives them their addresses.

Imports rooms, and no other door.
"""
