"""Studies over REST (docs/formats/studies.md)."""

from __future__ import annotations

from typing import Any, ClassVar

from django.http import HttpResponseBase
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.access import scopes
from accounts.access.permissions import HasScope
from games.api.document import shapes, study_shapes
from games.api.document.game_schemas import GAME
from games.api.http.files import document_answer, written
from games.api.http.parsers import StrictJSONParser
from games.api.views import body_of, keyed, made_once, made_once_before, player
from games.requests import bodies
from games.requests.throttles import OpponentThrottle, StudyThrottle
from games.study import selectors
from games.study.models import Study
from games.study.selectors import MoveNumber
from games.study.services import begin_study, change_study, opponent, play_move, share_study
from pyramido_site.infrastructure.documented import PAGED, Link, Parameter, documented
from pyramido_site.infrastructure.paging import address_with, page_of
from pyramido_site.infrastructure.public_ids import PublicId

LINK = Parameter("link", str, "The last part of the address at which the study is shared.")
SINCE = Parameter("since", bodies.Seq, "The last move known to the caller; 0 (the default) for none.")
OF_STUDY = {"public_id": "$response.body#/id"}
EXAMPLES = study_shapes.examples()
(A_MOVE,) = EXAMPLES.moves["moves"]
A_FILE, A_STUDY = {"one move": EXAMPLES.file}, {"by hand": EXAMPLES.study}


class StudyParser(StrictJSONParser):
    """`application/json` of up to the size of a study's file."""

    most = selectors.MOST_BYTES


class Studies(APIView):
    """`/api/v1/studies`."""

    permission_classes = [HasScope, IsAuthenticated]
    scopes: ClassVar = {"GET": scopes.GAMES_READ, "POST": scopes.GAMES_PLAY}

    def get_throttles(self) -> list[Any]:
        """Return the throttles, with that of new studies added."""
        return [*super().get_throttles(), StudyThrottle()]

    @documented("listStudies", {200: study_shapes.Studies}, query=PAGED, answer_examples={"one": EXAMPLES.rows})
    def get(self, request: Request) -> Response:
        """List the caller's studies, latest first."""
        return Response(page_of(request, selectors.own_studies(player(request))).to_json(selectors.row_json))

    @documented(
        "beginStudy",
        {201: study_shapes.Study},
        body=bodies.BeginStudy,
        refused=[404, 409, 422],
        key=True,
        location="api_study",
        links={"moves": Link("listStudyMoves", OF_STUDY), "play": Link("playInStudy", OF_STUDY)},
        examples={"a finished game": {"game": GAME, "seq": 12, "title": EXAMPLES.study["title"]}},
        answer_examples=A_STUDY,
    )
    def post(self, request: Request) -> Response:
        """Begin a study with what the caller could see of a game after an event.

        With `seat`, it is what that seat could see; another's only once the game has ended. While the game runs, and
        another person plays in it or it is rated, the study is by hand only: 409 `by_hand_only` for an `opponent`.
        """

        def make() -> tuple[int, Any]:
            body = body_of(request, bodies.BeginStudy)
            made = begin_study.begin_study(
                player(request), body.game, body.seq, title=body.title, seat=body.seat, opponent=body.opponent,
                seed=body.seed,
            )  # fmt: skip
            return 201, selectors.study_json(made, request.user)

        with keyed(request, made_once_before(request)):
            return made_once(request, make)


class Import(APIView):
    """`/api/v1/studies/import`."""

    parser_classes = [StudyParser]
    scopes: ClassVar = {"POST": scopes.GAMES_PLAY}

    def get_throttles(self) -> list[Any]:
        """Return the throttles, with that of new studies added."""
        return [*super().get_throttles(), StudyThrottle()]

    @documented(
        "importStudy",
        {201: study_shapes.Study},
        body=(study_shapes.StudyFile, shapes.Export),
        refused=[409, 422],
        key=True,
        location="api_study",
        examples=A_FILE,
        answer_examples=A_STUDY,
    )
    def post(self, request: Request) -> Response:
        """Store a study from a file, of at most 1 MiB: that of a study, or the export of a game.

        A game is verified and becomes the main line. Nothing is stored if any part of a file is wrong; `field` is then
        the path of that part.
        """

        def make() -> tuple[int, Any]:
            made = begin_study.import_study(player(request), request.data)
            return 201, selectors.study_json(made, request.user)

        with keyed(request, made_once_before(request)):
            return made_once(request, make)


class OneStudy(APIView):
    """`/api/v1/studies/{id}`."""

    scopes: ClassVar = {"GET": scopes.GAMES_READ, "PATCH": scopes.GAMES_PLAY, "DELETE": scopes.GAMES_PLAY}

    @documented("getStudy", {200: study_shapes.Study}, query=[LINK], answer_examples=A_STUDY)
    def get(self, request: Request, public_id: PublicId) -> Response:
        """Get a study of the caller's, or one that is shared, with its `link`."""
        return Response(selectors.study_json(_readable(request, public_id), request.user))

    @documented(
        "changeStudy",
        {200: study_shapes.Study},
        body=bodies.ChangeStudy,
        refused=[409, 422],
        examples={"the comment": {"comment": EXAMPLES.study["comment"]}, "an opponent": {"opponent": "greedy"}},
        answer_examples=A_STUDY,
    )
    def patch(self, request: Request, public_id: PublicId) -> Response:
        """Change the title, the comment on the beginning, or the opponent."""
        body = body_of(request, bodies.ChangeStudy)
        user = player(request)
        change_study.change_study(user, public_id, title=body.title, comment=body.comment, opponent=body.opponent)
        return Response(selectors.study_json(selectors.readable_study(public_id, user), user))

    @documented("deleteStudy", {204: None}, body=bodies.Nothing)
    def delete(self, request: Request, public_id: PublicId) -> Response:
        """Delete a study."""
        body_of(request, bodies.Nothing)
        change_study.delete_study(player(request), public_id)
        return Response(status=204)


