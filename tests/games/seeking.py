"""Helpers for seeks in tests."""

from __future__ import annotations

from typing import Any

from accounts.models import User
from games.matchmaking.services.seek import seek
from games.models import Game, PairingPool, Seat, Seek
from games.seating.selectors import table_terms
from games.time.clocks import DAY_MS
from tests.games import play

GAME = "silver-gold-pyramids"
LIVE = {"time_control": {"system": "per_move", "seconds": 60}}
DAYS = {"time_control": {"system": "per_move", "seconds": 2 * DAY_MS // 1000}}


def seeking(
    user: User | None = None,
    agreed: dict[str, Any] = DAYS,
    seats: int = 2,
    keep: int = 0,
    nonce: str | None = None,
    game: str = GAME,
    key: str | None = None,
) -> Seek:
    """Create a live seek."""
    return seek(user or play.person(), game, {"seats": seats}, table_terms.read(agreed), keep, nonce, key)


def fresh(made: Seek) -> Seek:
    return Seek.objects.select_related("pool", "game").get(pk=made.pk)


def game_of(made: Seek) -> Game:
    game = fresh(made).game
    assert game is not None
    return game


def check_pools() -> None:
    """Check that seeks, games, seats and secrets are consistent: nothing is half done, and nothing is used twice."""
    for pool in PairingPool.objects.all():
        secrets = list(pool.secrets.order_by("number"))
        assert [secret.number for secret in secrets] == list(range(pool.prepared))
        taken = [secret.game for secret in secrets if secret.game is not None]
        assert [secret.number for secret in secrets if secret.game is not None] == list(range(pool.taken))
        assert sorted(game.pk for game in taken) == sorted(pool.games.values_list("pk", flat=True))
        for secret in secrets[: pool.taken]:
            game = secret.game
            assert game is not None and game.commitment == secret.commitment
            assert bytes(game.secret_part.secret) == bytes(secret.secret)
            assert (game.status, game.host_id, game.listed, game.seq) == (Game.Status.RUNNING, None, False, 0)
    seats = Seat.objects.filter(game__pool__isnull=False).values_list("game_id", "user_id")
    paired = Seek.objects.filter(state=Seek.State.PAIRED).values_list("game_id", "user_id")
    assert sorted(seats) == sorted(paired)
