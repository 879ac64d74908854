"""The state of the site when the API's matrix begins (tests/games/api/test_api_matrix.py)."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from random import Random
from typing import Any

from accounts.access import tokens
from accounts.models import User
from accounts.notifications import services as notify
from engine.newtypes import FIRST, SeatNumber
from games.chat.services.say import say
from games.models import Flag, Game
from games.moderation.selectors import roles
from games.moderation.services import appeal as appeals
from games.moderation.services import decide as decisions
from games.moderation.services import report as reports
from games.people.services.purge_game import purge_game
from games.record.services.resign import resign
from games.search.selectors.filters import Filters
from games.search.services.save_filters import save_filters
from games.seating.services.invite import invite
from games.seating.services.open_table import open_table
from games.seating.services.sit_down import sit_down
from games.study import selectors
from games.study.selectors import MoveNumber
from games.study.services.begin_study import begin_study
from games.study.services.play_move import play_move
from games.study.services.share_study import share_study
from games.time.clocks import DAY_MS
from pyramido_site.infrastructure.public_ids import PublicId
from pyramido_site.infrastructure.site_clock import now_ms
from ratings.models import RatingPool, Result, ResultSeat
from tests.games import play, seeking
from tests.games.moderation.desk import staff
from tests.seats import SEAT_1


@dataclass
class World:
    """People, and what rows refer to by name: `places` are sets of URL arguments, `values` go into bodies."""

    seated: User
    opponent: User
    other: User
    spectator: User
    bot: User
    moderator: User
    senior: User
    administrator: User
    places: dict[str, dict[str, Any]] = field(default_factory=dict)
    values: dict[str, Any] = field(default_factory=dict)

    def named(self, where: str) -> dict[str, Any]:
        return self.places[where]

    def filled(self, body: Any) -> Any:
        """Return the body with each text `<name>` replaced by the value of that name."""
        if isinstance(body, dict):
            return {name: self.filled(value) for name, value in body.items()}
        if isinstance(body, list):
            return [self.filled(value) for value in body]
        if isinstance(body, str) and body.startswith("<"):
            return self.values[body[1:-1]]
        return body

    def queried(self, query: str) -> str:
        """Return the query with each `<name>` replaced by the value of that name."""
        return re.sub("<([^>]+)>", lambda found: str(self.values[found[1]]), query)


def make() -> World:
    """Create the world: `seated` plays `game` with the opponent and is to move there, hosts `waiting`, has played
    `over`, is invited to `invited`, and seeks.
    """
    players = (play.person(), play.person(), play.person(), play.person(), play.person())
    world = World(*players, staff(roles.MODERATOR), staff(roles.SENIOR), staff(roles.ADMINISTRATOR))
    User.objects.filter(pk=world.bot.pk).update(is_bot=True)
    world.bot.refresh_from_db()
    seated, opponent = world.seated, world.opponent

    game = _running(seated, opponent)
    line = say(opponent, game.public_id, "players", "Good luck")
    over = _running(seated, opponent)
    resign(over.public_id, SEAT_1)
    _running(world.other, opponent)
    waiting = open_table(seated, play.GAME, {"seats": 3})
    asked = invite(seated, waiting.public_id, opponent)
    theirs = open_table(opponent, play.GAME, {"seats": 2})
    invited = invite(opponent, theirs.public_id, seated)
    sought = seeking.seeking(seated)
    saved = save_filters(seated, "Won", Filters(mine=True, result="won"))
    token, _text = tokens.make(seated, "of the matrix", ["games:read"], None)
    notify.tell(
        "your_turn", [seated.pk], subject=game.public_id, key="matrix", data={"game": "Pyramido", "who": "Bert"}
    )

    sanctioned = play.person()
    report = reports.file(play.person(), "harassment", "profile", reported=sanctioned)
    made = decisions.decide(world.administrator, "warning", sanctioned, "Please stop.")
    warning = decisions.decide(world.administrator, "warning", seated, "Be kind.")
    asked_again = appeals.appeal(sanctioned, made.public_id, "It was not me.")
    flag = Flag.objects.create(kind="abuse", key="matrix", user=sanctioned, strength=1200, at_ms=1, evidence=WORDS)

    study, running = (begin_study(seated, one.public_id, FIRST, title="Mine") for one in (over, game))
    first = selectors.beginning_of(study)
    study_action = play.random_action(first, first.to_move[0], Random(2))
    link = share_study(seated, study.public_id).link
    played = play_move(seated, study.public_id, MoveNumber(0), SeatNumber(first.to_move[0]), study_action)

    world.places = {
        "": {},
        "nothing": {"path": "nothing/here"},
        "error": {"code": "stale"},
        "month": {"month": "1999-01"},
        "link": {"link": "nothing"},
        "game": {"public_id": game.public_id},
        "first event": {"public_id": game.public_id, "seq": 0},
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
        "alert": {"key": play.GAME},
        "saved": {"public_id": saved.public_id},
        "pool": {"public_id": sought.pool.public_id},
        "seek": {"public_id": sought.public_id},
        "token": {"token_id": token.public_id},
        "report": {"public_id": report.public_id},
        "decision": {"public_id": made.public_id},
        "warning": {"decision_id": warning.public_id},
        "appeal": {"public_id": asked_again.public_id},
        "flag": {"public_id": flag.public_id},
        "study": {"public_id": study.public_id},
        "shared study": {"link": link},
        "study move": {"public_id": study.public_id, "move": played},
        "running study": {"public_id": running.public_id},
        "running study move": {"public_id": running.public_id, "move": 0},
        "rated": {"public_id": _rated(sanctioned, play.person())},
    }
    position = play.position(game)
    world.values = {
        "seq": position.seq,
        "action": play.random_action(position, 0, Random(1)),
        "player": world.spectator.public_id,
        "over": over.public_id,
        "study seat": first.to_move[0],
        "study action": study_action,
        "study file": selectors.file_of(study),
        "link": link,
        "report": report.public_id,
        "sanctioned": sanctioned.public_id,
        "in_a_week": now_ms() + 7 * DAY_MS,
    }
    return world


WORDS = {"lines": 9, "abusive": 4, "weight": 12, "words": {"fool": 4}, "which": []}


def _rated(first: User, second: User) -> str:
    """Make a rated result of two people; return the game's public id."""
    pool = RatingPool.objects.create(game=play.GAME, pace="live", population="people")
    result = Result.objects.create(game=PublicId("rated"), pool=pool, started_ms=1, finished_ms=2)
    for number, user in enumerate((first, second)):
        ResultSeat.objects.create(result=result, number=number, user=user, rank=1 + number)
    return result.game


def _running(first: User, second: User) -> Game:
    """Start a game of two people, with the first, on seat 0, to move."""
    while True:
        game = open_table(first, play.GAME, {"seats": 2})
        sit_down(second, game.public_id)
        if play.position(game).to_move == (0,):
            return play.fresh(game)
        purge_game(game.public_id, "the other begins")
