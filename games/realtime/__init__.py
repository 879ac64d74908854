"""Sockets and streams: connections to a game, an account or the lobby, and the frames they exchange.

`urls.py` has the addresses of streams, `pyramido_site/routing.py` those of sockets. Events come through the groups of
`games.live`.
"""
