"""The REST interface of what happens to a game beside its rules, and of vacations (docs/formats/api.md)."""

from __future__ import annotations

from typing import ClassVar

from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts import scopes
from games import requests, vacations
from games.api.views import answered, body_of, key_of, own_seat, player
from games.clocks import DAY
from games.services.abort import abort
from games.services.consent import answer, ask, resume
from games.services.vacation import begin_vacation, end_vacation
from games.wall_clock import now_ms


class Abort(APIView):
    scopes: ClassVar = {"POST": scopes.GAMES_PLAY}

    def post(self, request: Request, public_id: str) -> Response:
        body_of(request, requests.Nothing)
        return answered(abort(public_id, own_seat(request, public_id), key_of(request)))


class Ask(APIView):
    scopes: ClassVar = {"POST": scopes.GAMES_PLAY}

    def post(self, request: Request, public_id: str) -> Response:
        body = body_of(request, requests.Ask)
        return answered(ask(public_id, own_seat(request, public_id), body.what, key_of(request)))


class Reply(APIView):
    scopes: ClassVar = {"POST": scopes.GAMES_PLAY}

    def post(self, request: Request, public_id: str) -> Response:
        body = body_of(request, requests.Reply)
        return answered(answer(public_id, own_seat(request, public_id), body.agree, body.asked_seq, key_of(request)))


class Resume(APIView):
    scopes: ClassVar = {"POST": scopes.GAMES_PLAY}

    def post(self, request: Request, public_id: str) -> Response:
        body_of(request, requests.Nothing)
        return answered(resume(public_id, own_seat(request, public_id), key_of(request)))


class MyVacation(APIView):
    """The caller's vacation: whole days left this year, and when the one that has begun ends."""

    scopes: ClassVar = {"GET": scopes.ACCOUNT_READ, "POST": scopes.ACCOUNT_WRITE, "DELETE": scopes.ACCOUNT_WRITE}

    def get(self, request: Request) -> Response:
        return self._shown(request)

    def post(self, request: Request) -> Response:
        body = body_of(request, requests.BeginVacation)
        begin_vacation(player(request), body.days)
        return self._shown(request, 201)

    def delete(self, request: Request) -> Response:
        body_of(request, requests.Nothing)
        end_vacation(player(request))
        return self._shown(request)

    def _shown(self, request: Request, status: int = 200) -> Response:
        now = now_ms()
        current = vacations.current(player(request), now)
        left = vacations.vacation_left_ms(player(request), now)
        return Response({"days_left": left // DAY, "until_ms": None if current is None else current.until_ms}, status)
