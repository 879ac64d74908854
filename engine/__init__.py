"""The rules of the games and their log. Start with `core.py`, `position.py` and `replay.py`.

More than fifteen files: each holds one concept, such as the log, views, exports, verification or kinds of tables.
"""
