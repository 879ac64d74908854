"""What games store about a user: deletion of accounts, retention, deletion of whole games.

It imports all rooms below it. Doors and tasks call it.
"""
