"""Reads: which deadlines are due, outages, and days of vacation."""
