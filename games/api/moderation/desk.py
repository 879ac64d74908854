"""The moderators' desk over REST (docs/formats/moderation.md). It needs the scopes `mod:read` or `mod:write`, and the
permission of a role (games.moderation.selectors.roles), which a token alone does not confer.
"""

from __future__ import annotations

from typing import Any, ClassVar

from django.utils.translation import gettext_noop
from rest_framework.permissions import BasePermission, IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.access import scopes
from accounts.access.permissions import HasScope
from accounts.models import User
from games.api.document import moderation_shapes as shapes
from games.api.views import body_of, keyed, made_once, made_once_before, player
from games.fair_play.models import Flag
from games.moderation.models import Appeal, ModerationDecision, Report
from games.moderation.selectors import dossiers, lists, roles
from games.moderation.services import annul as annulments
from games.moderation.services import appeal as appeals
from games.moderation.services import claim_report, undo
from games.moderation.services import confirm_provisional as confirming
from games.moderation.services import decide as decisions
from games.moderation.services import follow_flag as follow_flag
from games.people import selectors as people
from games.presenters.moderation import as_json as shown
from games.requests.refusals import Refusal
from pyramido_site.infrastructure.documented import PAGED, Parameter, documented
from pyramido_site.infrastructure.json_bodies import Nothing
from pyramido_site.infrastructure.malformed import Malformed
from pyramido_site.infrastructure.paging import page_of
from pyramido_site.infrastructure.public_ids import PublicId


class IsModerator(BasePermission):
    """The caller must work at the desk; staff access to the Django admin is not enough."""

    def has_permission(self, request: Request, view: APIView) -> bool:
        """Return whether the caller works at the desk."""
        return isinstance(request.user, User) and roles.is_moderator(request.user)


class ModeratorView(APIView):
    """A view for moderators."""

    permission_classes = [HasScope, IsAuthenticated, IsModerator]


def asked(request: Request, name: str, values: list[str]) -> str:
    """Return the query parameter `name`, or "" without it. Raise Malformed if it is none of the values."""
    value = request.query_params.get(name, "")
    if value not in ("", *values):
        template = gettext_noop("“%(got)s” is not one of %(known)s.")
        refusal = Refusal(400, "malformed", template, got=value[:20], known=", ".join(values))
        raise Malformed(name, refusal.detail)
    return value


STATES = [*Report.State.values, lists.ALL]
STATE = Parameter("state", str, "`open`, `claimed`, `upheld`, `denied`, or `all`; without it, the reports that wait.")
KIND, ABOUT = Parameter("kind", shapes.Kind, "The kind of report."), Parameter("about", shapes.About, "The subject.")
MINE = Parameter("mine", bool, "`true`: only reports that the caller has claimed.")


class Reports(ModeratorView):
    """`/api/v1/moderation/reports`."""

    scopes: ClassVar = {"GET": scopes.MOD_READ}

    @documented("listReports", {200: shapes.ModeratedReports}, query=[STATE, KIND, ABOUT, MINE, *PAGED])
    def get(self, request: Request) -> Response:
        """List the waiting reports, most urgent first, or decided ones, latest first. For moderators."""
        state = asked(request, "state", STATES)
        kind, about = asked(request, "kind", Report.Kind.values), asked(request, "about", Report.About.values)
        mine = asked(request, "mine", ["true", "false"]) == "true"
        found = lists.reports(player(request), state, kind, about, mine)
        return Response(page_of(request, found, order=lists.reports_order(state)).to_json(shown.report_json))


class OneReport(ModeratorView):
    """`/api/v1/moderation/reports/{id}`."""

    scopes: ClassVar = {"GET": scopes.MOD_READ}

    @documented("getReport", {200: shapes.ReportFile})
    def get(self, request: Request, public_id: PublicId) -> Response:
        """Get a report with its game, clocks and chat, and the dossiers of both users. For moderators.

        A running game is shown as a spectator sees it.
        """
        report = lists.report_by_id(public_id, player(request))
        return Response(shown.report_file_json(report, player(request)))


class Claim(ModeratorView):
    """`/api/v1/moderation/reports/{id}/claim`."""

    scopes: ClassVar = {"PUT": scopes.MOD_WRITE, "DELETE": scopes.MOD_WRITE}

    @documented("claimReport", {200: shapes.ModeratedReport}, body=Nothing, refused=[409])
    def put(self, request: Request, public_id: PublicId) -> Response:
        """Claim a report for an hour; repeating it prolongs the claim. For moderators."""
        body_of(request, Nothing)
        return self._answer(request, public_id, claim_report.claim)

    @documented("releaseReport", {200: shapes.ModeratedReport}, refused=[409])
    def delete(self, request: Request, public_id: PublicId) -> Response:
        """Release the claim of a report, so that other moderators may take it. For moderators."""
        return self._answer(request, public_id, claim_report.release)

    def _answer(self, request: Request, public_id: PublicId, do: Any) -> Response:
        user = player(request)
        lists.report_by_id(public_id, user)
        do(user, public_id)
        return Response(shown.report_json(lists.report_by_id(public_id, user)))


