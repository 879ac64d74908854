"""Notifications of what happens in games: to which players, and when.

This room imports `record` and the rooms below it, and sends with `accounts.notifications`. Higher rooms and tasks call
it.
"""
