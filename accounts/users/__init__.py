"""Users: the rows of people, their names, e-mail addresses and blocks.

Imports no other room of `accounts`. Any room or door may call it; `games` and `ratings` may, too.
"""
