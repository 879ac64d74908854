"""Requests and refusals: typed bodies, problem documents, rate limits, idempotency keys.

The lowest room: it imports the engine, accounts and infrastructure, and nothing of games. Any module may import it.
"""
