"""Reports by the caller, and moderators' decisions about the caller (docs/formats/api.md)."""

from __future__ import annotations

from typing import Any, ClassVar, Literal, TypedDict

from django.utils.translation import gettext_noop
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.access import scopes
from accounts.access.permissions import HasScope
from accounts.users.lookups import user_by_id
from accounts.users.player_json import Player, player_json
from games.api.document.study_shapes import LINK, STUDY
from games.api.views import body_of, keyed, made_once, made_once_before, player
from games.moderation.models import Report
from games.moderation.selectors import own_decisions, report_queue
from games.moderation.services import appeal as appeals
from games.moderation.services import report as reports
from games.requests import bodies
from games.requests.refusals import Refusal
from games.requests.throttles import ReportThrottle
from pyramido_site.infrastructure.documented import PAGED, documented
from pyramido_site.infrastructure.json_bodies import Millis
from pyramido_site.infrastructure.paging import page_of
from pyramido_site.infrastructure.public_ids import PublicId

State = Literal["open", "claimed", "upheld", "denied"]
Measure = Literal["warning", "mute", "unrated", "suspension", "ban", "rename", "hide_line", "annul"]


class OwnReport(TypedDict):
    """A report by the caller. `answer` is the moderators' answer, or empty; `upheld` means that they took a measure."""

    id: str
    about: Literal["game", "line", "profile", "study"]
    kind: bodies.ReportKind
    player: Player
    game: str | None
    line: str | None
    study: str | None
    text: str
    at_ms: Millis
    state: State
    answer: str
    decided_ms: Millis | None


EXAMPLE: OwnReport = {
    "id": "r7Kd2WsFv0Pn", "about": "study", "kind": "harassment",
    "player": {"id": "u3Hb6VcXy9Dm", "name": "Ben", "guest": False, "bot": False}, "game": None, "line": None,
    "study": STUDY, "text": "Its comments insult me.", "at_ms": 1_767_700_000_000, "state": "open", "answer": "",
    "decided_ms": None,
}  # fmt: skip


class OwnReports(TypedDict):
    """A page of the caller's reports."""

    next: str | None
    previous: str | None
    results: list[OwnReport]


class OwnAppeal(TypedDict):
    """The caller's appeal against a decision."""

    text: str
    at_ms: Millis
    state: Literal["open", "granted", "rejected"]
    answer: str
    decided_ms: Millis | None


class OwnSanction(TypedDict):
    """A moderators' decision about the caller. `until_ms` is null for a measure without an end; `state` is `ended` when
    its time is over, `lifted` when it was undone.
    """

    id: str
    kind: Measure
    reason: str
    at_ms: Millis
    until_ms: Millis | None
    state: Literal["in_force", "ended", "lifted"]
    acknowledged_ms: Millis | None
    game: str | None
    may_appeal: bool
    appeal: OwnAppeal | None


class OwnSanctions(TypedDict):
    """A page of decisions about the caller."""

    next: str | None
    previous: str | None
    results: list[OwnSanction]


def report_json(report: Report) -> dict[str, Any]:
    """Return a report as its reporter sees it."""
    return {
        "id": report.public_id,
        "about": report.about,
        "kind": report.kind,
        "player": player_json(report.reported),
        "game": report.game or None,
        "line": report.line or None,
        "study": report.study or None,
        "text": report.text,
        "at_ms": report.at_ms,
        "state": report.state,
        "answer": report.answer,
        "decided_ms": report.decided_ms,
    }


class MyReports(APIView):
    """`/api/v1/reports`."""

    scopes: ClassVar = {"GET": scopes.ACCOUNT_READ, "POST": scopes.GAMES_PLAY}
    permission_classes = [HasScope, IsAuthenticated]

    def get_throttles(self) -> list[Any]:
        """Return the throttles, with that of reports added."""
        return [*super().get_throttles(), ReportThrottle()]

    @documented("listMyReports", {200: OwnReports}, query=PAGED)
    def get(self, request: Request) -> Response:
        """List the caller's reports to the moderators and their outcome, latest first."""
        return Response(page_of(request, report_queue.mine(player(request))).to_json(report_json))

    @documented(
        "fileReport",
        {201: OwnReport},
        body=bodies.FileReport,
        refused=[404, 409, 422],
        key=True,
        examples={"a study": {"about": "study", "kind": "harassment", "link": LINK, "text": EXAMPLE["text"]}},
        answer_examples={"a study": EXAMPLE},
    )
    def post(self, request: Request) -> Response:
        """Report a game, a chat line, a player or a shared study to the moderators.

        The server adds evidence. Repeating a report that waits returns that report. The number of reports a day is
        limited.
        """
        user = player(request)
        with keyed(request, made_once_before(request)):
            body = body_of(request, bodies.FileReport)

        def file() -> tuple[int, Any]:
            person = None if body.player is None else user_by_id(body.player)
            if body.player is not None and person is None:
                template = gettext_noop("Player “%(id)s” not found.")
                raise Refusal(404, "not_found", template, field="player", id=body.player[:20])
            made = reports.file(
                user,
                body.kind,
                body.about,
                reported=person,
                game=body.game,
                line=body.line,
                link=body.link,
                text=body.text,
            )
            return 201, report_json(report_queue.own_report(user, made))

        return made_once(request, file)


class Sanctions(APIView):
    """`/api/v1/account/sanctions`."""

    scopes: ClassVar = {"GET": scopes.ACCOUNT_READ}
    permission_classes = [HasScope, IsAuthenticated]

    @documented("listSanctions", {200: OwnSanctions}, query=PAGED)
    def get(self, request: Request) -> Response:
        """List the moderators' decisions about the caller, latest first.

        Moderators and reporters are not named.
        """
        page = page_of(request, own_decisions.decisions_about(player(request)))
        return Response(page.to_json(lambda decision: own_decisions.entry(decision).to_json()))


class Acknowledgement(APIView):
    """`/api/v1/account/sanctions/{id}/acknowledgement`."""

    scopes: ClassVar = {"PUT": scopes.ACCOUNT_WRITE}
    permission_classes = [HasScope, IsAuthenticated]

    @documented("acknowledgeSanction", {204: None})
    def put(self, request: Request, decision_id: PublicId) -> Response:
        """Acknowledge a decision about the caller.

        A warning is shown on the site until it is acknowledged. Repeating it changes nothing.
        """
        appeals.acknowledge(player(request), decision_id)
        return Response(status=204)


class AppealAgainst(APIView):
    """`/api/v1/account/sanctions/{id}/appeal`."""

    scopes: ClassVar = {"POST": scopes.ACCOUNT_WRITE}
    permission_classes = [HasScope, IsAuthenticated]

    @documented("appealSanction", {201: OwnAppeal}, body=bodies.Appeal, refused=[409, 422])
    def post(self, request: Request, decision_id: PublicId) -> Response:
        """Appeal against a decision about the caller, once, to be judged by another moderator.

        Repeating the same appeal changes nothing.
        """
        made = appeals.appeal(player(request), decision_id, body_of(request, bodies.Appeal).text)
        return Response(own_decisions.appeal_json(made), status=201)
