"""Data for doors, read from the rooms: lists, names, words, times and JSON. Nothing here changes anything.

Many modules serve only one door. They are here because doors have no queries of their own, and so that a second door
that shows the same finds them.
"""
