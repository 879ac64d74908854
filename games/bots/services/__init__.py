"""Verbs of bot accounts, one file each."""
