"""Chat at tables, and private notes.

This room imports `record` and the rooms below it. Doors and `moderation` call it.
"""
