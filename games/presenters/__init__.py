"""What pages and API show, made once for both: lists, names, words, times and JSON, read from the rooms.

It imports rooms and never a door, and changes nothing. Doors call it.
"""
