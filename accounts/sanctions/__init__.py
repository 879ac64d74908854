"""Sanctions: moderators' decisions about an account, and the fingerprints that recognise a barred person.

`games.moderation` decides and calls `services`, and defines what a sanction means in games.
"""
