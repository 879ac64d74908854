"""Reads of rated games: their pools, results and rating changes."""
