"""Ratings and leaderboards as pages show them, as the API sends them, and as a graph."""
