"""Attacks, one file a kind."""
