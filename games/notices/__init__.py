"""Notifications of what happens in games: to which players, and when.

They are sent by `accounts.notifications`.
"""
