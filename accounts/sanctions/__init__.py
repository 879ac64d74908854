"""Sanctions: moderators' decisions about an account, and the fingerprints that recognise a barred person.

Imports `users`. Every room above may call it. `games.moderation` decides and calls `services`, and defines what a
sanction means in games.
"""
