"""The past of a game over REST: the view at an event, and how the game went on (docs/formats/api.md)."""

from __future__ import annotations

from typing import ClassVar

from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.utils.urls import replace_query_param
from rest_framework.views import APIView

from accounts.access import scopes
from engine.newtypes import SeatNumber, Seq
from games.api.document import replay_shapes
from games.api.views import SINCE
from games.replay import selectors
from games.requests import bodies
from pyramido_site.infrastructure.documented import Parameter, documented
from pyramido_site.infrastructure.public_ids import PublicId

A_VIEW, A_PAGE = replay_shapes.examples()
SEAT = Parameter("seat", bodies.Number, "The seat whose views to get. Another's only once the game has ended.")


class ViewAt(APIView):
    """`/api/v1/games/{id}/views/{seq}`."""

    scopes: ClassVar = {"GET": scopes.GAMES_READ}

    @documented("viewAt", {200: replay_shapes.ViewAt}, query=[SEAT], refused=[409], examples={"the start": A_VIEW})
    def get(self, request: Request, public_id: PublicId, seq: Seq) -> Response:
        """Get the game after an event, as the caller could see it at that time.

        Players get the views of their seat, other callers the public views. Once the game has ended, the views of any
        seat can be asked for.
        """
        return Response(selectors.view_at(public_id, _viewpoint(request, public_id), seq))


class Steps(APIView):
    """`/api/v1/games/{id}/steps`."""

    scopes: ClassVar = {"GET": scopes.GAMES_READ}

    @documented(
        "steps",
        {200: replay_shapes.StepsPage},
        query=[SINCE, SEAT],
        refused=[409],
        examples={"the first step": A_PAGE},
    )
    def get(self, request: Request, public_id: PublicId) -> Response:
        """Get how the game went on after a known event, step by step, as the caller may see it.

        `view` is the game after that event; the patch of each step leads to the next view. At most 100 events are read
        at once: `next` is the address of the steps that follow, or null.
        """
        since = bodies.seq_of(request.query_params.get("since", "-1"))
        found = selectors.steps_for(public_id, _viewpoint(request, public_id), since)
        if found["next"] is not None:
            found["next"] = replace_query_param(request.get_full_path(), "since", found["next"])
        return Response(found)


def _viewpoint(request: Request, public_id: PublicId) -> SeatNumber | None:
    return selectors.viewpoint(public_id, request.user, bodies.number_of(request.query_params.get("seat")))
