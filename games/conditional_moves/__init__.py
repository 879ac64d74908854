"""Conditional moves: turns that a player plans ahead and the server plays when they come."""
