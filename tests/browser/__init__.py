"""Tests of the game page in a real browser, against the real server.

A real Chromium plays on a real server. More than fifteen files: one for each thing that a player does.
"""
