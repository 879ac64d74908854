"""Games of one sitting: nobody is at two tables of such games at once, and nobody who is at one seeks another.

Bots are: how many games they play, they decide themselves (`games.bots.selectors.policies`).
"""

from __future__ import annotations

from collections.abc import Callable

from accounts.models import User
from games.seating.selectors.live_tables import check_free, is_live
from games.time import terms

_elsewhere: list[Callable[[User], None]] = []


def register(*withdraw: Callable[[User], None]) -> None:
    """Rooms where people wait for live games add what ends that (`games/apps.py`). It is called in the transaction that
    writes the seat, with the person's row locked.
    """
    _elsewhere.extend(one for one in withdraw if one not in _elsewhere)


def sits_down(user: User, agreed: terms.Terms) -> None:
    """Before somebody takes a seat: where the game is live, the person is at no other such table, and seeks none any
    more. Call it in the transaction that writes the seat; the person's row, which it locks, keeps pairing away. Raises
    Refusal.
    """
    if user.is_bot or not is_live(agreed):
        return
    User.objects.select_for_update(no_key=True).get(pk=user.pk)
    check_free(user)
    for withdraw in _elsewhere:
        withdraw(user)
