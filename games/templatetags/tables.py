"""Template tags for tables and who sits at them."""

from __future__ import annotations

from django import template

from games.models import Seat
from games.projections import AUTOMATIC_KINDS

register = template.Library()


@register.filter
def seat_template(seat: Seat) -> str:
    """The template that shows who sits here; a seat that plays by itself has one for its kind."""
    if seat.user_id is not None:
        return "games/seats/person.html"
    return f"games/seats/{seat.kind}.html" if seat.kind in AUTOMATIC_KINDS else "games/seats/free.html"
