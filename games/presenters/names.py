"""Names of players in sentences."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.text import get_text_list
from django.utils.translation import gettext as _

from games.presenters.computer_levels import ShownLevel
from games.record.models import Seat
from games.record.projections import LEGEND_KINDS


def seat_name(seat: Seat) -> str:
    """Return who sits on a seat: a player's name, the computer's level, or what a seat without either is."""
    if seat.user is not None:
        return seat.user.display_name
    if seat.ai:
        return ShownLevel(seat.ai).name
    return _("The Legend") if seat.kind in LEGEND_KINDS else _("free seat")


def in_words(names: Sequence[str]) -> str:
    """Return names as a list in words: “Ada, Ben and Cleo”."""
    return get_text_list(list(names), _("and"))
