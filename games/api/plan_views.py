"""Plans over REST (docs/formats/plans.md)."""

from __future__ import annotations

from typing import ClassVar

from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts import scopes
from games import plans, requests
from games.api.views import body_of, own_seat, player
from games.models import Plan as StoredPlan
from games.services.store_plan import drop_plan, store_plan


class Plan(APIView):
    """What the caller's seat does when its turn comes."""

    scopes: ClassVar = {"GET": scopes.GAMES_READ, "PUT": scopes.GAMES_PLAY, "DELETE": scopes.GAMES_PLAY}

    def get(self, request: Request, public_id: str) -> Response:
        return _shown(plans.plan_of(public_id, own_seat(request, public_id)))

    def put(self, request: Request, public_id: str) -> Response:
        body = body_of(request, requests.StorePlan)
        return _shown(store_plan(player(request), public_id, own_seat(request, public_id), body.turns))

    def delete(self, request: Request, public_id: str) -> Response:
        body_of(request, requests.Nothing)
        drop_plan(public_id, own_seat(request, public_id))
        return Response(status=204)


class Preview(APIView):
    """How it would look after planned turns. Nothing is stored."""

    scopes: ClassVar = {"POST": scopes.GAMES_READ}

    def post(self, request: Request, public_id: str) -> Response:
        body = body_of(request, requests.PreviewPlan)
        return Response(plans.preview(public_id, own_seat(request, public_id), body.do))


def _shown(plan: StoredPlan | None) -> Response:
    return Response({"plan": plans.plan_json(plan)})
