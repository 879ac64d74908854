"""Running and finished games over REST: views, events, their past, actions, hints, exports (docs/formats/api.md)."""

from __future__ import annotations

from typing import Any, ClassVar

from django.http import HttpResponseBase
from django.utils.translation import gettext
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.access import scopes
from accounts.access.permissions import HasScope
from engine import registry
from engine.ai import levels
from engine.newtypes import SeatNumber, Seq
from games.api.document import replay_shapes, shapes
from games.api.http.etags import tagged
from games.api.http.files import document_answer, written
from games.api.views import answered, body_of, key_of, keyed, of_game, own_seat
from games.computer.services.hint import Hint as MadeHint
from games.computer.services.hint import ask_hint, hint_of
from games.record import selectors
from games.record.services.abort import abort
from games.record.services.resign import resign
from games.record.services.submit_action import submit_action
from games.record.services.take_back import take_back
from games.replay import selectors as replay
from games.requests import bodies
from games.requests.throttles import HintThrottle
from pyramido_site.infrastructure.documented import Link, Parameter, documented
from pyramido_site.infrastructure.paging import address_with
from pyramido_site.infrastructure.public_ids import PublicId

SINCE = Parameter("since", bodies.Seq, "The last event known to the caller; -1 (the default) for none.")
A_VIEW, A_PAGE = replay_shapes.examples()
SEAT = Parameter("seat", bodies.Number, "The seat whose views to get. Another's only once the game has ended.")
OF_GAME = {"public_id": "$request.path.public_id"}
AFTERWARDS = {"view": Link("getView", OF_GAME), "events": Link("listEvents", OF_GAME)}


class View(APIView):
    """`/api/v1/games/{id}/view`."""

    scopes: ClassVar = {"GET": scopes.GAMES_READ}

    @documented(
        "getView",
        {200: shapes.ShownGame, 304: None},
        links={
            "act": Link("playAction", OF_GAME, {"expected_seq": "$response.body#/seq"}),
            "hint": Link("askHint", OF_GAME, {"expected_seq": "$response.body#/seq"}),
        },
    )
    def get(self, request: Request, public_id: PublicId) -> Response:
        """Get the game as the caller sees it.

        Players get the view of their seat, other callers the public view. The answer has a weak `ETag`, for
        `If-None-Match`.
        """
        frame = selectors.view_for(public_id, selectors.audience_of(public_id, request.user))
        return tagged(request, {name: value for name, value in frame.items() if name != "type"})


class Events(APIView):
    """`/api/v1/games/{id}/events`."""

    scopes: ClassVar = {"GET": scopes.GAMES_READ}

    @documented("listEvents", {200: shapes.EventsPage}, query=[SINCE])
    def get(self, request: Request, public_id: PublicId) -> Response:
        """List the events after a known one, as the caller may see them, at most 1,000.

        `next` is the address of the events that follow, or null.
        """
        since = bodies.seq_of(request.query_params.get("since", "-1"))
        found = selectors.events_for(public_id, selectors.audience_of(public_id, request.user), since)
        if found["next"] is not None:
            found["next"] = address_with(request, "since", found["next"])
        return Response(found)


class ViewAt(APIView):
    """`/api/v1/games/{id}/views/{seq}`."""

    scopes: ClassVar = {"GET": scopes.GAMES_READ}

    @documented(
        "getViewAt",
        {200: replay_shapes.ViewAt},
        query=[SEAT],
        refused=[409],
        answer_examples={"the start": A_VIEW},
    )
    def get(self, request: Request, public_id: PublicId, seq: Seq) -> Response:
        """Get the game after an event, as the caller could see it at that time.

        Players get the views of their seat, other callers the public views. Once the game has ended, the views of any
        seat can be asked for.
        """
        return Response(replay.view_at(public_id, _viewpoint(request, public_id), seq))


class Steps(APIView):
    """`/api/v1/games/{id}/steps`."""

    scopes: ClassVar = {"GET": scopes.GAMES_READ}

    @documented(
        "listSteps",
        {200: replay_shapes.StepsPage},
        query=[SINCE, SEAT],
        refused=[409],
        answer_examples={"the first step": A_PAGE},
    )
    def get(self, request: Request, public_id: PublicId) -> Response:
        """Get how the game went on after a known event, step by step, as the caller may see it.

        `view` is the game after that event; the patch of each step leads to the next view. At most 100 events are read
        at once: `next` is the address of the steps that follow, or null.
        """
        since = bodies.seq_of(request.query_params.get("since", "-1"))
        found = replay.steps_for(public_id, _viewpoint(request, public_id), since)
        if found["next"] is not None:
            found["next"] = address_with(request, "since", found["next"])
        return Response(found)


def _viewpoint(request: Request, public_id: PublicId) -> SeatNumber | None:
    return replay.viewpoint(public_id, request.user, bodies.number_of(request.query_params.get("seat")))


