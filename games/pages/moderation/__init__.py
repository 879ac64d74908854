"""Pages of moderation: reports and decisions as players see them, and the moderators' desk below /desk/.

It imports presenters and rooms, above all `moderation`, and what pages share. Only addresses and settings call it;
`access.py` controls access to the desk.
"""