class Decisions(ModeratorView):
    """`/api/v1/moderation/decisions`."""

    scopes: ClassVar = {"POST": scopes.MOD_WRITE}

    @documented(
        "makeDecision", {201: shapes.LoggedDecision}, body=shapes.Decide, refused=[404, 409, 422], key=True,
    )  # fmt: skip
    def post(self, request: Request) -> Response:
        """Take an action about a player. For moderators; the role limits the actions.

        With `report`, the action decides that report and is about its player; without it, it is about `player`.
        """
        user = player(request)
        with keyed(request, made_once_before(request)):
            body = body_of(request, shapes.Decide)

        def do() -> tuple[int, Any]:
            made = decisions.decide(
                user,
                body.action,
                _concerned(user, body),
                body.reason,
                until_ms=body.until_ms,
                report=body.report,
                game=body.game,
                line=body.line,
                name=body.name,
                answer=body.answer,
                flag=body.signal,
                provisional=body.provisional,
            )
            return 201, logged(made)

        return made_once(request, do)


def _concerned(user: User, body: shapes.Decide) -> User:
    """Return the player whom the decision is about. Raise Refusal if the body names none, or contradicts the report."""
    if body.report is not None:
        reported = lists.report_by_id(body.report, user).reported
        if body.player not in (None, reported.public_id):
            template = gettext_noop("The report is about another player.")
            raise Refusal(422, "another_player", template, field="player")
        return reported
    if body.player is None:
        raise Refusal(400, "malformed", gettext_noop("Name the player or the report."), field="player")
    return people.player_by_id(body.player)


def logged(decision: ModerationDecision) -> dict[str, Any]:
    """Return a decision as an entry of the log."""
    return shown.decision_json(dossiers.logged(decision))


class UndoneDecision(ModeratorView):
    """`/api/v1/moderation/decisions/{id}/undo`."""

    scopes: ClassVar = {"POST": scopes.MOD_WRITE}

    @documented("undoDecision", {201: shapes.LoggedDecision}, body=shapes.Undo, refused=[409, 422])
    def post(self, request: Request, public_id: PublicId) -> Response:
        """Undo a decision; the answer is the decision that undoes it. For moderators."""
        return Response(logged(undo.undo(player(request), public_id, body_of(request, shapes.Undo).reason)), status=201)


class Confirmation(ModeratorView):
    """`/api/v1/moderation/decisions/{id}/confirmation`."""

    scopes: ClassVar = {"POST": scopes.MOD_WRITE}

    @documented("confirmDecision", {201: shapes.LoggedDecision}, body=shapes.Confirm, refused=[409, 422])
    def post(self, request: Request, public_id: PublicId) -> Response:
        """Confirm another moderator's provisional measure, which then has its intended duration. For moderators.

        Moderators cannot confirm their own decisions, and need a role that could decide the measure.
        """
        made = confirming.confirm(player(request), public_id, body_of(request, shapes.Confirm).reason)
        return Response(logged(made), status=201)


class OneDossier(ModeratorView):
    """`/api/v1/moderation/players/{id}`."""

    scopes: ClassVar = {"GET": scopes.MOD_READ}

    @documented("getModeratedPlayer", {200: shapes.Dossier})
    def get(self, request: Request, public_id: PublicId) -> Response:
        """Get the dossier of a player's account. For moderators, who see no reports about themselves."""
        found = dossiers.dossier(people.player_by_id(public_id), player(request))
        return Response(shown.dossier_json(found))


class Log(ModeratorView):
    """`/api/v1/moderation/log`."""

    scopes: ClassVar = {"GET": scopes.MOD_READ}

    @documented(
        "getModerationLog",
        {200: shapes.LoggedDecisions},
        query=[
            Parameter("action", shapes.Action, "Only this action."),
            Parameter("by", shapes.Id, "Only by this moderator."),
            Parameter("player", str, "Only about players with this id, or with names that begin like this."),
            *PAGED,
        ],
    )
    def get(self, request: Request) -> Response:
        """List the entries of the moderators' log, latest first. For moderators."""
        action = asked(request, "action", ModerationDecision.Action.values)
        by, about = (request.query_params.get(name, "")[:100].replace("\0", "") for name in ("by", "player"))
        return Response(page_of(request, lists.log(action, by, about)).to_json(shown.decision_json))


