"""The first page: what waits for its reader, and covers that start a game in one press; and what browsers
show of games without a network.
"""
