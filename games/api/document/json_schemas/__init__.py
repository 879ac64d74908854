"""How the types of Python become the schemas of the documents: plain ones that generators of clients understand, with
one for each game where games differ.
"""
