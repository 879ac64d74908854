"""Pages about opponents that are not people: who they are, and the one that a user chose last.

It imports presenters. Other pages ask it what to offer first.
"""
