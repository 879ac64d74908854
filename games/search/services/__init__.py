"""Writes of the room."""
