"""What lies on the tables when the matrix of the API begins (tests/games/test_api_matrix.py)."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from typing import Any

from accounts import notify, tokens
from accounts.models import User
from games.models import Game
from games.services.invite import invite
from games.services.open_table import open_table
from games.services.purge_game import purge_game
from games.services.resign import resign
from games.services.say import say
from games.services.sit_down import sit_down
from tests.games import play, seeking


@dataclass
class World:
    """People, and what rows call by name: `places` are sets of arguments of an address, `values` go into bodies."""

    seated: User
    opponent: User
    other: User
    spectator: User
    bot: User
    moderator: User
    places: dict[str, dict[str, Any]] = field(default_factory=dict)
    values: dict[str, Any] = field(default_factory=dict)

    def named(self, where: str) -> dict[str, Any]:
        return self.places[where]

    def filled(self, body: Any) -> Any:
        """The body, each text `<name>` replaced by the value of that name."""
        if isinstance(body, dict):
            return {name: self.filled(value) for name, value in body.items()}
        if isinstance(body, list):
            return [self.filled(value) for value in body]
        if isinstance(body, str) and body.startswith("<"):
            return self.values[body[1:-1]]
        return body


def make() -> World:
    """`seated` plays `game` with the opponent and is to move there, hosts `waiting`, has played `over`, is invited to
    `invited`, and seeks.
    """
    world = World(play.person(), play.person(), play.person(), play.person(), play.person(), play.person())
    User.objects.filter(pk=world.bot.pk).update(is_bot=True)
    User.objects.filter(pk=world.moderator.pk).update(is_staff=True)
    for user in (world.bot, world.moderator):
        user.refresh_from_db()
    seated, opponent = world.seated, world.opponent

    game = _running(seated, opponent)
    line = say(opponent, game.public_id, "players", "Good luck")
    over = _running(seated, opponent)
    resign(over.public_id, 1)
    _running(world.other, opponent)
    waiting = open_table(seated, play.GAME, {"seats": 3})
    asked = invite(seated, waiting.public_id, opponent)
    theirs = open_table(opponent, play.GAME, {"seats": 2})
    invited = invite(opponent, theirs.public_id, seated)
    sought = seeking.seeking(seated)
    token, _text = tokens.make(seated, "of the matrix", ["games:read"], None)
    notify.tell(
        "your_turn", [seated.pk], subject=game.public_id, key="matrix", data={"game": "Pyramido", "who": "Bert"}
    )

    world.places = {
        "": {},
        "nothing": {"path": "nothing/here"},
        "month": {"month": "1999-01"},
        "link": {"link": "nothing"},
        "game": {"public_id": game.public_id},
        "over": {"public_id": over.public_id},
        "waiting": {"public_id": waiting.public_id},
        "seat": {"public_id": waiting.public_id, "number": 1},
        "line": {"public_id": game.public_id, "line_id": line["id"]},
        "asked": {"invitation_id": asked.public_id},
        "invited": {"invitation_id": invited.public_id},
        "player": {"public_id": opponent.public_id},
        "blocked": {"player_id": opponent.public_id},
        "history": {"public_id": opponent.public_id, "key": play.GAME, "pace": "live"},
        "board": {"key": play.GAME, "pace": "live"},
        "pool": {"public_id": sought.pool.public_id},
        "seek": {"public_id": sought.public_id},
        "token": {"token_id": token.public_id},
    }
    position = play.position(game)
    world.values = {
        "seq": position.seq,
        "action": play.random_action(position, 0, Random(1)),
        "player": world.spectator.public_id,
    }
    return world


def _running(first: User, second: User) -> Game:
    """A game of two people that has just begun, with the first, on seat 0, to move."""
    while True:
        game = open_table(first, play.GAME, {"seats": 2})
        sit_down(second, game.public_id)
        if play.position(game).to_move == (0,):
            return play.fresh(game)
        purge_game(game.public_id, "the other begins")
