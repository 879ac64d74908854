"""Searching games: the filters of lists of games, and filters that accounts have saved."""
