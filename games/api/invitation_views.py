"""Invitations, rematches and the host's say at a waiting table over REST (docs/formats/api.md)."""

from __future__ import annotations

from typing import Any, ClassVar

from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts import api as account_api
from accounts import scopes
from accounts.permissions import HasScope
from games import invitations, requests
from games.api.throttles import InviteThrottle
from games.api.views import body_of, nonce_of, player, table
from games.models import Invitation
from games.services.answer_invitation import accept, decline, withdraw
from games.services.invite import invite
from games.services.keep_apart import keep_apart
from games.services.rematch import ask_rematch


def shown(invitation: Invitation, request: Request, status: int = 200) -> Response:
    body = invitations.invitation_json(invitation, table(invitation.game.public_id, request))
    return Response(body, status=status)


class Invitations(APIView):
    """Those that wait for an answer."""

    scopes: ClassVar = {"GET": scopes.GAMES_READ}
    permission_classes = [HasScope, IsAuthenticated]

    def get(self, request: Request) -> Response:
        user = player(request)
        return Response(
            {
                "to_me": invitations.listed_json(user, invitations.to_user(user)),
                "by_me": invitations.listed_json(user, invitations.by_user(user)),
            }
        )


class Invite(APIView):
    scopes: ClassVar = {"POST": scopes.CHALLENGES_WRITE}

    def get_throttles(self) -> list[Any]:
        return [*super().get_throttles(), InviteThrottle()]

    def post(self, request: Request, public_id: str) -> Response:
        body = body_of(request, requests.Invite)
        whom = invitations.player_by_id(body.player, "player")
        made = invite(player(request), public_id, whom, body.seat)
        return shown(invitations.concerning(player(request), made.public_id), request, 201)


class Accept(APIView):
    scopes: ClassVar = {"POST": scopes.CHALLENGES_WRITE}

    def post(self, request: Request, invitation_id: str) -> Response:
        body = body_of(request, requests.Accept)
        return shown(accept(player(request), invitation_id, nonce_of(body.nonce)), request)


class Decline(APIView):
    scopes: ClassVar = {"POST": scopes.CHALLENGES_WRITE}

    def post(self, request: Request, invitation_id: str) -> Response:
        body = body_of(request, requests.Decline)
        return shown(decline(player(request), invitation_id, body.reason), request)


class Withdraw(APIView):
    scopes: ClassVar = {"POST": scopes.CHALLENGES_WRITE}

    def post(self, request: Request, invitation_id: str) -> Response:
        body_of(request, requests.Nothing)
        return shown(withdraw(player(request), invitation_id), request)


class Rematch(APIView):
    """201 with the table of the rematch, whoever has asked for it first."""

    scopes: ClassVar = {"POST": scopes.CHALLENGES_WRITE}

    def get_throttles(self) -> list[Any]:
        return [*super().get_throttles(), InviteThrottle()]

    def post(self, request: Request, public_id: str) -> Response:
        body = body_of(request, requests.Accept)
        made = ask_rematch(player(request), public_id, nonce_of(body.nonce))
        return Response(table(made.public_id, request), status=201)


class Block(account_api.BlockOne):
    """`/api/v1/players/{id}/block`: the two are parted where no game has begun."""

    def post(self, request: Request, player_id: str) -> Response:
        answer = super().post(request, player_id)
        keep_apart(player(request), account_api.player_by_id(player_id))
        return answer
