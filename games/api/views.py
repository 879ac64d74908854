"""The REST interface (docs/formats/api.md). Views read the request and call a service or a selector, no more."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, ClassVar, TypeVar, cast

from django.db.models import QuerySet
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext, gettext_noop
from rest_framework.exceptions import NotFound
from rest_framework.pagination import CursorPagination
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts import scopes
from accounts.models import User
from engine import registry
from engine.ai import levels
from games import requests, selectors, terms
from games.api.throttles import HintThrottle, OpenTableThrottle
from games.errors import Refusal, not_seated
from games.invitations import player_by_id
from games.models import Game, Seat
from games.services.append_events import Answer
from games.services.hint import Hint as MadeHint
from games.services.hint import ask_hint, hint_of
from games.services.leave_table import leave_table
from games.services.list_table import list_table
from games.services.open_table import open_table
from games.services.remove_guest import remove_guest
from games.services.resign import resign
from games.services.seat_ai import seat_ai, unseat_ai
from games.services.sit_down import sit_down
from games.services.submit_action import submit_action
from games.services.take_back import take_back

Body = TypeVar("Body")


def body_of(request: Request, kind: type[Body]) -> Body:
    """The typed body; no body at all is an empty object. Raises Refusal."""
    empty = not request.META.get("CONTENT_LENGTH") or request.META["CONTENT_LENGTH"] == "0"
    chunked = "HTTP_TRANSFER_ENCODING" in request.META
    return requests.read({} if empty and not chunked else request.data, kind)


def nonce_of(text: str | None) -> bytes | None:
    return None if text is None else bytes.fromhex(text)


def key_of(request: Request) -> str | None:
    """The Idempotency-Key header. Raises Refusal when it is not 1 to 64 visible ASCII characters."""
    key = request.headers.get("Idempotency-Key")
    return None if key is None else requests.read_key(key, "Idempotency-Key")


def check_parameters(request: Request, known: Collection[str]) -> None:
    """Raises Refusal for a parameter of the address that is none of these."""
    for name in request.query_params:
        if name not in known:
            template = gettext_noop("There is no parameter “%(name)s”.")
            raise Refusal(400, "malformed", template, field=name[:40], name=name[:40])


def own_seat(request: Request, public_id: str) -> int:
    """Raises Refusal: 404 when there is no such game, 403 when the caller does not sit there."""
    seat = selectors.seat_of(public_id, request.user)
    if seat is None:
        raise not_seated()
    return seat


def answered(answer: Answer) -> Response:
    return Response({"seq": answer.seq, "events": answer.events})


class GamePages(CursorPagination):
    page_size = 25
    ordering = ("-opened_at", "-id")

    def decode_cursor(self, request: Request) -> Any:
        """DRF's, which trusts that what a cursor holds is a time."""
        cursor = super().decode_cursor(request)
        if cursor is not None and cursor.position is not None and not _is_time(str(cursor.position)):
            raise NotFound(self.invalid_cursor_message)
        return cursor


def _is_time(text: str) -> bool:
    try:
        return parse_datetime(text) is not None
    except ValueError:
        return False


class Games(APIView):
    """`/api/v1/games`: the tables."""

    scopes: ClassVar = {"GET": scopes.GAMES_READ, "POST": scopes.OPEN_TABLES}

    def get_throttles(self) -> list[Any]:
        return [*super().get_throttles(), OpenTableThrottle()]

    def get(self, request: Request) -> Response:
        pages = GamePages()
        games = pages.paginate_queryset(self._chosen(request), request, self) or []
        return Response(
            {
                "next": pages.get_next_link(),
                "previous": pages.get_previous_link(),
                "results": [selectors.table_of(game, request.user) for game in games],
            }
        )

    def _chosen(self, request: Request) -> QuerySet[Game]:
        asked = request.query_params
        check_parameters(request, {"status", "mine", "cursor"})
        games = selectors.games_with_seats()
        status = asked.get("status")
        if status is not None:
            if status not in Game.Status.values:
                raise Refusal(
                    400,
                    "malformed",
                    gettext_noop("There is no status “%(status)s”."),
                    field="status",
                    status=status[:40],
                )
            games = games.filter(status=status)
        mine = asked.get("mine", "false")
        if mine not in {"true", "false"}:
            raise Refusal(400, "malformed", gettext_noop("“mine” is true or false."), field="mine")
        if mine == "true":
            return games.filter(seats__user_id=selectors.user_id_of(request.user) or 0)
        return selectors.shown_to(games, request.user)

    def post(self, request: Request) -> Response:
        body = body_of(request, requests.OpenTable)
        nonce = nonce_of(body.nonce)
        agreed = terms.read(body.terms)
        invited = [player_by_id(one, f"invited[{number}]") for number, one in enumerate(body.invited)]
        listed = not invited if body.listed is None else body.listed
        opened = open_table(
            player(request), body.game, body.options, nonce, body.ai, body.substitute, agreed, listed, invited
        )
        return Response(table(opened.public_id, request), status=201)


def player(request: Request) -> User:
    """Who is signed in; the permissions have seen to it that somebody is."""
    return cast(User, request.user)


