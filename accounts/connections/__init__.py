"""Open sockets and streams: how many a caller may have, what ends them, and what all sockets share.

`watch` counts and watches them, `socket` is the base class of sockets, `feed` sends the notifications of an account.
The doors `realtime` of both apps build their sockets and streams on it.
"""
