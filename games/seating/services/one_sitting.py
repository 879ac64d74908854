"""The rule that a user is at one live table at a time, and waits nowhere else for another.

Bots are exempt: they decide themselves how many games they play (`games.bots.selectors.bot_policies`).
"""

from __future__ import annotations

from collections.abc import Callable

from accounts.models import User
from games.seating.selectors.live_tables import check_free, is_live
from games.time import terms

_elsewhere: list[Callable[[User], None]] = []


def register(*withdraw: Callable[[User], None]) -> None:
    """Add functions that end a user's waiting for a live game elsewhere (`games/apps.py`). They are called inside the
    transaction that writes the seat, with the user's row locked.
    """
    _elsewhere.extend(one for one in withdraw if one not in _elsewhere)


def free_for_seat(user: User, agreed: terms.Terms) -> None:
    """Free a user for a seat at a table with these terms: if it is live, check that the user is at no other live table,
    and end the user's waiting elsewhere.

    Call inside the transaction that writes the seat; the lock on the user's row keeps pairing away. Raise Refusal if
    the user is at another live table.
    """
    if user.is_bot or not is_live(agreed):
        return
    User.objects.select_for_update(no_key=True).get(pk=user.pk)
    check_free(user)
    for withdraw in _elsewhere:
        withdraw(user)
