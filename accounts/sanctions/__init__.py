"""Sanctions: what moderators decided about an account, and the marks by which a barred person is recognised.

Imports `users`. Every room above may call it. `games.moderation` decides and calls `services`; what a sanction means in
games is decided there.
"""
