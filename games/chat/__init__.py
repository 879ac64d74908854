"""What is said at a table, and private notes: who reads and writes in which room.

It imports `record` and what is below. Doors and `moderation` call it.
"""
