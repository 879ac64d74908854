"""Reads: which deadlines are due, and days of vacation."""
