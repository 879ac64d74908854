"""What is shown, made once for pages and API: lists, names, words, times and JSON, read from the rooms.

It imports rooms and never a door, and it changes nothing. Doors call it.
"""
