"""Notify a player that conditional moves were dropped."""

from __future__ import annotations

from accounts.notifications import services as notify
from engine import registry
from games.conditional_moves.models import ConditionalMoves
from games.record import positions
from games.record.tables import names


def tell_moves_dropped(plan_id: int) -> None:
    """Notify the owner once. Does nothing if that is done or the row is gone."""
    plan = ConditionalMoves.objects.select_related("game").filter(pk=plan_id, told=False).first()
    if plan is None:
        return
    game = plan.game
    notify.tell(
        "plan_dropped",
        [plan.user_id],
        subject=game.public_id,
        key=f"plan_dropped:{plan.pk}",
        data={"game": registry.get(game.game_key, game.rules_version).name},
        players=names(positions.read_info(game)),
    )
    ConditionalMoves.objects.filter(pk=plan.pk).update(told=True)
