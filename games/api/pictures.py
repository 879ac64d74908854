"""Pictures of positions over REST (docs/formats/api.md)."""

from __future__ import annotations

from typing import ClassVar

from django.http import HttpResponse
from rest_framework.request import Request
from rest_framework.views import APIView

from accounts.access import scopes
from engine.newtypes import Seq
from games.api.document.game_schemas import GAME
from games.api.document.replay_shapes import beginning
from games.api.record import SEAT
from games.pictures.services.draw import MEDIA_TYPES, Captions, Ending, draw
from games.presenters.pictures import picture
from games.replay import selectors as replay
from games.requests import bodies
from games.requests.throttles import PictureThrottle
from pyramido_site.infrastructure.documented import Elsewhere, Parameter, documented
from pyramido_site.infrastructure.public_ids import PublicId
from pyramido_site.infrastructure.streaming import is_known

BOARD = Parameter("board", bodies.Number, "The seat whose board to draw alone; without it all boards, as a card.")


def example_picture() -> str:
    """Return a board on which nothing has been built, as SVG."""
    position = beginning().position
    captions = Captions(position.rules.name, "", (), "Ada’s board: 0 points")
    return draw(position.rules, position.view(None), captions, position.to_move[0], "svg").decode()


class Drawn(APIView):
    """What both kinds of files share."""

    scopes: ClassVar = {"GET": scopes.GAMES_READ}

    def answer(self, request: Request, public_id: PublicId, seq: Seq, ending: Ending) -> HttpResponse:
        """Return the file, which is made unless it is kept, or 304. Raise Refusal."""
        seat, board = (bodies.number_of(request.query_params.get(name)) for name in ("seat", "board"))
        audience = replay.viewpoint(public_id, request.user, seat)
        shown = picture(public_id, audience, seq, board, ending)
        tag = shown.tag
        answer = HttpResponse(content_type=shown.media_type, headers={"ETag": f'"{tag}"'})
        if is_known(request, tag):
            answer.status_code = 304
        elif request.method != "HEAD":
            content = shown.kept()
            if content is None:
                PictureThrottle().allow_request(request, self)
                content = shown.made()
            answer.content = content
        return answer


class Png(Drawn):
    """`/api/v1/games/{id}/pictures/{seq}.png`."""

    @documented(
        "getPicturePng",
        {200: bytes, 304: None},
        query=[SEAT, BOARD],
        refused=[409, 503],
        media=MEDIA_TYPES["png"],
        answer_examples={"a board": Elsewhere(f"https://play.example.org/api/v1/games/{GAME}/pictures/12.png?board=0")},
    )
    def get(self, request: Request, public_id: PublicId, seq: Seq) -> HttpResponse:
        """Get a picture of the game after an event, as the caller could see it at that time.

        It is a card of 1200 by 630 pixels with the boards, names and points of all, or one board. The answer has an
        `ETag`, for `If-None-Match`. A picture is made once and kept; 60 a minute can be made for one caller.
        """
        return self.answer(request, public_id, seq, "png")


class Svg(Drawn):
    """`/api/v1/games/{id}/pictures/{seq}.svg`."""

    @documented(
        "getPictureSvg",
        {200: bytes, 304: None},
        query=[SEAT, BOARD],
        refused=[409],
        media=MEDIA_TYPES["svg"],
        answer_examples={"an empty board": example_picture},
    )
    def get(self, request: Request, public_id: PublicId, seq: Seq) -> HttpResponse:
        """Get the same picture as SVG.

        Nothing outside the file is needed to show it. The language of its words is that of the request.
        """
        return self.answer(request, public_id, seq, "svg")
