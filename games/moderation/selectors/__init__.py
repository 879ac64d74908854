"""Reads of the room."""
