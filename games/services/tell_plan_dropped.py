"""A player is told that a plan was dropped."""

from __future__ import annotations

from accounts import notify
from engine import registry
from games import positions
from games.models import Plan
from games.services.tell_players import names


def tell_plan_dropped(plan_id: int) -> None:
    """Again, or for a plan that is gone, it does nothing."""
    plan = Plan.objects.select_related("game").filter(pk=plan_id, told=False).first()
    if plan is None:
        return
    game = plan.game
    notify.tell(
        "plan_dropped",
        [plan.user_id],
        subject=game.public_id,
        key=f"plan_dropped:{plan.pk}",
        data={"game": registry.get(game.game, game.rules_version).name},
        players=names(positions.read_info(game)),
    )
    Plan.objects.filter(pk=plan.pk).update(told=True)
