"""Sockets and streams: connections to a game, an account or the lobby, and the frames they exchange.

This door imports rooms and the connections of accounts, never pages or the API. `urls.py` has the addresses of streams,
`pyramido_site/routing.py` those of sockets. Events reach it through the groups of `games.live`.
"""
