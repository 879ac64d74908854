"""Moderation as players see it on pages, all of which work without scripts."""

from __future__ import annotations

import json
from html import unescape
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from accounts.sanctions.selectors import appeal_path
from accounts.users import blocks
from games.chat.services.say import say
from games.models import Appeal, Report
from games.moderation.services import appeal as appeals
from games.moderation.services.decide import decide
from games.time.clocks import DAY_MS
from pyramido_site.infrastructure.site_clock import now_ms
from tests.games import play
from tests.games.moderation.desk import fresh
from tests.people import signed_in, visitor

pytestmark = pytest.mark.django_db(transaction=True)

REASON = "Insults in three games."


def text(answer: Any, status: int = 200) -> str:
    assert answer.status_code == status, answer.content
    return unescape(answer.content.decode())


def test_a_game_is_reported_and_the_reporter_sees_the_outcome(moderator: User) -> None:
    game, (ada, ben, cem) = play.table(3)
    page, address = signed_in(ada), f"/games/{game.public_id}/report/"
    assert "Nobody has" not in text(page.get("/reports/")) and "No reports yet" in text(page.get("/reports/"))
    form = text(page.get(f"{address}?player={cem.public_id}"))
    assert f'<option value="{cem.public_id}" selected>' in form and ada.public_id not in form.split("<form")[-1]
    assert form.count('type="radio"') == 8
    for missing in ({"player": ben.public_id}, {"kind": "stalling"}, {"kind": "other", "player": ben.public_id}):
        assert 'role="alert"' in text(page.post(address, {**missing, "next": "/games/mine/"}), 422)
    assert not Report.objects.exists()
    kept = page.post(address, {"kind": "stalling", "text": "Twice already."})
    assert "Twice already." in text(kept, 422) and 'value="stalling" required checked' in text(kept, 422)
    sent = {
        "kind": "stalling",
        "player": ben.public_id,
        "text": "<b>Twice</b> already.",
        "next": "https://evil.example/",
    }
    assert page.post(address, sent).headers["Location"] == "/reports/"
    mine = text(page.get("/reports/"))
    assert "waiting for a moderator" in mine and "&lt;b&gt;Twice" in page.get("/reports/").content.decode()
    assert ben.display_name in mine and moderator.display_name not in mine
    report = Report.objects.get()
    decide(moderator, "close", ben, "Nothing there.", report=report.public_id, answer="His connection was lost.")
    mine = text(page.get("/reports/"))
    assert "no action was taken" in mine and "His connection was lost." in mine and "Nothing there." not in mine
    assert "No reports yet" in text(signed_in(ben).get("/reports/"))
    assert visitor().get(address).headers["Location"].startswith("/accounts/login/")


def test_a_line_and_a_player_are_reported_in_a_dialog() -> None:
    game, (ada, ben) = play.table()
    line = say(ben, game.public_id, "players", "You <i>fool</i>")
    page, address = signed_in(ada), f"/games/{game.public_id}/lines/{line['id']}/report/"
    form = page.get(address).content.decode()
    assert "You &lt;i&gt;fool&lt;/i&gt;" in form and form.count('type="radio"') == 3 and "data-report-form" in form
    dialog = {"X-In-Dialog": "1"}
    assert page.post(address, {"kind": "harassment"}, headers=dialog).status_code == 204
    assert 'role="alert"' in text(page.post(address, {"kind": "name"}, headers=dialog), 400)
    assert 'role="alert"' in text(signed_in(ben).post(address, {"kind": "harassment"}), 422)
    assert signed_in(play.person()).get(address).status_code == 404, "a user who cannot read the line cannot report it"
    profile = f"/players/{ben.public_id}/"
    assert f'href="{profile}report/?next={profile}" data-report' in text(page.get(profile))
    assert page.post(f"{profile}report/", {"kind": "name", "next": profile}).headers["Location"] == profile
    assert page.get(f"/players/{ada.public_id}/report/").status_code == 404
    assert sorted(Report.objects.values_list("about", flat=True)) == ["line", "profile"]


def test_whom_one_reports_one_may_block_with_it() -> None:
    game, (ada, ben) = play.table()
    page, address = signed_in(ada), f"/games/{game.public_id}/report/"
    form = text(page.get(address))
    assert f"Block {ben.display_name} as well" in form
    page.post(address, {"kind": "leaving", "text": "Twice."})
    assert not blocks.blocks(ada, ben), "only who asks for it blocks"
    assert 'name="block" value="on" checked' in text(page.post(address, {"block": "on"}), 422)
    assert not blocks.blocks(ada, ben), "nothing was reported"
    page.post(address, {"kind": "stalling", "block": "on"})
    assert blocks.blocks(ada, ben) and not blocks.blocks(ben, ada)
    assert "as well" not in text(page.get(address))


