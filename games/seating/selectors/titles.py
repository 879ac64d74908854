"""Wins of a kind of table, and who holds its title."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db.models import QuerySet

from accounts.models import User
from engine import registry
from games.record.models import Game, Seat


def finished(game_key: str, options: Mapping[str, Any]) -> QuerySet[Seat]:
    """Return the users' seats at finished tables with these options, latest first, without seats that their users
    left. Options are compared key by key, because SQLite compares stored objects with the order of their keys.
    """
    offered = {name for kind in registry.get(game_key).table_kinds() for name in kind.options}
    same = {f"game__options__{name}": value for name, value in options.items()}
    absent = {f"game__options__{name}__isnull": True for name in offered - options.keys()}
    return Seat.objects.filter(
        game__status=Game.Status.FINISHED, game__game_key=game_key, user__isnull=False, ai="", **same, **absent
    ).order_by("-game__finished_ms", "-game_id")


def wins(game_key: str, options: Mapping[str, Any]) -> QuerySet[Seat]:
    """Return the seats on which users won a table with these options, as `finished` does."""
    return finished(game_key, options).filter(rank=1).select_related("user", "game")


def has_won(user: User, game_key: str, options: Mapping[str, Any]) -> bool:
    """Return whether the user has won a table with these options."""
    return wins(game_key, options).filter(user=user).exists()


def latest_winner(game_key: str, options: Mapping[str, Any]) -> User | None:
    """Return the holder of the title of this kind of table, or None (docs/rules.md B5)."""
    seat = wins(game_key, options).first()
    return None if seat is None else seat.user
