"""Verbs of deadlines and vacations, one file each."""
