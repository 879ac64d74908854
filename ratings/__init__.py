"""Ratings: results, the append-only log of rating changes, standings and leaderboards.

It imports users from `accounts.models`, and knows a game by its public id only. `games.rated_games` hands results in.
"""
