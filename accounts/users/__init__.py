"""Users: accounts, their names, e-mail addresses and blocks.

Imports no other room of `accounts`. Any room or door may call it, and so may `games` and `ratings`.
"""
