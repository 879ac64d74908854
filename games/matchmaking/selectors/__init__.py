"""Reads of pairing pools: what can be sought, who waits where, and the searches of a user."""
