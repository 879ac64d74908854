"""Operations for bot accounts (docs/formats/bots.md)."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, TypedDict

from django.utils.translation import gettext_noop
from msgspec import Meta
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.access import scopes
from accounts.access.permissions import HasScope
from accounts.models import User
from accounts.users.player_json import Player, player_json
from games.api.document.game_schemas import Action, GameKey
from games.api.views import body_of, own_seat, player
from games.bots.models import BotHook
from games.bots.selectors import bot_policies as bots
from games.bots.selectors import calls
from games.bots.selectors.calls import Hook, hook_json
from games.bots.services import set_policy
from games.bots.services.set_hook import remove_hook, set_hook
from games.people.services.become_bot import become_bot
from games.record import selectors
from games.requests.bodies import Strict
from games.requests.refusals import Refusal
from pyramido_site.infrastructure.documented import documented
from pyramido_site.infrastructure.json_bodies import Millis
from pyramido_site.infrastructure.public_ids import PublicId


class Upgrade(Strict, frozen=True):
    """`confirm` must be the account's name."""

    confirm: Annotated[str, Meta(max_length=100)]


class ShownHook(TypedDict):
    """A bot's webhook, which is asked for its decisions. `problem` says what was wrong with its last answer."""

    url: str
    created_ms: Millis
    answered_ms: Millis | None
    problem: str | None


class NewHook(ShownHook):
    """A new webhook, with the secret that signs its requests. The secret is shown only once."""

    secret: str


class LegalActions(TypedDict):
    """`seq` is the `expected_seq` to send with one of `actions`; `complete` says whether these are all legal
    actions.
    """

    game: GameKey
    seq: int | None
    actions: list[Action]
    complete: bool


class OfBots(APIView):
    """A view for bot accounts only."""

    permission_classes = [HasScope, IsAuthenticated]

    def bot(self, request: Request) -> User:
        """Return the calling bot. Raise Refusal if the caller is not a bot."""
        return bots.check_bot(player(request))


class UpgradeAccount(APIView):
    """`/api/v1/bot/account/upgrade`."""

    scopes: ClassVar = {"POST": scopes.BOT_PLAY}
    permission_classes = [HasScope, IsAuthenticated]

    @documented("becomeBot", {200: Player}, body=Upgrade, refused=(403, 409, 422))
    def post(self, request: Request) -> Response:
        """Turn the caller's account into a bot account, for good.

        Accounts of guests and accounts that have played or sit at a table are refused. Repeating the request changes
        nothing.
        """
        body = body_of(request, Upgrade)
        return Response(player_json(become_bot(player(request), body.confirm)))


class BotPolicy(OfBots):
    """`/api/v1/bot/policy`."""

    scopes: ClassVar = {"GET": scopes.BOT_PLAY, "PUT": scopes.BOT_PLAY}

    @documented("getBotPolicy", {200: bots.Policy}, refused=(403,))
    def get(self, request: Request) -> Response:
        """Get the policy by which the calling bot takes challenges."""
        return Response(bots.policy_json(bots.policy_of(self.bot(request))))

    @documented("setBotPolicy", {200: bots.Policy}, body=bots.Policy, refused=(403,))
    def put(self, request: Request) -> Response:
        """Set the policy by which the calling bot takes challenges.

        Challenges that do not fit the policy are declined at once. Others are accepted at once if the policy is
        `automatic`, and otherwise wait for the bot.
        """
        bot, policy = self.bot(request), body_of(request, bots.Policy)
        set_policy.set_policy(bot, policy)
        return Response(bots.policy_json(policy))


class OneHook(OfBots):
    """`/api/v1/bot/hook`."""

    scopes: ClassVar = {"GET": scopes.BOT_PLAY, "PUT": scopes.BOT_PLAY, "DELETE": scopes.BOT_PLAY}

    @documented("getBotHook", {200: ShownHook}, refused=(403, 404))
    def get(self, request: Request) -> Response:
        """Get the calling bot's webhook, which is asked for its decisions; 404 `no_hook` if there is none."""
        return Response(hook_json(_hook_of(self.bot(request))))

    @documented("setBotHook", {200: NewHook}, body=Hook, refused=(403, 422))
    def put(self, request: Request) -> Response:
        """Set the calling bot's webhook, which is asked for its decisions, with a new secret."""
        made = set_hook(self.bot(request), body_of(request, Hook).url)
        return Response({**hook_json(made), "secret": made.secret})

    @documented("removeBotHook", {204: None}, refused=(403,))
    def delete(self, request: Request) -> Response:
        """Remove the calling bot's webhook."""
        remove_hook(self.bot(request))
        return Response(status=204)


def _hook_of(bot: User) -> BotHook:
    """Return the bot's webhook. Raise Refusal 404 `no_hook` if there is none."""
    hook = calls.hook_of(bot)
    if hook is None:
        raise Refusal(404, "no_hook", gettext_noop("This bot has no webhook URL."))
    return hook


class Legal(APIView):
    """`/api/v1/games/{id}/legal-actions`."""

    scopes: ClassVar = {"GET": scopes.GAMES_READ}
    permission_classes = [HasScope, IsAuthenticated]

    @documented("getLegalActions", {200: LegalActions}, refused=(403, 404))
    def get(self, request: Request, public_id: PublicId) -> Response:
        """List the legal actions of the caller's seat.

        Empty while the seat owes no decision. There are at most 500, which is nearly always all; `complete` says so.
        """
        found: dict[str, Any] = selectors.legal_actions(public_id, own_seat(request, public_id))
        return Response(found)
