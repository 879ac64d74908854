"""Notify players of what has happened in a game, and warn them before their time is up."""
