"""Requests and refusals: typed bodies, problem documents, rate limits, idempotency keys."""