def test_of_several_players_the_reported_one_is_blocked() -> None:
    game, (ada, ben, cleo) = play.table(seats=3)
    sent = {"kind": "stalling", "player": cleo.public_id, "block": "on"}
    assert signed_in(ada).post(f"/games/{game.public_id}/report/", sent).status_code == 302
    assert blocks.blocks(ada, cleo) and not blocks.blocks(ada, ben)


def test_a_report_is_filed_even_where_no_more_players_can_be_blocked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(blocks, "MOST", 0)
    game, (ada, ben) = play.table()
    page = signed_in(ada)
    page.post(f"/games/{game.public_id}/report/", {"kind": "stalling", "block": "on"})
    assert Report.objects.get().reported == ben and not blocks.blocks(ada, ben)
    assert "the maximum" in text(page.get("/"))


def test_a_warning_stands_on_every_page_until_it_is_acknowledged(moderator: User) -> None:
    game, (ada, ben) = play.table()
    made = decide(moderator, "warning", ada, REASON)
    page, read = signed_in(ada), f"/standing/{made.public_id}/read/"
    for address in ("/", "/games/", "/accounts/settings/"):
        assert REASON in text(page.get(address))
    table = text(page.get(f"/games/{game.public_id}/"))
    assert table.index('id="board"') < table.index(REASON), "below the board: never in the way of a game"
    assert "not acknowledged yet" in text(page.get("/standing/")) and moderator.display_name not in text(page.get("/"))
    assert signed_in(ben).post(read).status_code == 404 and REASON not in text(signed_in(ben).get("/"))
    assert page.post(read, {"next": "/games/"}).headers["Location"] == "/games/"
    assert REASON not in text(page.get("/")) and REASON in text(page.get("/standing/"))


def test_the_standing_shows_decisions_and_takes_appeals(senior: User, other_senior: User) -> None:
    ada = play.person()
    page = signed_in(ada)
    assert "your account is in good standing" in text(page.get("/standing/"))
    made = decide(senior, "unrated", ada, REASON, until_ms=now_ms() + 7 * DAY_MS)
    own = text(page.get("/standing/"))
    assert REASON in own and "You cannot play rated games" in own and senior.display_name not in own
    fields = {"decision": made.public_id, "text": "It was a joke among friends."}
    assert 'role="alert"' in text(page.post("/standing/", {**fields, "text": " "}), 422)
    assert signed_in(play.person()).post("/standing/", fields).status_code == 404
    assert page.post("/standing/", fields).headers["Location"] == "/standing/"
    assert "waiting for another moderator" in text(page.get("/standing/"))
    appeals.decide_appeal(other_senior, Appeal.objects.get().public_id, grant=True, answer="You are right.")
    own = text(page.get("/standing/"))
    assert "lifted" in own and "granted" in own and "You are right." in own
    told = page.get("/api/v1/account/sanctions").json()["results"]
    assert [(one["kind"], one["state"], one["appeal"]["state"]) for one in told] == [("unrated", "lifted", "granted")]


def test_a_banned_player_can_appeal_and_download_the_data(senior: User, other_senior: User) -> None:
    ada, stranger = play.person(), Client()
    made = decide(senior, "ban", ada, REASON)
    address = appeal_path(fresh(ada))
    shown = stranger.get(address)
    assert REASON in text(shown) and senior.display_name not in text(shown)
    assert shown.headers["Referrer-Policy"] == "no-referrer" and "no-store" in shown.headers["Cache-Control"]
    posted = {"decision": made.public_id, "text": "I was not at home."}
    assert stranger.post(address, posted).headers["Location"] == address
    assert "waiting for another moderator" in text(stranger.get(address))
    data = b"".join(stranger.get(f"{address}data/")).splitlines()
    assert json.loads(data[0])["name"] == ada.display_name
    forged = address.replace(ada.public_id, senior.public_id)
    for path in (forged, f"{forged}data/", address[:-3] + "/"):
        assert stranger.get(path).status_code == 410
    appeals.decide_appeal(other_senior, Appeal.objects.get().public_id, grant=True, answer="You are right.")
    assert stranger.get(address).status_code == 410 and fresh(ada).is_active
