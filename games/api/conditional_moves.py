"""Conditional moves over REST (docs/formats/conditional-moves.md)."""

from __future__ import annotations

from typing import ClassVar

from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.access import scopes
from accounts.access.permissions import HasScope
from games.api.document import shapes
from games.api.views import body_of, own_seat, player
from games.conditional_moves import selectors as conditional_moves
from games.conditional_moves.models import ConditionalMoves
from games.conditional_moves.services.store_conditional_moves import drop_conditional_moves, store_conditional_moves
from games.requests import bodies
from pyramido_site.infrastructure.documented import documented
from pyramido_site.infrastructure.public_ids import PublicId


class ConditionalMovesView(APIView):
    """`/api/v1/games/{id}/plan`: the turns that the caller's seat will play when its turn comes."""

    permission_classes = [HasScope, IsAuthenticated]
    scopes: ClassVar = {"GET": scopes.GAMES_READ, "PUT": scopes.GAMES_PLAY, "DELETE": scopes.GAMES_PLAY}

    @documented("getPlan", {200: shapes.OwnPlan})
    def get(self, request: Request, public_id: PublicId) -> Response:
        """Get the plan of conditional moves for the caller's seat, or null."""
        return _plan_response(conditional_moves.plan_of(public_id, own_seat(request, public_id)))

    @documented("storePlan", {200: shapes.OwnPlan}, body=bodies.StorePlan, refused=[409, 422])
    def put(self, request: Request, public_id: PublicId) -> Response:
        """Replace the plan of conditional moves for the caller's seat (docs/formats/conditional-moves.md)."""
        body = body_of(request, bodies.StorePlan)
        return _plan_response(
            store_conditional_moves(player(request), public_id, own_seat(request, public_id), body.turns)
        )

    @documented("dropPlan", {204: None}, body=bodies.Nothing, refused=[409])
    def delete(self, request: Request, public_id: PublicId) -> Response:
        """Delete the caller's plan, or acknowledge what became of it."""
        body_of(request, bodies.Nothing)
        drop_conditional_moves(public_id, own_seat(request, public_id))
        return Response(status=204)


class Preview(APIView):
    """`/api/v1/games/{id}/plan/preview`."""

    scopes: ClassVar = {"POST": scopes.GAMES_READ}

    @documented("previewPlan", {200: shapes.Preview}, body=bodies.PreviewPlan, refused=[409, 422])
    def post(self, request: Request, public_id: PublicId) -> Response:
        """Preview the game, as the caller would see it, after planned turns. Nothing is stored."""
        body = body_of(request, bodies.PreviewPlan)
        return Response(conditional_moves.preview(public_id, own_seat(request, public_id), body.do))


def _plan_response(plan: ConditionalMoves | None) -> Response:
    return Response({"plan": conditional_moves.conditional_moves_json(plan)})
