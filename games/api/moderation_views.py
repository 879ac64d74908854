"""What staff do over the REST interface, with the scopes `mod:read` and `mod:write` (docs/formats/api.md)."""

from __future__ import annotations

from typing import Any, ClassVar, TypedDict

from django.db.models import Prefetch, QuerySet
from rest_framework.permissions import IsAdminUser, IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts import scopes
from accounts.documented import PAGED, documented
from accounts.paging import page_of
from accounts.permissions import HasScope
from accounts.shapes import Millis, Player
from games import chat, requests
from games.api import shapes
from games.api.views import body_of, player
from games.models import ChatLine, Report
from games.selectors import games_with_seats
from games.services.annul_game import annul_game
from games.tables import player_json

STAFF = [HasScope, IsAuthenticated, IsAdminUser]


class LineReport(TypedDict):
    kind: str
    by: Player
    at_ms: Millis


class ReportedLine(shapes.Line):
    """A chat line with what people said of it, the earliest first."""

    game: str
    reports: list[LineReport]


class ReportedLines(TypedDict):
    next: str | None
    previous: str | None
    results: list[ReportedLine]


def reported_lines() -> QuerySet[ChatLine]:
    reported = Report.objects.filter(about=Report.About.LINE).values("line")
    return ChatLine.objects.filter(public_id__in=reported).select_related("user").prefetch_related(
        Prefetch("game", games_with_seats())
    )


def as_json(line: ChatLine) -> dict[str, Any]:
    filed = Report.objects.filter(line=line.public_id).select_related("reporter").order_by("pk")
    reports = [{"kind": one.kind, "by": player_json(one.reporter), "at_ms": one.at_ms} for one in filed]
    return {**chat.line_json(line, line.game), "game": line.game.public_id, "reports": reports}


class Reports(APIView):
    """`/api/v1/moderation/reports`."""

    scopes: ClassVar = {"GET": scopes.MOD_READ}
    permission_classes = STAFF

    @documented("reports", {200: ReportedLines}, query=PAGED)
    def get(self, request: Request) -> Response:
        """The chat lines that were reported, the latest first. For staff."""
        return Response(page_of(request, reported_lines()).to_json(as_json))


class Annulment(APIView):
    """`/api/v1/moderation/games/{id}/annulment`."""

    scopes: ClassVar = {"PUT": scopes.MOD_WRITE, "DELETE": scopes.MOD_WRITE}
    permission_classes = STAFF

    @documented("annulGame", {204: None}, body=requests.Annul)
    def put(self, request: Request, public_id: str) -> Response:
        """The result of a rated game counts no longer; whose rating moves is told. For staff."""
        annul_game(player(request), public_id, body_of(request, requests.Annul).reason)
        return Response(status=204)

    @documented("reinstateGame", {204: None}, body=requests.Annul)
    def delete(self, request: Request, public_id: str) -> Response:
        """It counts again. For staff."""
        annul_game(player(request), public_id, body_of(request, requests.Annul).reason, counts=True)
        return Response(status=204)
