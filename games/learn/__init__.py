"""Learn: the lessons of each game as a browser shows them, and how far an account is in each.

A lesson has no table and no log: `engine.lessons` makes each position anew from data.
"""
