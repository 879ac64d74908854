"""Template tags for tables and their seats."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from django import template
from django.template.context import Context

from games.presenters.computer_levels import ShownLevel
from games.presenters.game_kinds import rival_at
from games.record.models import Invitation, Seat
from games.record.projections import LEGEND_KINDS

register = template.Library()


@register.simple_tag(takes_context=True)
def sitter(
    context: Context, seat: Seat, seats: Sequence[Seat], held: Mapping[int, Invitation] = MappingProxyType({})
) -> str:
    """Render the occupant of a seat, or the player whom the seat is held for (`held`); `seats` are all of the table.

    A seat that plays automatically has a template for its kind. If the context has `beside_names`, players are shown
    with their rating.
    """
    rating = (context.get("beside_names") or {}).get((seat.game_id, seat.user_id))
    shown: dict[str, Any] = {"seat": seat, "rating": rating}
    if seat.ai:
        shown["level"] = ShownLevel(seat.ai)
    if seat.user_id is not None:
        name = "games/seats/person.html"
    elif seat.ai:
        name = "games/seats/computer.html"
        alike = [one.number for one in seats if one.ai == seat.ai and one.user_id is None]
        shown["count"] = alike.index(seat.number) + 1 if len(alike) > 1 else None
    elif seat.number in held:
        name = "games/seats/held.html"
        shown["invitation"] = held[seat.number]
    else:
        name = f"games/seats/{seat.kind}.html" if seat.kind in LEGEND_KINDS else "games/seats/free.html"
        shown["rival"] = rival_at(seat.game) if seat.kind in LEGEND_KINDS else None
    assert context.template is not None  # only rendered within a template
    return context.template.engine.get_template(name).render(context.new(shown))


@register.filter
def at_seat(held: Mapping[int, Invitation], seat: Seat) -> Invitation | None:
    """Return the invitation that holds a seat, or None."""
    return held.get(seat.number)
