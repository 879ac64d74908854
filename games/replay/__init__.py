"""Replay: a game at any of its events, and how it went on, as one audience could see it. It writes nothing."""
