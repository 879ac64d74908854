"""Functions that read: which deadlines are due, outages, and days of vacation."""