def table(public_id: str, request: Request) -> dict[str, Any]:
    return selectors.table_of(selectors.game_by_id(public_id), request.user)


class OneGame(APIView):
    scopes: ClassVar = {"GET": scopes.GAMES_READ, "PATCH": scopes.GAMES_PLAY}

    def get(self, request: Request, public_id: str) -> Response:
        return Response(table(public_id, request))

    def patch(self, request: Request, public_id: str) -> Response:
        list_table(player(request), public_id, body_of(request, requests.ListTable).listed)
        return Response(table(public_id, request))


class Seats(APIView):
    scopes: ClassVar = {"POST": scopes.GAMES_PLAY}

    def post(self, request: Request, public_id: str) -> Response:
        if isinstance(request.data, dict) and "ai" in request.data:
            ai = body_of(request, requests.SeatAI)
            seat_ai(player(request), public_id, ai.ai, ai.seat)
        else:
            body = body_of(request, requests.SitDown)
            sit_down(player(request), public_id, nonce_of(body.nonce), body.link)
        return Response(table(public_id, request), status=201)


class OneSeat(APIView):
    scopes: ClassVar = {"DELETE": scopes.GAMES_PLAY}

    def delete(self, request: Request, public_id: str, number: int) -> Response:
        body_of(request, requests.Nothing)
        if Seat.objects.filter(game__public_id=public_id, number=number, user__isnull=False).exists():
            remove_guest(player(request), public_id, number)
        else:
            unseat_ai(player(request), public_id, number)
        return Response(status=204)


class MySeat(APIView):
    scopes: ClassVar = {"DELETE": scopes.GAMES_PLAY}

    def delete(self, request: Request, public_id: str) -> Response:
        body_of(request, requests.Nothing)
        leave_table(player(request), public_id)
        return Response(status=204)


class View(APIView):
    scopes: ClassVar = {"GET": scopes.GAMES_READ}

    def get(self, request: Request, public_id: str) -> Response:
        frame = selectors.view_for(public_id, selectors.audience_of(public_id, request.user))
        return Response({name: value for name, value in frame.items() if name != "type"})


class Events(APIView):
    scopes: ClassVar = {"GET": scopes.GAMES_READ}

    def get(self, request: Request, public_id: str) -> Response:
        since = self._since(request.query_params.get("since", "-1"))
        return Response(selectors.events_for(public_id, selectors.audience_of(public_id, request.user), since))

    def _since(self, text: str) -> int:
        if not text.removeprefix("-").isdecimal() or not text.isascii() or len(text) > 10:
            raise Refusal(400, "malformed", gettext_noop("“since” is a seq, or -1 for all events."), field="since")
        return requests.read(int(text), requests.Seq)


class Actions(APIView):
    scopes: ClassVar = {"POST": scopes.GAMES_PLAY}

    def post(self, request: Request, public_id: str) -> Response:
        body = body_of(request, requests.Act)
        seat = own_seat(request, public_id)
        return answered(submit_action(public_id, seat, body.expected_seq, body.action, key_of(request)))


class TakeBack(APIView):
    scopes: ClassVar = {"POST": scopes.GAMES_PLAY}

    def post(self, request: Request, public_id: str) -> Response:
        body = body_of(request, requests.TakeBack)
        return answered(take_back(public_id, own_seat(request, public_id), body.expected_seq, key_of(request)))


class Resign(APIView):
    scopes: ClassVar = {"POST": scopes.GAMES_PLAY}

    def post(self, request: Request, public_id: str) -> Response:
        body_of(request, requests.Nothing)
        return answered(resign(public_id, own_seat(request, public_id), key_of(request)))


class Hint(APIView):
    """200 when the hint is there, 202 while it is being thought about."""

    scopes: ClassVar = {"GET": scopes.GAMES_READ, "POST": scopes.GAMES_PLAY}

    def get_throttles(self) -> list[Any]:
        return [*super().get_throttles(), HintThrottle()]

    def get(self, request: Request, public_id: str) -> Response:
        return self._shown(hint_of(public_id, own_seat(request, public_id)))

    def post(self, request: Request, public_id: str) -> Response:
        body = body_of(request, requests.Hint)
        return self._shown(ask_hint(public_id, own_seat(request, public_id), body.expected_seq))

    def _shown(self, hint: MadeHint) -> Response:
        return Response(hint.to_json(), status=202 if hint.action is None else 200)


class AILevels(APIView):
    """Who plays at tables where people ask for it, and which games."""

    scopes: ClassVar = {"GET": scopes.PUBLIC}

    def get(self, request: Request) -> Response:
        offered = [
            {"level": level, "name": gettext(shown.name), "about": gettext(shown.about)}
            for level, shown in levels.LEVELS.items()
        ]
        games = [rules.key for rules in registry.games() if levels.plays(rules.key)]
        return Response({"levels": offered, "games": games})


class Points(APIView):
    scopes: ClassVar = {"GET": scopes.PUBLIC}

    def get(self, request: Request, public_id: str) -> Response:
        return Response(selectors.points_of(public_id))


class Export(APIView):
    scopes: ClassVar = {"GET": scopes.PUBLIC}

    def get(self, request: Request, public_id: str) -> Response:
        return Response(selectors.export_of(public_id))
