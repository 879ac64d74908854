"""Requests for a pause or a take-back, pauses and vacations over REST (docs/formats/api.md)."""

from __future__ import annotations

from typing import Any, ClassVar

from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.access import scopes
from accounts.access.permissions import HasScope
from games.api.document import shapes
from games.api.views import (
    answered,
    body_of,
    key_of,
    keyed,
    made_once,
    made_once_before,
    of_game,
    own_seat,
    player,
)
from games.deadlines.selectors import vacation_days as vacations
from games.deadlines.services.consent import answer, ask, resume
from games.deadlines.services.vacation import begin_vacation, end_vacation
from games.requests import bodies
from games.time.clocks import DAY_MS
from pyramido_site.infrastructure.documented import Link, documented
from pyramido_site.infrastructure.public_ids import PublicId
from pyramido_site.infrastructure.site_clock import now_ms

OF_GAME = {"public_id": "$request.path.public_id"}


class Ask(APIView):
    """`/api/v1/games/{id}/requests`."""

    scopes: ClassVar = {"POST": scopes.GAMES_PLAY}

    @documented(
        "askPlayers",
        {200: shapes.Events},
        body=bodies.Ask,
        refused=[409, 422],
        key=True,
        links={"answer": Link("answerPlayers", OF_GAME, {"agree": True, "asked_seq": "$response.body#/seq"})},
    )
    def post(self, request: Request, public_id: PublicId) -> Response:
        """Ask all other players for a pause or a take-back."""
        with keyed(request, of_game(request, public_id)):
            body = body_of(request, bodies.Ask)
        return answered(ask(public_id, own_seat(request, public_id), body.what, key_of(request)))


class Reply(APIView):
    """`/api/v1/games/{id}/requests/answer`."""

    scopes: ClassVar = {"POST": scopes.GAMES_PLAY}

    @documented("answerPlayers", {200: shapes.Events}, body=bodies.Reply, refused=[409, 422], key=True)
    def post(self, request: Request, public_id: PublicId) -> Response:
        """Answer another player's request for a pause or a take-back.

        `asked_seq` is the event of the request. The player who asked withdraws the request with `agree` false.
        """
        with keyed(request, of_game(request, public_id)):
            body = body_of(request, bodies.Reply)
        return answered(answer(public_id, own_seat(request, public_id), body.agree, body.asked_seq, key_of(request)))


class Resume(APIView):
    """`/api/v1/games/{id}/resume`."""

    scopes: ClassVar = {"POST": scopes.GAMES_PLAY}

    @documented("resumeGame", {200: shapes.Events}, body=bodies.Nothing, refused=[409, 422], key=True)
    def post(self, request: Request, public_id: PublicId) -> Response:
        """End a pause."""
        with keyed(request, of_game(request, public_id)):
            body_of(request, bodies.Nothing)
        return answered(resume(public_id, own_seat(request, public_id), key_of(request)))


class MyVacation(APIView):
    """`/api/v1/account/vacation`."""

    permission_classes = [HasScope, IsAuthenticated]
    scopes: ClassVar = {"GET": scopes.ACCOUNT_READ, "POST": scopes.ACCOUNT_WRITE, "DELETE": scopes.ACCOUNT_WRITE}

    @documented("getVacation", {200: shapes.Vacation})
    def get(self, request: Request) -> Response:
        """Get the caller's vacation: whole days left this year, and when the current one ends."""
        return Response(self._vacation_json(request))

    @documented("beginVacation", {201: shapes.Vacation}, body=bodies.BeginVacation, refused=[409, 422], key=True)
    def post(self, request: Request) -> Response:
        """Begin a vacation of this many days for the caller."""
        with keyed(request, made_once_before(request)):
            body = body_of(request, bodies.BeginVacation)

        def begin() -> tuple[int, Any]:
            begin_vacation(player(request), body.days)
            return 201, self._vacation_json(request)

        return made_once(request, begin)

    @documented("endVacation", {200: shapes.Vacation}, body=bodies.Nothing, refused=[409])
    def delete(self, request: Request) -> Response:
        """End the caller's vacation."""
        body_of(request, bodies.Nothing)
        end_vacation(player(request))
        return Response(self._vacation_json(request))

    def _vacation_json(self, request: Request) -> dict[str, Any]:
        now = now_ms()
        current = vacations.current(player(request), now)
        left = vacations.vacation_left_ms(player(request), now)
        return {"days_left": left // DAY_MS, "until_ms": None if current is None else current.until_ms}
