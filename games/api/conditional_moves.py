"""Plans over REST (docs/formats/plans.md)."""

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
from games.conditional_moves import selectors as plans
from games.conditional_moves.models import Plan as StoredPlan
from games.conditional_moves.services.store_plan import drop_plan, store_plan
from games.requests import bodies
from pyramido_site.infrastructure.documented import documented


class Plan(APIView):
    """What the caller's seat does when its turn comes."""

    permission_classes = [HasScope, IsAuthenticated]
    scopes: ClassVar = {"GET": scopes.GAMES_READ, "PUT": scopes.GAMES_PLAY, "DELETE": scopes.GAMES_PLAY}

    @documented("plan", {200: shapes.Plan})
    def get(self, request: Request, public_id: str) -> Response:
        """The caller's plan for the next turns, or null."""
        return _shown(plans.plan_of(public_id, own_seat(request, public_id)))

    @documented("storePlan", {200: shapes.Plan}, body=bodies.StorePlan, refused=[409, 422])
    def put(self, request: Request, public_id: str) -> Response:
        """Keep a plan in the place of the one before (docs/formats/plans.md)."""
        body = body_of(request, bodies.StorePlan)
        return _shown(store_plan(player(request), public_id, own_seat(request, public_id), body.turns))

    @documented("dropPlan", {204: None}, body=bodies.Nothing, refused=[409])
    def delete(self, request: Request, public_id: str) -> Response:
        """Drop a plan, or say that what became of it has been read."""
        body_of(request, bodies.Nothing)
        drop_plan(public_id, own_seat(request, public_id))
        return Response(status=204)


class Preview(APIView):
    """How it would look after planned turns. Nothing is stored."""

    scopes: ClassVar = {"POST": scopes.GAMES_READ}

    @documented("previewPlan", {200: shapes.Preview}, body=bodies.PreviewPlan, refused=[409, 422])
    def post(self, request: Request, public_id: str) -> Response:
        """What the caller would see after planned turns. Nothing is stored."""
        body = body_of(request, bodies.PreviewPlan)
        return Response(plans.preview(public_id, own_seat(request, public_id), body.do))


def _shown(plan: StoredPlan | None) -> Response:
    return Response({"plan": plans.plan_json(plan)})
