"""The rules of the games and their log. Start with `core.py`, `position.py` and `replay.py`.

Beside the games this folder has more than fifteen files, as each holds one term of the documents (log, view, export,
verification, table kinds) and few of them import many others.
"""
