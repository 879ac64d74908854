"""Door: the REST operations of a user's own account; `games.api.urls` has their URLs.

Imports rooms, and no other door.
"""
