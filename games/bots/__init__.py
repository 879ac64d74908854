"""Bot accounts: which challenges they accept, and the addresses at which the server asks for their decisions.

This room imports `seating`, `computer`, `record` and the rooms below it. Doors, tasks and `matchmaking` call it.
"""
