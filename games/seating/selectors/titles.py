"""Reads of seating: tables that never began, and who holds the title of a kind of table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db.models import QuerySet

from accounts.models import User
from engine import registry
from games.record.models import Game, Seat


def wins(game_key: str, options: Mapping[str, Any]) -> QuerySet[Seat]:
    """The seats that people have won a table with these options on, latest first; whoever left has not.

    Options are compared key by key: SQLite would tell stored objects apart by the order of their keys.
    """
    offered = {name for kind in registry.get(game_key).table_kinds() for name in kind.options}
    same = {f"game__options__{name}": value for name, value in options.items()}
    absent = {f"game__options__{name}__isnull": True for name in offered - options.keys()}
    return (
        Seat.objects.filter(
            game__status=Game.Status.FINISHED,
            game__game_key=game_key,
            rank=1,
            user__isnull=False,
            ai="",
            **same,
            **absent,
        )
        .select_related("user", "game")
        .order_by("-game__finished_ms", "-game_id")
    )


def has_won(user: User, game_key: str, options: Mapping[str, Any]) -> bool:
    return wins(game_key, options).filter(user=user).exists()


def latest_winner(game_key: str, options: Mapping[str, Any]) -> User | None:
    """Who holds the title of such a table, if it has one (docs/rules.md B5)."""
    seat = wins(game_key, options).first()
    return None if seat is None else seat.user
