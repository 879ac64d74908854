"""The desk over the API: role and scope are both required, and requests have their documented effects."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.contrib.admin import site
from django.db import connection
from django.test import Client, RequestFactory
from django.test.utils import CaptureQueriesContext

from accounts.access import tokens
from accounts.models import User
from accounts.sanctions import selectors as sanctions
from games.admin.moderation import ReportAdmin
from games.models import ModerationDecision, Report, Seat
from games.moderation.selectors import roles
from games.moderation.services import give_role
from games.moderation.services import report as reports
from games.moderation.services.decide import decide
from pyramido_site.infrastructure.site_clock import now_ms
from tests.games import play
from tests.games.moderation.desk import reported, staff
from tests.people import signed_in

pytestmark = pytest.mark.django_db

DAY_MS = 86_400_000


def ask(user: User, scope: str, method: str, path: str, body: Any = None, **headers: str) -> tuple[int, Any]:
    _, text = tokens.make(user, f"{scope} {method} {path}"[:40], [scope], None)
    raw = "" if body is None else json.dumps(body)
    answer = Client().generic(
        method,
        f"/api/v1/moderation/{path}",
        raw,
        content_type="application/json" if body is not None else "",
        headers={"Authorization": f"Bearer {text}", **headers},
    )
    return answer.status_code, answer.json() if answer.content else None


def test_a_token_needs_the_scope_and_its_owner_the_role(moderator: User) -> None:
    report = reported(play.person())
    path = f"reports/{report.public_id}"
    assert ask(moderator, "games:read", "GET", "reports")[0] == 403
    assert ask(moderator, "mod:read", "GET", "reports")[0] == 200
    assert ask(moderator, "mod:read", "PUT", f"{path}/claim", {})[0] == 403
    assert ask(moderator, "mod:write", "PUT", f"{path}/claim", {})[1]["claimed_by"]["id"] == moderator.public_id
    kept, text = tokens.make(moderator, "kept", ["mod:read"], None)
    give_role.give(moderator, roles.PLAYER)
    assert Client().get("/api/v1/moderation/log", headers={"Authorization": f"Bearer {text}"}).status_code == 403
    assert kept.scopes == ["mod:read"]


def test_deciding_once_undoing_and_the_log(senior: User) -> None:
    report = reported(play.person(), text="Look at it.")
    reported_id = report.reported.public_id
    _, found = ask(senior, "mod:read", "GET", f"reports/{report.public_id}")
    assert found["text"] == "Look at it." and found["reported_dossier"]["against"]["open"] == 1
    until = now_ms() + 7 * DAY_MS
    body = {"action": "suspension", "report": report.public_id, "reason": "Threats.", "until_ms": until}
    status, made = ask(senior, "mod:write", "POST", "decisions", body)
    assert status == 201 and made["player"]["id"] == reported_id and made["report"] == report.public_id
    assert not User.objects.get(pk=report.reported_id).is_active
    assert ask(senior, "mod:write", "POST", "decisions", {**body, "player": report.reporter.public_id})[0] == 422
    status, undone = ask(senior, "mod:write", "POST", f"decisions/{made['id']}/undo", {"reason": "A mistake."})
    assert (status, undone["undoes"]) == (201, made["id"])
    assert User.objects.get(pk=report.reported_id).is_active
    _, log = ask(senior, "mod:read", "GET", f"log?player={reported_id}")
    assert [(one["action"], one["undone_by"]) for one in log["results"]] == [
        ("undo", None),
        ("suspension", undone["id"]),
    ]
    _, dossier = ask(senior, "mod:read", "GET", f"players/{reported_id}")
    assert [one["state"] for one in dossier["sanctions"]] == [sanctions.LIFTED]


def test_the_number_of_queries_is_independent_of_the_number_of_decisions(senior: User) -> None:
    user = play.person()
    decide(senior, "warning", user, "one")
    client = signed_in(user)
    for path in ("/standing/", "/api/v1/account/sanctions"):
        with CaptureQueriesContext(connection) as few:
            assert client.get(path).status_code == 200
        for number in range(3):
            decide(senior, "mute", user, f"{path} {number}", until_ms=now_ms() + DAY_MS)
        with CaptureQueriesContext(connection) as many:
            assert client.get(path).status_code == 200
        assert len(many) <= len(few), path


def test_the_administration_hides_rows_about_the_user_and_their_running_games(administrator: User) -> None:
    game, (ada, ben) = play.table()
    reports.file(play.person(), "stalling", "game", reported=ben, game=game.public_id)
    about, other = reported(administrator), reported(play.person())
    Seat.objects.filter(game=game, user=ada).update(user=administrator)
    request = RequestFactory().get("/admin/games/report/")
    request.user = administrator
    assert set(ReportAdmin(Report, site).get_queryset(request)) == {other} and about in Report.objects.all()


def test_a_report_about_an_unknown_player_is_not_about_the_opponent() -> None:
    game, (ada, ben) = play.table()
    client = signed_in(ada)
    for named, status in (("nobody", 404), (ben.public_id, 201)):
        body = {"about": "game", "kind": "stalling", "game": game.public_id, "player": named}
        assert client.post("/api/v1/reports", body, content_type="application/json").status_code == status
    assert Report.objects.get().reported == ben


def test_pages_of_the_queue_by_cursor_keep_its_order(moderator: User) -> None:
    kinds = ("other", "harassment", "name", "collusion", "harassment")
    filed = [reported(play.person(), kind=kind, text="See for yourself.") for kind in kinds]
    seen, path = [], "reports?limit=2"
    while path:
        _, page = ask(moderator, "mod:read", "GET", path)
        seen += [one["id"] for one in page["results"]]
        path = (page["next"] or "").rpartition("/moderation/")[2]
    assert seen == [filed[index].public_id for index in (1, 4, 3, 2, 0)]
    assert ask(moderator, "mod:read", "GET", "reports?state=lost")[0] == 400


def test_reporters_are_hidden_from_the_reported(moderator: User) -> None:
    report = reported(moderator)
    colleague = staff(roles.SENIOR)
    assert ask(moderator, "mod:read", "GET", f"reports/{report.public_id}")[0] == 404
    assert ask(moderator, "mod:read", "GET", "reports?state=all")[1]["results"] == []
    assert ask(moderator, "mod:read", "GET", f"players/{moderator.public_id}")[1]["reports"] == []
    assert ask(moderator, "mod:write", "PUT", f"reports/{report.public_id}/claim", {})[0] == 404
    reporters = ask(moderator, "mod:read", "GET", f"players/{report.reporter.public_id}")[1]["own_reports"]
    assert reporters == []
    body = {"action": "warning", "report": report.public_id, "reason": "Please stop."}
    assert ask(colleague, "mod:write", "POST", "decisions", body)[0] == 201 and ModerationDecision.objects.count() == 1
