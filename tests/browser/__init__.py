"""Tests of the game page in a real browser, against the real server."""
