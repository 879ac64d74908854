"""Who is told of what happens in a game, and when.

It imports `record` and what is below, and tells by `accounts.notifications`. Higher rooms and tasks call it.
"""
