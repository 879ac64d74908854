"""Games that are played or over: views, events, actions, hints, exports over REST (docs/formats/api.md)."""

from __future__ import annotations

from typing import Any, ClassVar

from django.http import HttpResponseBase
from django.utils.translation import gettext
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.utils.urls import replace_query_param
from rest_framework.views import APIView

from accounts.access import scopes
from accounts.access.permissions import HasScope
from engine import registry
from engine.ai import levels
from games.api.document import shapes
from games.api.http.etags import tagged
from games.api.http.files import document_answer, written
from games.api.views import answered, body_of, key_of, keyed, of_game, own_seat
from games.computer.services.hint import Hint as MadeHint
from games.computer.services.hint import ask_hint, hint_of
from games.record import selectors
from games.record.services.resign import resign
from games.record.services.submit_action import submit_action
from games.record.services.take_back import take_back
from games.requests import bodies
from games.requests.throttles import HintThrottle
from pyramido_site.infrastructure.documented import Link, Parameter, documented

SINCE = Parameter("since", bodies.Seq, "The last event that the caller knows; -1, the default, for none.")

OF_GAME = {"public_id": "$request.path.public_id"}
AFTERWARDS = {"view": Link("view", OF_GAME), "events": Link("events", OF_GAME)}


class View(APIView):
    scopes: ClassVar = {"GET": scopes.GAMES_READ}

    @documented(
        "view",
        {200: shapes.View, 304: None},
        links={
            "act": Link("act", OF_GAME, {"expected_seq": "$response.body#/seq"}),
            "hint": Link("askHint", OF_GAME, {"expected_seq": "$response.body#/seq"}),
        },
    )
    def get(self, request: Request, public_id: str) -> Response:
        """The game as the caller sees it.

        Whoever plays sees with the eyes of that seat, everybody else what everybody may see. It has a weak `ETag`, for
        `If-None-Match`.
        """
        frame = selectors.view_for(public_id, selectors.audience_of(public_id, request.user))
        return tagged(request, {name: value for name, value in frame.items() if name != "type"})


class Events(APIView):
    scopes: ClassVar = {"GET": scopes.GAMES_READ}

    @documented("events", {200: shapes.EventsPage}, query=[SINCE])
    def get(self, request: Request, public_id: str) -> Response:
        """The events after one that is known, as the caller may see them: at most 1,000.

        `next` is the address of those that follow, or null.
        """
        since = bodies.seq_of(request.query_params.get("since", "-1"))
        found = selectors.events_for(public_id, selectors.audience_of(public_id, request.user), since)
        if found["next"] is not None:
            found["next"] = replace_query_param(request.get_full_path(), "since", found["next"])
        return Response(found)


class Actions(APIView):
    scopes: ClassVar = {"POST": scopes.GAMES_PLAY}

    @documented("act", {200: shapes.Events}, body=bodies.Act, refused=[409, 422], key=True, links=AFTERWARDS)
    def post(self, request: Request, public_id: str) -> Response:
        """Act.

        `expected_seq` is the last event that the caller knows; 409 `stale` says that what was owed then is not owed
        any more.
        """
        with keyed(request, of_game(request, public_id)):
            body = body_of(request, bodies.Act)
        seat = own_seat(request, public_id)
        return answered(submit_action(public_id, seat, body.expected_seq, body.action, key_of(request)))


class TakeBack(APIView):
    scopes: ClassVar = {"POST": scopes.GAMES_PLAY}

    @documented("takeBack", {200: shapes.Events}, body=bodies.TakeBack, refused=[409, 422], key=True, links=AFTERWARDS)
    def post(self, request: Request, public_id: str) -> Response:
        """Take back one's last action, where it has shown nothing new."""
        with keyed(request, of_game(request, public_id)):
            body = body_of(request, bodies.TakeBack)
        return answered(take_back(public_id, own_seat(request, public_id), body.expected_seq, key_of(request)))


class Resign(APIView):
    scopes: ClassVar = {"POST": scopes.GAMES_PLAY}

    @documented("resign", {200: shapes.Events}, body=bodies.Nothing, refused=[409, 422], key=True, links=AFTERWARDS)
    def post(self, request: Request, public_id: str) -> Response:
        """Leave a running game for good."""
        with keyed(request, of_game(request, public_id)):
            body_of(request, bodies.Nothing)
        return answered(resign(public_id, own_seat(request, public_id), key_of(request)))


class Hint(APIView):
    permission_classes = [HasScope, IsAuthenticated]
    scopes: ClassVar = {"GET": scopes.GAMES_READ, "POST": scopes.GAMES_PLAY}

    def get_throttles(self) -> list[Any]:
        return [*super().get_throttles(), HintThrottle()]

    @documented("hint", {200: shapes.GivenHint, 202: shapes.GivenHint}, refused=[409, 422])
    def get(self, request: Request, public_id: str) -> Response:
        """The hint that was asked for; 202 while it is being thought about."""
        return self._shown(hint_of(public_id, own_seat(request, public_id)))

    @documented(
        "askHint",
        {200: shapes.GivenHint, 202: shapes.GivenHint},
        body=bodies.Hint,
        refused=[409, 422],
        links={"hint": Link("hint", OF_GAME)},
    )
    def post(self, request: Request, public_id: str) -> Response:
        """Ask what the computer would do in the caller's place, where no other person plays."""
        body = body_of(request, bodies.Hint)
        return self._shown(ask_hint(public_id, own_seat(request, public_id), body.expected_seq))

    def _shown(self, hint: MadeHint) -> Response:
        return Response(hint.to_json(), status=202 if hint.action is None else 200)


class AILevels(APIView):
    scopes: ClassVar = {"GET": scopes.PUBLIC}

    @documented("levels", {200: shapes.Levels})
    def get(self, request: Request) -> Response:
        """The computer players that are offered, weakest first, and the games they play."""
        offered = [
            {"level": level, "name": gettext(shown.name), "about": gettext(shown.about)}
            for level, shown in levels.LEVELS.items()
        ]
        games = [rules.key for rules in registry.games() if levels.plays(rules.key)]
        return Response({"levels": offered, "games": games})


class Points(APIView):
    scopes: ClassVar = {"GET": scopes.PUBLIC}

    @documented("points", {200: shapes.Points}, refused=[409])
    def get(self, request: Request, public_id: str) -> Response:
        """What gave everybody how many points in a finished game."""
        return Response(selectors.points_of(public_id))


class Export(APIView):
    scopes: ClassVar = {"GET": scopes.PUBLIC}

    @documented("export", {200: shapes.Export, 206: bytes, 304: None}, refused=[409, 416])
    def get(self, request: Request, public_id: str) -> HttpResponseBase:
        """A finished game that anybody can verify offline.

        A part of it can be asked for with `Range`. Its `ETag` is the last hash of its log.
        """
        etag = selectors.exported(public_id).hex()
        return document_answer(request, lambda: written(selectors.export_of(public_id)), etag)
