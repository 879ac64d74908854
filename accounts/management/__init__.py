"""Commands for operators (`manage.py NAME`). Django finds them by name."""
