"""Verbs of studies, one file each."""