class Appeals(ModeratorView):
    """`/api/v1/moderation/appeals`."""

    scopes: ClassVar = {"GET": scopes.MOD_READ}

    @documented(
        "listAppeals",
        {200: shapes.SeenAppeals},
        query=[Parameter("state", shapes.AppealState, "The state; without it, the appeals that wait."), *PAGED],
    )
    def get(self, request: Request) -> Response:
        """List the waiting appeals, oldest first, or judged ones, latest first. For moderators."""
        state = asked(request, "state", Appeal.State.values)
        found = lists.appeals(state)
        return Response(page_of(request, found, order=lists.appeals_order(state)).to_json(shown.appeal_json))


class Judgement(ModeratorView):
    """`/api/v1/moderation/appeals/{id}/judgement`."""

    scopes: ClassVar = {"POST": scopes.MOD_WRITE}

    @documented("judgeAppeal", {200: shapes.SeenAppeal}, body=shapes.Judge, refused=[409, 422])
    def post(self, request: Request, public_id: PublicId) -> Response:
        """Grant an appeal, which undoes the decision, or reject it. For senior moderators.

        Moderators cannot judge appeals against their own decisions.
        """
        body = body_of(request, shapes.Judge)
        made = appeals.decide_appeal(player(request), public_id, grant=body.grant, answer=body.answer)
        return Response(shown.appeal_json(lists.judged(made)))


class Flags(ModeratorView):
    """`/api/v1/moderation/signals`."""

    scopes: ClassVar = {"GET": scopes.MOD_READ}

    @documented(
        "listSignals",
        {200: shapes.SeenSignals},
        query=[
            Parameter("kind", shapes.FlagKind, "Only flags of this kind."),
            Parameter("state", shapes.FlagState, "The state; without it, the new flags."),
            *PAGED,
        ],
    )
    def get(self, request: Request) -> Response:
        """List the flags raised by the site's statistics, strongest first. For moderators."""
        kind, state = asked(request, "kind", Flag.Kind.values), asked(request, "state", Flag.State.values)
        found = lists.flags(player(request), kind, state)
        return Response(page_of(request, found, order=lists.FLAG_ORDER).to_json(shown.flag_json))


class FlagState(ModeratorView):
    """`/api/v1/moderation/signals/{id}/state`."""

    scopes: ClassVar = {"PUT": scopes.MOD_WRITE}

    @documented("setSignalState", {200: shapes.SeenFlag}, body=shapes.SetSignal, refused=[409])
    def put(self, request: Request, public_id: PublicId) -> Response:
        """Dismiss a flag, or make it new again. For moderators."""
        user = player(request)
        made = follow_flag.set_state(user, public_id, body_of(request, shapes.SetSignal).state)
        return Response(shown.flag_json(dossiers.seen_flag(made, user)))


class FlagReport(ModeratorView):
    """`/api/v1/moderation/signals/{id}/report`."""

    scopes: ClassVar = {"POST": scopes.MOD_WRITE}

    @documented(
        "reportSignal", {201: shapes.ModeratedReport}, body=shapes.ReportSignal, refused=[409, 422, 429],
        location="api_mod_report",
    )  # fmt: skip
    def post(self, request: Request, public_id: PublicId) -> Response:
        """Open a report from a flag; another moderator decides it. For moderators."""
        user = player(request)
        made = follow_flag.open_report(user, public_id, body_of(request, shapes.ReportSignal).text)
        return Response(shown.report_json(lists.report_by_id(made.public_id, user)), status=201)


class Annulment(ModeratorView):
    """`/api/v1/moderation/games/{id}/annulment`."""

    scopes: ClassVar = {"PUT": scopes.MOD_WRITE, "DELETE": scopes.MOD_WRITE}

    @documented("annulGame", {204: None}, body=shapes.Annul, refused=[422])
    def put(self, request: Request, public_id: PublicId) -> Response:
        """Annul the result of a rated game. For senior moderators.

        Users whose ratings change are notified, with the reason. Repeating it changes nothing.
        """
        body = body_of(request, shapes.Annul)
        annulments.annul(player(request), public_id, body.player, body.reason)
        return Response(status=204)

    @documented("reinstateGame", {204: None}, body=shapes.Undo, refused=[409])
    def delete(self, request: Request, public_id: PublicId) -> Response:
        """Make an annulled result of a rated game count again. For senior moderators."""
        annulments.reinstate(player(request), public_id, body_of(request, shapes.Undo).reason)
        return Response(status=204)
