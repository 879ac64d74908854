"""Accounts of programs: which challenges they take, and the addresses that are asked for their decisions.

It imports `seating`, `computer`, `record` and what is below. Doors, tasks and `matchmaking` call it.
"""
