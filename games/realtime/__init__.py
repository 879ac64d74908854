"""Sockets and streams: connections to a game, an account or the lobby, and the frames they exchange.

This door imports rooms and the connections of accounts, never pages or the API. `routing.py` has the addresses of
sockets, `urls.py` those of streams. Events reach it through the groups of `games.live`.
"""
