"""What is said at a table, and private notes (docs/formats/api.md)."""

from __future__ import annotations

from typing import Any, ClassVar

from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts import scopes
from accounts.permissions import HasScope
from games import chat, requests
from games.api.throttles import ReportThrottle, SayHourThrottle, SayThrottle
from games.api.views import body_of, check_parameters, key_of, player
from games.services.report_line import report_line
from games.services.say import say
from games.services.write_note import write_note


class Chat(APIView):
    scopes: ClassVar = {"GET": scopes.GAMES_READ, "POST": scopes.GAMES_PLAY}

    def get_throttles(self) -> list[Any]:
        return [*super().get_throttles(), SayThrottle(), SayHourThrottle()]

    def get(self, request: Request, public_id: str) -> Response:
        asked = request.query_params
        check_parameters(request, {"room", "before"})
        return Response(chat.lines_of(public_id, request.user, asked.get("room"), asked.get("before")))

    def post(self, request: Request, public_id: str) -> Response:
        body = body_of(request, requests.Say)
        return Response(say(player(request), public_id, body.room, body.text, key_of(request)), status=201)


class Report(APIView):
    scopes: ClassVar = {"POST": scopes.GAMES_PLAY}

    def get_throttles(self) -> list[Any]:
        return [*super().get_throttles(), ReportThrottle()]

    def post(self, request: Request, public_id: str, line_id: str) -> Response:
        report_line(player(request), public_id, line_id, body_of(request, requests.Report).reason)
        return Response(status=204)


class Note(APIView):
    """The caller's own; nobody reads another's."""

    scopes: ClassVar = {"GET": scopes.GAMES_READ, "PUT": scopes.GAMES_PLAY}
    permission_classes = [HasScope, IsAuthenticated]

    def get(self, request: Request, public_id: str) -> Response:
        return Response(chat.note_of(public_id, player(request)))

    def put(self, request: Request, public_id: str) -> Response:
        return Response(write_note(player(request), public_id, body_of(request, requests.Note).text))
