"""The administration: lookups, and roles of users. It shows nothing that a running game hides and no text meant for
players alone, and changes no log.

Django finds it by its name.
"""

from games.admin import deadlines, moderation, people, ratings, record

__all__ = ["deadlines", "moderation", "people", "ratings", "record"]
