"""Test data on the site that Schemathesis calls (tests/tools/api_fuzz.py); runs inside that site."""

from __future__ import annotations

import json

from accounts.access import scopes, tokens
from accounts.models import User
from games.matchmaking.selectors.seeks import seeks_of
from games.matchmaking.services.seek import seek
from games.seating.services.open_table import open_table
from games.seating.services.sit_down import sit_down
from games.time.terms import USUAL, Terms
from tests.games import play


def build() -> None:
    """Create Anna with games in all states, and others; print the values that requests may use, as JSON."""
    anna, bert, carla = (
        User.objects.create_user(name, password="lantern-Moth-47") for name in ("Anna", "Bert", "Carla")
    )
    games = [
        open_table(anna, "pyramido", {"seats": 3}),
        open_table(bert, "silver-gold-pyramids", {"seats": 3}),
        open_table(anna, "forgotten-treasures", {"seats": 2}, ai=["greedy"]),
        open_table(anna, "silver-gold-pyramids", {"seats": 2}, ai=["greedy"]),
        open_table(bert, "pyramido", {"seats": 2}, invited=[anna], listed=False),
    ]
    over, _ = play.table(2)
    play.play_to_the_end(over)
    shared = open_table(anna, "pyramido", {"seats": 2}, agreed=Terms(USUAL))
    sit_down(bert, shared.public_id)
    seek(carla, "pyramido", {"seats": 2}, Terms(USUAL))
    pools = [one.pool.public_id for one in seeks_of(carla)]
    _, full = tokens.make(anna, "everything", scopes.offered_to(anna), None)
    _, reading = tokens.make(bert, "reading", [scopes.GAMES_READ, scopes.ACCOUNT_READ], None)
    made = {
        "full": full,
        "reading": reading,
        "games": [game.public_id for game in (*games, over, shared)],
        "players": [anna.public_id, bert.public_id, carla.public_id],
        "pools": pools,
    }
    print(json.dumps(made))
