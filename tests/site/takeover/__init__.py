"""Tests of `manage.py take_over`, and of games that go on after it."""
