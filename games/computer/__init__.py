"""Seats that the server plays: the Legend, AIs, the processes in which they think, and hints."""
