"""The people of a sample site, all with one password."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime

from allauth.account.models import EmailAddress

from accounts.access import tokens
from accounts.identity.terms_of_service import agree
from accounts.models import User
from games.bots.selectors.bot_policies import Policy
from games.bots.services.set_policy import set_policy
from games.moderation.selectors.roles import MODERATOR, SENIOR
from games.moderation.services import give_role
from games.people.services.become_bot import become_bot
from pyramido_site.infrastructure.site_clock import now_ms

PLAYERS = ("Ada", "Bruno", "Chiara", "Denis", "Emma", "Farid", "Greta", "Hugo", "Ines", "Jonas", "Kaya", "Luca")
"""The first one is the person who has games in every phase."""

ADMINISTRATOR_NAME, SENIOR_NAME, MODERATOR_NAME, BOT_NAME = "Sofia", "Nils", "Milo", "Robo"
NAMES = (*PLAYERS, ADMINISTRATOR_NAME, SENIOR_NAME, MODERATOR_NAME, BOT_NAME)


@dataclass(frozen=True)
class People:
    players: tuple[User, ...]
    administrator: User
    senior: User
    moderator: User
    bot: User
    bot_token: str
    player_token: str

    @property
    def me(self) -> User:
        return self.players[0]

    @property
    def others(self) -> tuple[User, ...]:
        return self.players[1:]


def make_people(password: str) -> People:
    """All of them, as agreed to the terms; the bot takes every challenge."""
    joined = datetime.fromtimestamp(now_ms() / 1000, UTC)

    def account(name: str) -> User:
        user = User.objects.create_user(name, password=password, date_joined=joined)
        agree(user)
        return user

    players = tuple(map(account, PLAYERS))
    administrator = User.objects.create_superuser(ADMINISTRATOR_NAME, password=password, date_joined=joined)
    agree(administrator)
    senior, moderator = account(SENIOR_NAME), account(MODERATOR_NAME)
    give_role.give(senior, SENIOR)
    give_role.give(moderator, MODERATOR)
    bot = become_bot(account(BOT_NAME), BOT_NAME)
    set_policy(bot, Policy(automatic=True))
    return People(
        players, administrator, senior, moderator, bot,
        tokens.make(bot, "sample", ["games:read", "games:play", "bot:play"], None)[1],
        tokens.make(players[0], "sample", ["games:read", "games:play", "account:read"], None)[1],
    )  # fmt: skip


def give_address(user: User) -> None:
    """A confirmed address, to which mail goes from now on."""
    user.email = f"{user.display_name.lower()}@example.org"
    user.save(update_fields=["email"])
    EmailAddress.objects.create(user=user, email=user.email, primary=True, verified=True)
