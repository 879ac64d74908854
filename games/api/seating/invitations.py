"""Invitations and rematches over REST (docs/formats/api.md)."""

from __future__ import annotations

from typing import Any, ClassVar, Literal

from django.utils.translation import gettext as _
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.access import scopes
from accounts.access.permissions import HasScope
from games.api.document import shapes
from games.api.views import body_of, keyed, made_once, made_once_before, nonce_of, player, table
from games.record.models import Invitation
from games.requests import bodies
from games.requests.throttles import InviteThrottle
from games.seating.selectors import invitations
from games.seating.services.answer_invitation import accept, decline, withdraw
from games.seating.services.invite import invite
from games.seating.services.rematch import ask_rematch
from pyramido_site.infrastructure.documented import PAGED, Link, Parameter, documented
from pyramido_site.infrastructure.malformed import Malformed
from pyramido_site.infrastructure.paging import page_of
from pyramido_site.infrastructure.public_ids import PublicId


def as_json(invitation: Invitation, request: Request) -> dict[str, Any]:
    """Return the invitation with its table as the caller may see it."""
    return invitations.invitation_json(invitation, table(invitation.game.public_id, request))


def invitation_response(invitation: Invitation, request: Request) -> Response:
    """Return the invitation as a response."""
    return Response(as_json(invitation, request))


BOX = Parameter("box", Literal["received", "sent"], "Only invitations to the caller, or only those by the caller.")


class Invitations(APIView):
    """`/api/v1/invitations`."""

    scopes: ClassVar = {"GET": scopes.GAMES_READ}
    permission_classes = [HasScope, IsAuthenticated]

    @documented("listInvitations", {200: shapes.Invitations}, query=[BOX, *PAGED])
    def get(self, request: Request) -> Response:
        """List the caller's pending invitations, received and sent, latest first.

        400 if `box` is neither `received` nor `sent`.
        """
        user, box = player(request), request.query_params.get("box")
        if box not in (None, "received", "sent"):
            raise Malformed("box", _("“box” must be received or sent."))
        lists = {"received": invitations.to_user, "sent": invitations.by_user, None: invitations.open_invitations_of}
        page = page_of(request, lists[box](user))
        shown = invitations.listed_json(user, page.rows)
        return Response({"next": page.next, "previous": page.previous, "results": shown})


class Invite(APIView):
    """`/api/v1/games/{id}/invitations`."""

    scopes: ClassVar = {"POST": scopes.CHALLENGES_WRITE}

    def get_throttles(self) -> list[Any]:
        """Return the throttles, with that of invitations added."""
        return [*super().get_throttles(), InviteThrottle()]

    @documented(
        "invitePlayer",
        {201: shapes.Invitation},
        body=bodies.Invite,
        refused=[409, 422],
        key=True,
        links={"withdraw": Link("withdrawInvitation", {"invitation_id": "$response.body#/id"})},
    )
    def post(self, request: Request, public_id: PublicId) -> Response:
        """Invite a player to a free seat, which is then held for that player. Host only."""
        with keyed(request, made_once_before(request)):
            body = body_of(request, bodies.Invite)

        def make() -> tuple[int, Any]:
            whom = invitations.player_by_id(body.player, "player")
            made = invite(player(request), public_id, whom, body.seat)
            return 201, as_json(invitations.invitation_of(player(request), made.public_id), request)

        return made_once(request, make)


class Accept(APIView):
    """`/api/v1/invitations/{id}/accept`."""

    scopes: ClassVar = {"POST": scopes.CHALLENGES_WRITE}

    @documented("acceptInvitation", {200: shapes.Invitation}, body=bodies.Accept, refused=[409, 422])
    def post(self, request: Request, invitation_id: PublicId) -> Response:
        """Accept an invitation to the caller, and sit down."""
        body = body_of(request, bodies.Accept)
        accepted = accept(player(request), invitation_id, nonce_of(body.nonce), only_rated=body.only_rated)
        return invitation_response(accepted, request)


class Decline(APIView):
    """`/api/v1/invitations/{id}/decline`."""

    scopes: ClassVar = {"POST": scopes.CHALLENGES_WRITE}

    @documented("declineInvitation", {200: shapes.Invitation}, body=bodies.Decline, refused=[409])
    def post(self, request: Request, invitation_id: PublicId) -> Response:
        """Decline an invitation to the caller; the inviter is told why."""
        body = body_of(request, bodies.Decline)
        return invitation_response(decline(player(request), invitation_id, body.reason), request)


class Withdraw(APIView):
    """`/api/v1/invitations/{id}/withdraw`."""

    scopes: ClassVar = {"POST": scopes.CHALLENGES_WRITE}

    @documented("withdrawInvitation", {200: shapes.Invitation}, body=bodies.Nothing, refused=[409])
    def post(self, request: Request, invitation_id: PublicId) -> Response:
        """Withdraw an invitation. Host only."""
        body_of(request, bodies.Nothing)
        return invitation_response(withdraw(player(request), invitation_id), request)


class Rematch(APIView):
    """`/api/v1/games/{id}/rematch`."""

    scopes: ClassVar = {"POST": scopes.CHALLENGES_WRITE}

    def get_throttles(self) -> list[Any]:
        """Return the throttles, with that of invitations added."""
        return [*super().get_throttles(), InviteThrottle()]

    @documented(
        "askForRematch", {201: shapes.Table}, body=bodies.Accept, refused=[409, 422], key=True, location="api_game",
    )  # fmt: skip
    def post(self, request: Request, public_id: PublicId) -> Response:
        """Ask for a rematch of an ended game of the caller, or join the one that another player has asked for."""
        with keyed(request, made_once_before(request)):
            body = body_of(request, bodies.Accept)

        def make() -> tuple[int, Any]:
            made = ask_rematch(player(request), public_id, nonce_of(body.nonce), only_rated=body.only_rated)
            return 201, table(made.public_id, request)

        return made_once(request, make)
