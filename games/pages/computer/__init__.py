"""Pages about opponents that are not people: who they are, and the one that a user chose last, which other pages offer
first.
"""
