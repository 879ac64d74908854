"""Commands for operators (`manage.py NAME`). They import rooms, never another door; Django finds them by name."""
