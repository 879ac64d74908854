"""A player is told that a plan was dropped."""

from __future__ import annotations

from accounts import notify
from games import positions
from games.models import Plan
from games.services.tell_players import names


def tell_plan_dropped(plan_id: int) -> None:
    """Again, or for a plan that is gone, it does nothing."""
    plan = Plan.objects.select_related("game").filter(pk=plan_id, told=False).first()
    if plan is None:
        return
    game = plan.game
    entry = positions.entry_of(game)
    notify.tell(
        "plan_dropped",
        [plan.user_id],
        subject=game.public_id,
        key=f"plan_dropped:{plan.pk}",
        data={"game": entry.position.rules.name},
        players=names(entry.info),
    )
    Plan.objects.filter(pk=plan.pk).update(told=True)
