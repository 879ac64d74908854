"""What may come in and how it is refused: typed bodies, refusals and problem documents, limits, idempotent requests.

It is the lowest room: it imports the engine, accounts and infrastructure, and nothing of games. Anything may call it.
"""
