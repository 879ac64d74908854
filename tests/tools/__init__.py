"""Tools that measure, draw or check and are no tests: each is run by `make` or by `python -m tests.tools.…`.

More than fifteen files: one for each tool; those that need several have a folder.
"""