class StudyLink(APIView):
    """`/api/v1/studies/{id}/link`."""

    scopes: ClassVar = {"PUT": scopes.GAMES_PLAY, "DELETE": scopes.GAMES_PLAY}

    @documented(
        "shareStudy",
        {200: study_shapes.SharedLink},
        body=bodies.Nothing,
        refused=[409],
        answer_examples={"a link": {"link": EXAMPLES.study["link"]}},
    )
    def put(self, request: Request, public_id: PublicId) -> Response:
        """Let everyone read the study who has its link."""
        body_of(request, bodies.Nothing)
        return Response({"link": selectors.link_of(share_study.share_study(player(request), public_id))})

    @documented("withdrawStudy", {204: None}, body=bodies.Nothing)
    def delete(self, request: Request, public_id: PublicId) -> Response:
        """Make a study private again. Its link never works again."""
        body_of(request, bodies.Nothing)
        share_study.withdraw_link(player(request), public_id)
        return Response(status=204)


class StudyMoves(APIView):
    """`/api/v1/studies/{id}/moves`."""

    scopes: ClassVar = {"GET": scopes.GAMES_READ, "POST": scopes.GAMES_PLAY}

    @documented(
        "listStudyMoves",
        {200: study_shapes.StudyMoves},
        query=[SINCE, LINK],
        answer_examples={"one move": EXAMPLES.moves},
    )
    def get(self, request: Request, public_id: PublicId) -> Response:
        """List the moves of a study after a known one, by number, at most 50."""
        since = max(0, bodies.seq_of(request.query_params.get("since", "0")))
        found = selectors.moves_json(_readable(request, public_id), MoveNumber(since))
        if found["next"] is not None:
            found["next"] = address_with(request, "since", found["next"])
        return Response(found)

    @documented(
        "playInStudy",
        {200: study_shapes.PlayedMove},
        body=bodies.PlayInStudy,
        refused=[409, 422],
        examples={
            "the first": {
                "game": EXAMPLES.moves["game"],
                **{name: A_MOVE[name] for name in ("parent", "seat", "action")},
            }
        },
        answer_examples={"the first": {"number": A_MOVE["number"]}},
    )
    def post(self, request: Request, public_id: PublicId) -> Response:
        """Let a seat act after a move. The same action after the same move is one move."""
        body = body_of(request, bodies.PlayInStudy)
        parent = MoveNumber(body.parent)
        number = play_move.play_move(player(request), public_id, parent, body.seat, body.action)
        return Response({"number": number})


class OneMove(APIView):
    """`/api/v1/studies/{id}/moves/{number}`."""

    scopes: ClassVar = {"PATCH": scopes.GAMES_PLAY, "DELETE": scopes.GAMES_PLAY}

    @documented(
        "annotateMove",
        {204: None},
        body=bodies.NoteMove,
        refused=[422],
        examples={"a good move": {"comment": A_MOVE["comment"], "glyph": A_MOVE["glyph"]}, "the line": {"main": True}},
    )
    def patch(self, request: Request, public_id: PublicId, move: int) -> Response:
        """Change the comment or the mark of a move, or make it the main line's."""
        body = body_of(request, bodies.NoteMove)
        change_study.note_move(
            player(request), public_id, MoveNumber(move), comment=body.comment, glyph=body.glyph, main=bool(body.main)
        )
        return Response(status=204)

    @documented("deleteMove", {204: None}, body=bodies.Nothing)
    def delete(self, request: Request, public_id: PublicId, move: int) -> Response:
        """Delete a move with all that follow from it."""
        body_of(request, bodies.Nothing)
        change_study.delete_move(player(request), public_id, MoveNumber(move))
        return Response(status=204)


class Opponent(APIView):
    """`/api/v1/studies/{id}/moves/{number}/opponent`."""

    scopes: ClassVar = {"POST": scopes.GAMES_PLAY}

    def get_throttles(self) -> list[Any]:
        """Return the throttles, with that of opponents added."""
        return [*super().get_throttles(), OpponentThrottle()]

    @documented(
        "askOpponent",
        {202: study_shapes.OpponentAsked},
        body=bodies.Nothing,
        refused=[409],
        answer_examples={"it thinks": {"asked": True}},
    )
    def post(self, request: Request, public_id: PublicId, move: int) -> Response:
        """Have the opponent act after a move, until the caller is to move again; 0 is the beginning.

        Its moves can be read with `studyMoves` once it has thought. 409 `by_hand_only` while the study's game runs.
        """
        body_of(request, bodies.Nothing)
        return Response({"asked": opponent.ask_opponent(player(request), public_id, MoveNumber(move))}, status=202)


class Export(APIView):
    """`/api/v1/studies/{id}/export`."""

    scopes: ClassVar = {"GET": scopes.GAMES_READ}

    @documented(
        "exportStudy",
        {200: study_shapes.StudyFile, 206: bytes, 304: None},
        query=[LINK],
        refused=[416],
        answer_examples=A_FILE,
    )
    def get(self, request: Request, public_id: PublicId) -> HttpResponseBase:
        """Download a study as a file, which can be imported."""
        study = _readable(request, public_id)
        answer = document_answer(request, lambda: written(selectors.file_of(study)), selectors.version_of(study))
        answer["Content-Disposition"] = f'attachment; filename="{study.public_id}.study.json"'
        return answer


def _readable(request: Request, public_id: PublicId) -> Study:
    return selectors.readable_study(public_id, request.user, request.query_params.get("link"))
