"""Seats that the server plays: the Legend, AIs, the processes in which they think, and hints.

This room imports `record` and the rooms below it. Tasks call its services; bots use its locks, and fair play its
processes.
"""
