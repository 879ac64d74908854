"""Reads: the rated games of a month as lines of its public file."""
