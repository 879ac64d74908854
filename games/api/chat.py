"""Chat at a table, and private notes (docs/formats/api.md)."""

from __future__ import annotations

from typing import Any, ClassVar

from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.access import scopes
from accounts.access.permissions import HasScope
from games.api.document import shapes
from games.api.views import body_of, key_of, keyed, player, told
from games.chat import selectors as chat
from games.chat.services.say import say
from games.chat.services.write_note import write_note
from games.moderation.services.report import report_line
from games.requests import bodies
from games.requests.throttles import ReportThrottle, SayHourThrottle, SayThrottle
from pyramido_site.infrastructure.documented import PAGED, Parameter, documented
from pyramido_site.infrastructure.paging import page_of
from pyramido_site.infrastructure.public_ids import PublicId

ROOM = Parameter("room", bodies.Room, "The room to read.")


class Chat(APIView):
    """`/api/v1/games/{id}/chat`."""

    scopes: ClassVar = {"GET": scopes.GAMES_READ, "POST": scopes.GAMES_PLAY}

    def get_throttles(self) -> list[Any]:
        """Return the throttles, with those of chat lines added."""
        return [*super().get_throttles(), SayThrottle(), SayHourThrottle()]

    @documented("listChat", {200: shapes.Lines}, query=[ROOM, *PAGED])
    def get(self, request: Request, public_id: PublicId) -> Response:
        """List the chat lines of a table's room, latest first.

        Without `room`, it is the first room that the caller may read.
        """
        asked = chat.asked(public_id, request.user, request.query_params.get("room"))
        page = page_of(request, asked.lines, usual=chat.PAGE)
        return Response(asked.to_json() | page.to_json(asked.line_json))

    @documented("writeInChat", {201: shapes.Line}, body=bodies.Say, refused=[409, 422], key=True)
    def post(self, request: Request, public_id: PublicId) -> Response:
        """Write a chat line at a table."""

        def used(key: str) -> bool:
            return chat.lines_with(public_id, player(request), key).exists()

        with keyed(request, used):
            body = body_of(request, bodies.Say)
            key = key_of(request)
            again = key is not None and used(key)
            line = say(player(request), public_id, body.room, body.text, key)
        return told(Response(line, status=201), again=again)


class Report(APIView):
    """`/api/v1/games/{id}/chat/{line}/report`."""

    scopes: ClassVar = {"POST": scopes.GAMES_PLAY}

    def get_throttles(self) -> list[Any]:
        """Return the throttles, with that of reports added."""
        return [*super().get_throttles(), ReportThrottle()]

    @documented("reportChatLine", {204: None}, body=bodies.Report, refused=[422])
    def post(self, request: Request, public_id: PublicId, line_id: PublicId) -> Response:
        """Report a chat line to the moderators."""
        report_line(player(request), public_id, line_id, body_of(request, bodies.Report).reason)
        return Response(status=204)


class Note(APIView):
    """`/api/v1/games/{id}/note`: the caller's private note, which no other user can read."""

    scopes: ClassVar = {"GET": scopes.GAMES_READ, "PUT": scopes.GAMES_PLAY}
    permission_classes = [HasScope, IsAuthenticated]

    @documented("getNote", {200: shapes.KeptNote})
    def get(self, request: Request, public_id: PublicId) -> Response:
        """Get the caller's private note at a table."""
        return Response(chat.note_of(public_id, player(request)))

    @documented("writeNote", {200: shapes.KeptNote}, body=bodies.Note, refused=[422])
    def put(self, request: Request, public_id: PublicId) -> Response:
        """Replace the caller's private note at a table."""
        return Response(write_note(player(request), public_id, body_of(request, bodies.Note).text))
