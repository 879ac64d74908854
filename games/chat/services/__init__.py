"""Verbs of chat and notes, one file each."""
