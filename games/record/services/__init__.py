"""Verbs that change a game, one file each."""
