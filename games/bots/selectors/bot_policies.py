"""Bot accounts: which challenges they accept, and what they may not do.

A bot plays only over the API, at any number of tables at once. It challenges and is challenged; it is not paired, and
gets no hints. Rated games with a bot count in the rating pools of bots.
"""

from __future__ import annotations

from typing import Annotated, Literal

from django.utils.translation import gettext_noop
from msgspec import Meta, to_builtins

from accounts.models import User
from engine import registry
from games.bots.models import BotPolicy
from games.record.models import Game, Seat
from games.record.tables import JSON
from games.requests.bodies import DeclineReason, Strict, read
from games.requests.refusals import Refusal
from games.seating.selectors.table_kinds import player_seats
from games.time import terms
from games.time.clocks import Control, Unlimited

Challengers = Literal["everybody", "people", "bots", "nobody"]
Pace = Literal["live", "correspondence", "unlimited"]
Rated = Literal["both", "rated", "unrated"]

MOST_GAMES = 1000
DEFAULT_GAMES = 50


class Policy(Strict, frozen=True, kw_only=True):
    """Which challenges a bot accepts; null means any.

    The server declines at once what does not match. What matches it accepts at once if `automatic`; otherwise the
    invitation waits for the bot.
    """

    challengers: Challengers = "everybody"
    games: Annotated[list[str], Meta(max_length=50)] | None = None
    """Keys of games."""
    seats: Annotated[list[Annotated[int, Meta(ge=2, le=9)]], Meta(max_length=8)] | None = None
    """Numbers of players at the table."""
    paces: Annotated[list[Pace], Meta(max_length=3)] | None = None
    time_controls: Annotated[list[Control], Meta(max_length=50)] | None = None
    """Only these; `paces` must allow them too."""
    rated: Rated = "both"
    most_games: Annotated[int, Meta(ge=0, le=MOST_GAMES)] = DEFAULT_GAMES
    """Maximum number of tables at once, waiting tables included."""
    automatic: bool = False


def policy_of(user: User) -> Policy:
    """Return the bot's policy, or the default one."""
    stored = BotPolicy.objects.filter(user=user).values_list("accepts", flat=True).first()
    return read(stored or {}, Policy)


def policy_json(policy: Policy) -> JSON:
    """Return the policy as JSON."""
    made: JSON = to_builtins(policy)
    return made


def pace_of(control: Control) -> Pace:
    """Return the pace of a time control."""
    if isinstance(control, Unlimited):
        return "unlimited"
    return "correspondence" if control.slow else "live"


def why_not(policy: Policy, bot: User, by: User, game: Game) -> DeclineReason | None:
    """Return the reason for which the policy declines this challenge of `bot`, or None."""
    if policy.challengers not in ("everybody", "bots" if by.is_bot else "people"):
        return "no"
    rules = registry.get(game.game_key, game.rules_version)
    if policy.games is not None and game.game_key not in policy.games:
        return "other_game"
    if policy.seats is not None and player_seats(rules, game.options) not in policy.seats:
        return "other_game"
    control = terms.of(game.terms).time_control
    fits = policy.paces is None or pace_of(control) in policy.paces
    if not (fits and (policy.time_controls is None or control in policy.time_controls)):
        return "too_slow" if control.slow else "too_fast"
    if policy.rated != "both" and game.rated != (policy.rated == "rated"):
        return "rated" if game.rated else "unrated"
    return "later" if games_at_once(bot) >= policy.most_games else None


def games_at_once(bot: User) -> int:
    """Return the number of tables at which a bot waits or plays."""
    lasting = (Game.Status.OPEN, Game.Status.RUNNING)
    return Seat.objects.filter(user=bot, ai="", departure="", game__status__in=lasting).count()


def check_bot(user: User) -> User:
    """Return the user. Raise Refusal 403 `not_a_bot` if it is no bot account."""
    if not user.is_bot:
        raise Refusal(403, "not_a_bot", gettext_noop("Only bot accounts can do this."))
    return user


def plays_by_token() -> Refusal:
    """Return the refusal of a bot that would play with a session."""
    return Refusal(403, "bot_by_token", gettext_noop("Bot accounts play only through the API, with a token."))


def check_may_seek(user: User) -> None:
    """Raise Refusal 403 `no_bots` for a bot."""
    if user.is_bot:
        template = gettext_noop("Bots are not paired: they send and receive invitations.")
        raise Refusal(403, "no_bots", template)
