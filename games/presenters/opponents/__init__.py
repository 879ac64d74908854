"""Opponents that are not people: the page that describes them, and what the board shows of those at a table."""
