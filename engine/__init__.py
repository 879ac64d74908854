"""The rules of the games and their log. Start with `core.py`, `position.py` and `replay.py`.

This folder has more than fifteen files (the limit of `tests/repository/test_folders.py`), as each holds one concept:
the log, views, exports, verification, kinds of tables and so on.
"""
