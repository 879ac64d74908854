"""Door: the REST operations of a user's own account.

Imports rooms, and no other door.
"""
