"""Seats without a person: the Legend, AI turns, the processes that think, hints.

It imports `record` and what is below. Tasks call its services; bots and fair play use its claims and its processes.
"""
