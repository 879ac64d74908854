"""What games hold of a person: deletion of an account, what is forgotten and when, removal of whole games.

It imports all rooms below it. Doors and tasks call it.
"""
