"""What an account's socket and stream say about its games: which wait for the player, and since when."""

from __future__ import annotations

from typing import Any

from django.urls import reverse

from accounts.models import User
from engine.newtypes import BEFORE_FIRST, Seq
from games.record import frames, positions, selectors
from games.record.models import Game, Seat
from games.record.tables import JSON
from games.seating.selectors import invitations
from pyramido_site.infrastructure.public_ids import PublicId


class AccountGames:
    """The state of one connection.

    It remembers the decisions that the client was told of (game → seq since which the decision stands, or a later one),
    and the seq at which each game was last checked.
    """

    def __init__(self, user: User) -> None:
        self.user = user
        self._told: dict[PublicId, Seq] = {}
        self._seen: dict[PublicId, Seq] = {}

    def now(self) -> dict[str, Any]:
        """Return `games` and `invitations` of the `account` frame."""
        seats = selectors.seats_with_games(self.user, Game.Status.OPEN, Game.Status.RUNNING)
        games = [_game(seat) for seat in seats]
        self._told = {game["id"]: game["seq"] for game in games if game["your_turn"]}
        self._seen = dict(self._told)
        waiting = invitations.listed_json(self.user, list(invitations.to_user(self.user)))
        return {"games": games, "invitations": waiting}

    def note(self, message: dict[str, Any]) -> None:
        """Note that the client was sent this `turn` frame."""
        self._told[message["game"]] = message["seq"]

    def lost(self) -> list[str]:
        """Return the `turn` frames of decisions that the client was not told of."""
        running = selectors.seats_with_games(self.user, Game.Status.RUNNING)
        waiting = [seat for seat in running if seat.game.to_move >> seat.number & 1]
        texts = []
        for seat in waiting:
            game = seat.game
            if game.seq is None or game.seq <= self._seen.get(game.public_id, BEFORE_FIRST):
                continue
            self._seen[game.public_id] = game.seq
            entry = positions.load_or_none(game)
            owed = (
                BEFORE_FIRST
                if entry is None
                else dict(frames.decisions_of_people(entry.position)).get(seat.number, BEFORE_FIRST)
            )
            if owed > self._told.get(game.public_id, BEFORE_FIRST):
                self._told[game.public_id] = owed
                texts.append(frames.turn_text(game.public_id, seat.number, owed))
        ours = {seat.game.public_id for seat in waiting}
        self._told = {game: seq for game, seq in self._told.items() if game in ours}
        self._seen = {game: seq for game, seq in self._seen.items() if game in ours}
        return texts


def _game(seat: Seat) -> JSON:
    game = seat.game
    return {
        "id": game.public_id,
        "url": reverse("table", args=[game.public_id]),
        "game": game.game_key,
        "status": game.status,
        "seat": seat.number,
        "seq": game.seq,
        "your_turn": bool(game.to_move >> seat.number & 1) and game.status == Game.Status.RUNNING,
        "deadline_ms": game.deadline_ms,
    }
