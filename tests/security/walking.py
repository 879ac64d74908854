"""All URLs of the site, filled with the data of `tests.games.api.api_world`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.urls import URLPattern, URLResolver, get_resolver, reverse

from tests.games.api.api_world import World

COROUTINES = {"api_game_stream", "api_account_stream"}
"""Their views need an event loop, and see only committed data."""


@dataclass(frozen=True)
class Address:
    name: str
    path: str
    view: Any
    parts: dict[str, Any]


def _flat(patterns: list[Any]) -> Iterator[tuple[str, Any, list[str]]]:
    for pattern in patterns:
        if isinstance(pattern, URLResolver):
            if pattern.app_name != "admin":
                yield from _flat(pattern.url_patterns)
        elif isinstance(pattern, URLPattern) and pattern.name is not None:
            yield pattern.name, pattern.callback, list(pattern.pattern.regex.groupindex)


def values(world: World, name: str) -> dict[str, Any]:
    """Return values by name for the arguments of a URL; `public_id` is a game's unless the URL says otherwise."""
    of = {key: place for key, place in world.places.items() if place}
    public_ids = {
        "answer_invitation": of["invited"]["invitation_id"],
        "block_player": world.opponent.public_id,
        "player": world.opponent.public_id,
        "api_player": world.opponent.public_id,
        "api_player_games": world.opponent.public_id,
        "api_opponents": world.opponent.public_id,
        "api_player_ratings": world.opponent.public_id,
        "api_player_history": world.opponent.public_id,
        "pairing_pool": of["pool"]["public_id"],
        "api_pairing_pool": of["pool"]["public_id"],
        **dict.fromkeys(
            ("study", "api_study", "api_study_link", "api_study_moves", "api_study_export"), of["study"]["public_id"]
        ),
        **dict.fromkeys(("api_study_move", "api_study_opponent"), of["study move"]["public_id"]),
        **dict.fromkeys(("one_seek", "withdraw_seek", "keep_games", "api_seek"), of["seek"]["public_id"]),
        **dict.fromkeys(("sit", "leave", "list_table", "remove_player"), of["waiting"]["public_id"]),
        **dict.fromkeys(
            ("api_points", "api_export", "api_ending", "play_again", "rematch", "api_rematch"), of["over"]["public_id"]
        ),
    }
    return {
        "public_id": public_ids.get(name, of["game"]["public_id"]),
        "key": of["board"]["key"],
        "pace": "live",
        "line_id": of["line"]["line_id"],
        "invitation_id": of["invited"]["invitation_id"],
        "player_id": world.opponent.public_id,
        "token_id": of["token"]["token_id"],
        "link": "nothing",
        "month": "1999-01",
        "number": 1,
        "move": of["study move"]["move"],
        "seq": 0,
        "board": 0,
        "ending": "svg",
        "language": "en",
        "code": "stale",
        "pk": 1,
        "token": "nothing",
        "path": "nothing",
        "client_id": "nothing",
    }


def addresses(world: World) -> list[Address]:
    """Return each URL of the site outside the administration, once."""
    found = {}
    for name, view, parts in _flat(get_resolver().url_patterns):
        known = values(world, name)
        filled = {part: known.get(part, "nothing") for part in parts}
        found[name] = Address(name, reverse(name, kwargs=filled), view, filled)
    return [address for address in found.values() if address.name not in COROUTINES]
