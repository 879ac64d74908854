"""What games hand to `ratings`, and annulments.

It imports `notices`, `record` and what is below. Doors, tasks and `moderation` call it.
"""
