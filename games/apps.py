from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class GamesConfig(AppConfig):
    name = "games"
    verbose_name = _("Games")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from games.bots import following as bots
        from games.computer import following as computer
        from games.conditional_moves import following as conditional_moves
        from games.deadlines import following as deadlines
        from games.notices import following as notices
        from games.rated_games import following as rated_games
        from games.record import after_commit

        rooms = (computer, bots, notices, deadlines, rated_games, conditional_moves)
        after_commit.register(*(room.follower for room in rooms))
