"""What leaves after a commit: frames to the groups of a table and of the lobby, and tasks to the broker.

It imports no other room. Rooms call it, after the commit.
"""
