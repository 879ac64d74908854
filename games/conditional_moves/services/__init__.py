"""Verbs of conditional moves, one file each."""
