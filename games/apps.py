"""The Django app of tables and games, and the one list of what its rooms register with lower ones."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class GamesConfig(AppConfig):
    """The app `games`."""

    name = "games"
    verbose_name = _("Games")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Register functions of higher rooms that lower rooms call: an import the other way is not allowed."""
        from accounts.users import blocks
        from games.bots import after_move as bots
        from games.bots.services.answer_for_bots import answer_for_bots
        from games.computer import after_move as computer
        from games.conditional_moves import after_move as conditional_moves
        from games.conditional_moves.selectors import faults as plan_faults
        from games.deadlines import after_move as deadlines
        from games.deadlines.selectors.outages import cache as outages
        from games.matchmaking.services.withdraw_seek import withdraw_live_seeks
        from games.notices import after_move as notices
        from games.presenters.game_kinds import register_components
        from games.rated_games import after_move as rated_games
        from games.rated_games.selectors.seat_results import faults as rating_faults
        from games.record import after_commit, checking, command_context
        from games.seating.services import hold_seats, one_sitting
        from games.seating.services.keep_apart import keep_apart

        rooms = (computer, bots, notices, deadlines, rated_games, conditional_moves)
        after_commit.register(*(room.follower for room in rooms))
        command_context.register(outages.at)
        checking.register(rating_faults, plan_faults)
        blocks.register(keep_apart)
        hold_seats.register(answer_for_bots)
        register_components()
        one_sitting.register(withdraw_live_seeks)
