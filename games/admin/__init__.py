"""Administration: what there is to look at, and who has which role. It shows nothing that a running game hides, no
text that is meant for players alone, and changes no log.

It imports models and rooms, never another door. Django finds it by its name.
"""

from games.admin import games, moderation, people, ratings

__all__ = ["games", "moderation", "people", "ratings"]
