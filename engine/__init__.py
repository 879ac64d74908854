"""The rules of the games and their log. It has more than fifteen files beside the games: each is a term that the
documents use (log, view, export, verification, table kinds), and few import many others.
"""
