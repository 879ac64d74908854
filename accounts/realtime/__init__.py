"""Door: sockets and streams of one account, and the watch that closes them once their caller is no longer valid.

Imports rooms, and no other door. `games.realtime` builds its own sockets on `socket` and `feed`.
"""
