"""Pages of moderation: reports and decisions as players see them, and the moderators' desk below /desk/.

A folder, because one file would have 1,300 lines. It has a
file for each page of the desk, and what they share: `access` (who may enter), `actions` (the form of a decision).
`reporting` and `sanction_pages` are for players.
"""