class Actions(APIView):
    """`/api/v1/games/{id}/actions`."""

    scopes: ClassVar = {"POST": scopes.GAMES_PLAY}

    @documented("playAction", {200: shapes.Events}, body=bodies.Act, refused=[409, 422], key=True, links=AFTERWARDS)
    def post(self, request: Request, public_id: PublicId) -> Response:
        """Submit an action for the caller's seat.

        `expected_seq` is the last event known to the caller; 409 `stale` means that the decision is no longer owed.
        """
        with keyed(request, of_game(request, public_id)):
            body = body_of(request, bodies.Act)
        seat = own_seat(request, public_id)
        return answered(submit_action(public_id, seat, body.expected_seq, body.action, key_of(request)))


class TakeBack(APIView):
    """`/api/v1/games/{id}/take-back`."""

    scopes: ClassVar = {"POST": scopes.GAMES_PLAY}

    @documented("takeBack", {200: shapes.Events}, body=bodies.TakeBack, refused=[409, 422], key=True, links=AFTERWARDS)
    def post(self, request: Request, public_id: PublicId) -> Response:
        """Take back the caller's last action, unless it has revealed anything."""
        with keyed(request, of_game(request, public_id)):
            body = body_of(request, bodies.TakeBack)
        return answered(take_back(public_id, own_seat(request, public_id), body.expected_seq, key_of(request)))


class Resign(APIView):
    """`/api/v1/games/{id}/resign`."""

    scopes: ClassVar = {"POST": scopes.GAMES_PLAY}

    @documented("resignGame", {200: shapes.Events}, body=bodies.Nothing, refused=[409, 422], key=True, links=AFTERWARDS)
    def post(self, request: Request, public_id: PublicId) -> Response:
        """Resign: leave a running game for good."""
        with keyed(request, of_game(request, public_id)):
            body_of(request, bodies.Nothing)
        return answered(resign(public_id, own_seat(request, public_id), key_of(request)))


class Abort(APIView):
    """`/api/v1/games/{id}/abort`."""

    scopes: ClassVar = {"POST": scopes.GAMES_PLAY}

    @documented("abortGame", {200: shapes.Events}, body=bodies.Nothing, refused=[409, 422], key=True)
    def post(self, request: Request, public_id: PublicId) -> Response:
        """Abort a game without a result; possible until all players have acted."""
        with keyed(request, of_game(request, public_id)):
            body_of(request, bodies.Nothing)
        return answered(abort(public_id, own_seat(request, public_id), key_of(request)))


class Hint(APIView):
    """`/api/v1/games/{id}/hint`."""

    permission_classes = [HasScope, IsAuthenticated]
    scopes: ClassVar = {"GET": scopes.GAMES_READ, "POST": scopes.GAMES_PLAY}

    def get_throttles(self) -> list[Any]:
        """Return the throttles, with that of hints added."""
        return [*super().get_throttles(), HintThrottle()]

    @documented("getHint", {200: shapes.GivenHint, 202: shapes.GivenHint}, refused=[409, 422])
    def get(self, request: Request, public_id: PublicId) -> Response:
        """Get the hint that the caller has asked for; 202 while the computer is thinking."""
        return self._hint_response(hint_of(public_id, own_seat(request, public_id)))

    @documented(
        "askHint",
        {200: shapes.GivenHint, 202: shapes.GivenHint},
        body=bodies.Hint,
        refused=[409, 422],
        links={"hint": Link("getHint", OF_GAME)},
    )
    def post(self, request: Request, public_id: PublicId) -> Response:
        """Ask what the computer would do in the caller's place; only in games without other people."""
        body = body_of(request, bodies.Hint)
        return self._hint_response(ask_hint(public_id, own_seat(request, public_id), body.expected_seq))

    def _hint_response(self, hint: MadeHint) -> Response:
        return Response(hint.to_json(), status=202 if hint.action is None else 200)


class AILevels(APIView):
    """`/api/v1/ai-levels`."""

    scopes: ClassVar = {"GET": scopes.PUBLIC}

    @documented("listComputerLevels", {200: shapes.ComputerLevels})
    def get(self, request: Request) -> Response:
        """List the levels of computer players, weakest first, and the games that they play."""
        offered = [
            {"level": level, "name": gettext(shown.name), "stars": shown.stars, "about": gettext(shown.about)}
            for level, shown in levels.LEVELS.items()
        ]
        games = [rules.key for rules in registry.games() if levels.plays(rules.key)]
        return Response({"levels": offered, "games": games})


class Points(APIView):
    """`/api/v1/games/{id}/points`."""

    scopes: ClassVar = {"GET": scopes.PUBLIC}

    @documented("getPoints", {200: shapes.Points}, refused=[409])
    def get(self, request: Request, public_id: PublicId) -> Response:
        """Get the points of a finished game, by seat, stage and source."""
        return Response(selectors.points_of(public_id))


class Export(APIView):
    """`/api/v1/games/{id}/export`."""

    scopes: ClassVar = {"GET": scopes.PUBLIC}

    @documented("exportGame", {200: shapes.Export, 206: bytes, 304: None}, refused=[409, 416])
    def get(self, request: Request, public_id: PublicId) -> HttpResponseBase:
        """Download a finished or aborted game in a form that anyone can verify offline.

        `Range` requests are supported. The `ETag` is the last hash of the log.
        """
        etag = selectors.export_digest(public_id).hex()
        return document_answer(request, lambda: written(selectors.export_of(public_id)), etag)
