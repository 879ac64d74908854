"""Verbs of deadlines, requests, pauses and vacations, one file each."""
