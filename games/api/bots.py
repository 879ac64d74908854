"""What bot accounts have beside other players (docs/formats/bots.md)."""

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
from accounts.api.shapes import Millis, Player
from accounts.models import User
from games.api.document.game_schemas import Action
from games.api.views import body_of, own_seat, player
from games.bots.models import BotHook
from games.bots.selectors import policies as bots
from games.bots.selectors.calls import Hook, hook_json
from games.bots.services import set_policy
from games.bots.services.set_hook import remove_hook, set_hook
from games.people.services.become_bot import become_bot
from games.record import selectors
from games.record.tables import player_json
from games.requests.bodies import Strict
from games.requests.refusals import Refusal
from pyramido_site.infrastructure.documented import documented


class Upgrade(Strict, frozen=True):
    """`confirm` is the account's name."""

    confirm: Annotated[str, Meta(max_length=100)]


class ShownHook(TypedDict):
    """The address that is asked for a bot's decisions. `problem` is what was wrong with its last answer."""

    url: str
    created_ms: Millis
    answered_ms: Millis | None
    problem: str | None


class NewHook(ShownHook):
    """With the secret, which is shown only once."""

    secret: str


class LegalActions(TypedDict):
    """`seq` is the `expected_seq` to send with one of `actions`; `complete` tells whether they are all."""

    seq: int | None
    actions: list[Action]
    complete: bool


class OfBots(APIView):
    """For bot accounts alone."""

    permission_classes = [HasScope, IsAuthenticated]

    def bot(self, request: Request) -> User:
        return bots.check_bot(player(request))


class UpgradeAccount(APIView):
    scopes: ClassVar = {"POST": scopes.BOT_PLAY}
    permission_classes = [HasScope, IsAuthenticated]

    @documented("becomeBot", {200: Player}, body=Upgrade, refused=(403, 409, 422))
    def post(self, request: Request) -> Response:
        """Make the account a bot's, for good.

        It must not have played, nor sit at a table; guests cannot. Again, it changes nothing.
        """
        body = body_of(request, Upgrade)
        return Response(player_json(become_bot(player(request), body.confirm)))


class BotPolicy(OfBots):
    scopes: ClassVar = {"GET": scopes.BOT_PLAY, "PUT": scopes.BOT_PLAY}

    @documented("getBotPolicy", {200: bots.Policy}, refused=(403,))
    def get(self, request: Request) -> Response:
        """Which challenges the bot takes."""
        return Response(bots.policy_json(bots.policy_of(self.bot(request))))

    @documented("setBotPolicy", {200: bots.Policy}, body=bots.Policy, refused=(403,))
    def put(self, request: Request) -> Response:
        """Say which challenges the bot takes.

        What does not fit is declined at once; what fits is accepted at once where the policy is `automatic`, and
        otherwise waits for the bot.
        """
        bot, policy = self.bot(request), body_of(request, bots.Policy)
        set_policy.set_policy(bot, policy)
        return Response(bots.policy_json(policy))


class OneHook(OfBots):
    scopes: ClassVar = {"GET": scopes.BOT_PLAY, "PUT": scopes.BOT_PLAY, "DELETE": scopes.BOT_PLAY}

    @documented("getBotHook", {200: ShownHook}, refused=(403, 404))
    def get(self, request: Request) -> Response:
        """The address that is asked for the bot's decisions."""
        hook = BotHook.objects.filter(user=self.bot(request)).first()
        if hook is None:
            raise Refusal(404, "no_hook", gettext_noop("This bot has no address to call."))
        return Response(hook_json(hook))

    @documented("setBotHook", {200: NewHook}, body=Hook, refused=(403, 422))
    def put(self, request: Request) -> Response:
        """Have an address asked for the bot's decisions, with a new secret."""
        made = set_hook(self.bot(request), body_of(request, Hook).url)
        return Response({**hook_json(made), "secret": made.secret})

    @documented("removeBotHook", {204: None}, refused=(403,))
    def delete(self, request: Request) -> Response:
        """Ask no address any more."""
        remove_hook(self.bot(request))
        return Response(status=204)


class Legal(APIView):
    scopes: ClassVar = {"GET": scopes.GAMES_READ}
    permission_classes = [HasScope, IsAuthenticated]

    @documented("getLegalActions", {200: LegalActions}, refused=(403, 404))
    def get(self, request: Request, public_id: str) -> Response:
        """What the caller's seat may do now.

        Nothing while it owes nothing. They are at most 500, which are nearly always all; `complete` tells.
        """
        found: dict[str, Any] = selectors.legal_actions(public_id, own_seat(request, public_id))
        return Response(found)
