"""Sockets and streams: who is connected to a game, an account or the lobby, and the frames that go to and fro.

It imports rooms and the connections of accounts, never pages or the API. The site's addresses call it: `routing.py`
has those of sockets, `urls.py` those of streams. What happens reaches it through `games.live`.
"""
