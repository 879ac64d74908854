"""The pages of the desk: permissions, contents, and the effects of their forms."""

from __future__ import annotations

import re
from functools import partial
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import User
from accounts.sanctions import selectors as sanctions
from games.chat.services.say import say
from games.models import Appeal, Flag, ModerationDecision, Report
from games.moderation.selectors import roles
from games.moderation.services import appeal as appeals
from games.moderation.services import decide as decisions
from games.moderation.services import give_role
from games.moderation.services import report as reports
from games.record.services.resign import resign
from pyramido_site.infrastructure.site_clock import now_ms
from tests.games import play
from tests.games.moderation.desk import reported, staff
from tests.people import signed_in
from tests.seats import SEAT_0

pytestmark = pytest.mark.django_db

HOUR_MS = 3_600_000

EVIDENCE: dict[str, dict[str, Any]] = {
    "shared": {"devices": 1, "networks": 1, "fewest_accounts": 2, "meetings": 4, "games": [9, 5], "company": 600},
    "one_sided": {"games": 18, "half_points": 34, "expected": 19400, "early": 9, "early_in_a_row": 6, "which": ["abc"]},
    "forfeits": {"games": 9, "gave": 1, "got": 4, "people": 3, "which": ["abc"]},
    "gifts": {
        "choices": 41, "games": 9, "place": 2100, "deviations": 6400, "ahead_of_others": 5100, "points_given": 122,
        "which": [["abc", 5], ["abc", 9]],
    },
    "engine": {
        "moves": 80, "games": 6, "same_move": 810, "lost_share": 20, "expected_share": 240, "rating": 1500,
        "deviations": 5100, "which": ["abc"],
    },
    "stalling": {
        "lost": 18, "otherwise": 90, "median_lost_ms": 5_400_000, "median_otherwise_ms": 240_000, "times": 22_500,
        "deviations": 4800, "which": ["abc"],
    },
    "abuse": {"lines": 90, "abusive": 8, "weight": 21, "words": {"fool": 5}, "which": [["abc", "xyz"]]},
}  # fmt: skip


def page(client: Client, name: str, *args: str, query: str = "") -> str:
    answer = client.get(reverse(name, args=args) + query)
    assert answer.status_code == 200, (name, answer.status_code)
    return answer.content.decode()


def flag(user: User, other: User | None = None, kind: str = "shared", strength: int = 1500) -> Flag:
    evidence = EVIDENCE[kind]
    key = f"{kind}:{user.pk}:{other.pk if other else ''}"
    return Flag.objects.create(
        kind=kind, key=key, user=user, other=other, strength=strength, evidence=evidence, at_ms=now_ms()
    )


def addresses(report: Report, decision: ModerationDecision, found: Flag) -> list[tuple[str, str]]:
    """Return method and path of every page of the desk."""
    one = [report.public_id]
    return [
        *(("GET", reverse(name)) for name in PAGES),
        ("GET", reverse("desk_report", args=one)),
        ("GET", reverse("desk_player", args=[report.reported.public_id])),
        ("POST", reverse("desk_report", args=one)),
        ("POST", reverse("desk_player", args=[report.reported.public_id])),
        ("POST", reverse("desk_claim", args=one)),
        ("POST", reverse("desk_release", args=one)),
        ("POST", reverse("desk_undo", args=[decision.public_id])),
        ("POST", reverse("desk_confirm", args=[decision.public_id])),
        ("POST", reverse("desk_appeals")),
        ("POST", reverse("desk_flag", args=[found.public_id])),
    ]


PAGES = ("desk", "desk_players", "desk_log", "desk_log_file", "desk_appeals", "desk_flags")


def test_for_all_others_it_does_not_exist(moderator: User, senior: User) -> None:
    report = reported(play.person())
    decision = decisions.decide(senior, "note", play.person(), "seen before")
    everything = addresses(report, decision, flag(play.person()))
    player = play.person()
    bot, django_staff = play.person(), play.person()
    User.objects.filter(pk=bot.pk).update(is_bot=True)
    User.objects.filter(pk=django_staff.pk).update(is_staff=True)
    for user in (player, bot, django_staff, report.reported, report.reporter):
        client = signed_in(user)
        assert {client.generic(method, path).status_code for method, path in everything} == {404}
        assert "/desk/" not in client.get("/").content.decode()
    stranger = Client()
    for method, path in everything:
        answer = stranger.generic(method, path)
        assert (answer.status_code, answer.headers["Location"].partition("?")[0]) == (302, reverse("account_login"))
    give_role.give(moderator, roles.PLAYER)
    assert signed_in(moderator).get(reverse("desk")).status_code == 404
    assert Report.objects.get().state == Report.State.OPEN


def test_from_the_queue_to_the_outcome_and_back(moderator: User, senior: User) -> None:
    game, people = play.table(2)
    said = say(people[1], game.public_id, "players", "you <b>fool</b>")
    report = reports.file(people[0], "harassment", "line", game=game.public_id, line=said["id"], text="He insults me")
    client = signed_in(moderator)
    head = re.search(r'href="/desk/".*?</a>', client.get("/").content.decode(), re.S)
    assert head is not None and ">1<" in head[0]

    assert people[1].display_name in page(client, "desk")
    assert "No report matches." in page(client, "desk", query="?mine=on")
    client.post(reverse("desk_claim", args=[report.public_id]))
    assert report.public_id in page(client, "desk", query="?mine=on&kind=harassment&state=claimed&about=line")

    text = page(client, "desk_report", report.public_id)
    assert "you &lt;b&gt;fool&lt;/b&gt;" in text and "He insults me" in text and "<b>fool" not in text
    offered = set(re.findall(r'name="action" value="(\w+)"', text))
    assert offered == {"close", "note", "warning", "mute", "hide_line"}

    where = reverse("desk_report", args=[report.public_id])
    form = {"action": "mute", "duration": "86400", "reason": "", "answer": "Thank you."}
    refused = client.post(where, form)
    assert refused.status_code in (400, 422) and "Nothing was changed." in refused.content.decode()
    assert client.post(where, {**form, "action": "ban", "reason": "x", "confirm": "on"}).status_code == 403
    assert client.post(where, {**form, "chosen": "You insult others.", "reason": "Again."}).status_code == 302
    decision = ModerationDecision.objects.get()
    assert (decision.action, decision.reason) == ("mute", "You insult others. Again.")
    assert sanctions.is_muted(people[1]) and Report.objects.get().answer == "Thank you."

    assert "Undo it" in page(client, "desk_player", people[1].public_id)
    client.post(reverse("desk_undo", args=[decision.public_id]), {"reason": "Not him.", "next": where})
    assert not sanctions.is_muted(people[1])
    assert [one.action for one in ModerationDecision.objects.order_by("pk")] == ["mute", "undo"]


def test_heavy_measures_are_confirmed_and_belong_to_senior_moderators(senior: User) -> None:
    report = reported(play.person())
    client, where = signed_in(senior), reverse("desk_report", args=[report.public_id])
    form = {"action": "ban", "reason": "Threats."}
    answer = client.post(where, form)
    assert (
        answer.status_code == 422 and "Threats." in answer.content.decode() and not ModerationDecision.objects.exists()
    )
    assert client.post(where, {**form, "confirm": "on"}).status_code == 302
    assert not User.objects.get(pk=report.reported_id).is_active


def test_an_involved_moderator_does_not_decide(senior: User) -> None:
    game, people = play.table(2)
    with_senior = play.fresh(game)
    seat = with_senior.seats.get(number=1)
    seat.user = senior
    seat.save()
    other = play.person()
    of_the_game = reports.file(other, "stalling", "game", reported=people[0], game=game.public_id)
    own, about = reported(people[0], by=senior), reported(senior)
    client = signed_in(senior)
    for report, sentence in ((of_the_game, "You are or were a player in this game"), (own, "You filed this report")):
        text = page(client, "desk_report", report.public_id)
        assert sentence in text and 'name="action"' not in text
        form = {"action": "warning", "reason": "Please play on."}
        assert client.post(reverse("desk_report", args=[report.public_id]), form).status_code == 403
    text = page(client, "desk_report", of_the_game.public_id)
    assert "You can see its chat and the evidence" in text and "Chat:" not in text
    assert client.get(reverse("desk_report", args=[about.public_id])).status_code == 404
    assert about.public_id not in page(client, "desk", query="?state=all")
    assert about.reporter.display_name not in page(client, "desk_player", senior.public_id)
    assert not ModerationDecision.objects.exists()


def test_the_log_and_its_file(senior: User, moderator: User) -> None:
    player = play.person()
    decisions.decide(moderator, "warning", player, "=1+1")
    decisions.decide(senior, "note", play.person("Zoë"), "nothing")
    client = signed_in(moderator)
    assert "=1+1" in page(client, "desk_log", query=f"?player={player.public_id}&action=warning")
    assert "=1+1" not in page(client, "desk_log", query=f"?by={senior.public_id}")
    answer = client.get(reverse("desk_log_file"))
    rows = answer.getvalue().decode().splitlines()
    assert answer.headers["Content-Disposition"].startswith("attachment") and len(rows) == 3
    assert "'=1+1" in rows[1] and "Zoë" in rows[2]
    assert client.get(reverse("desk_log"), {"cursor": "nonsense!"}).status_code == 400
    assert client.get(reverse("desk_players"), {"q": "zo"}).content.decode().count("Zoë") >= 1
    assert client.get(reverse("desk_players"), {"q": "ZOË"}).status_code == 302


def test_appeals_are_judged_by_another(senior: User) -> None:
    other = staff(roles.SENIOR)
    player = play.person()
    made = decisions.decide(senior, "unrated", player, "Thrown games.", until_ms=now_ms() + 48 * HOUR_MS)
    asked = appeals.appeal(player, made.public_id, "I was ill.")
    where, form = (
        reverse("desk_appeals"),
        {"appeal": asked.public_id, "judgement": "grant", "answer": "We believe you."},
    )
    assert "You are involved in this" in page(signed_in(senior), "desk_appeals")
    assert signed_in(senior).post(where, form).status_code == 409
    assert signed_in(other).post(where, form).status_code == 302
    assert Appeal.objects.get().state == "granted" and not sanctions.of_kind(player, "unrated")
    assert "We believe you." in page(signed_in(senior), "desk_appeals", query="?state=granted")


def test_a_flag_sanctions_no_player(moderator: User, other_moderator: User) -> None:
    one, other = play.person(), play.person()
    found, dull = flag(one, other), flag(other, strength=1001)
    about_me = flag(moderator, kind="engine")
    client = signed_in(moderator)
    text = page(client, "desk_flags")
    assert text.index(one.display_name) < text.index(f"flag-{dull.public_id}")
    assert about_me.public_id not in text
    for kind in EVIDENCE:
        flag(other, None if kind in ("engine", "stalling", "abuse") else one, kind, strength=3000)
    text = page(client, "desk_flags")
    for fact in ("81 % of 80 moves in 6 games", "17.0 points in 18 games", "1 h 30 min a move", "fool (5)", "122"):
        assert fact in text
    client.post(reverse("desk_flag", args=[dull.public_id]), {"do": "dismissed"})
    client.post(reverse("desk_flag", args=[found.public_id]), {"do": "report"})
    assert client.post(reverse("desk_flag", args=[about_me.public_id]), {"do": "dismissed"}).status_code == 404
    report = Report.objects.get()
    assert (report.kind, report.reported, report.reporter) == ("multiple", one, moderator)
    assert Flag.objects.get(pk=found.pk).state == "acted" and Flag.objects.get(pk=dull.pk).state == "dismissed"
    assert not ModerationDecision.objects.exists() and sanctions.of_user(one) == []
    assert 'name="action"' not in page(client, "desk_report", report.public_id)
    assert 'name="action"' in page(signed_in(other_moderator), "desk_report", report.public_id)


@pytest.mark.parametrize("kind", Flag.Kind.values)
def test_a_report_can_be_opened_from_a_flag_of_any_kind(moderator: User, kind: str) -> None:
    found = flag(play.person(), play.person() if kind in ("shared", "one_sided", "gifts") else None, kind)
    assert signed_in(moderator).post(reverse("desk_flag", args=[found.public_id]), {"do": "report"}).status_code == 302
    found.refresh_from_db()
    assert found.state == "acted" and Report.objects.get().reported == found.user


def test_the_desk_counts_and_dates_as_people_write(senior: User) -> None:
    rude = play.person("Rude")
    only = reported(rude)
    client = signed_in(senior)
    shown = page(client, "desk_report", only.public_id)
    assert "eports about this player" not in shown  # there is no other report
    second = reported(rude, kind="name")
    assert "Other reports about this player" in page(client, "desk_report", second.public_id)
    found = flag(rude, kind="engine")
    Flag.objects.filter(pk=found.pk).update(evidence={**EVIDENCE["engine"], "games": 1})
    assert "of 80 moves in 1 game match the strong computer’s choice" in page(client, "desk_player", rude.public_id)
    for name, args in (("desk", ()), ("desk_report", (only.public_id,)), ("desk_player", (rude.public_id,))):
        said = page(client, name, *args)
        dates = re.findall(r"<time[^>]*>([^<]*)</time>", said) + re.findall(r"since ([^<]*)<", said)
        assert dates, name
        assert all(re.fullmatch(r"\d{1,2} [A-Z][a-z]{2} \d{4}(, \d\d:\d\d)?", date.strip()) for date in dates), dates


def test_every_page_costs_the_same_however_much_there_is(senior: User) -> None:
    player, reporter = play.person(), play.person()
    game, _people = _busy(senior, player, reporter, 1)
    report = reported(player, by=reporter, kind="automated")
    client = signed_in(senior)
    paths: list[str] = [
        *map(reverse, PAGES),
        reverse("desk") + "?state=all",
        reverse("desk_report", args=[report.public_id]),
        reverse("desk_report", args=[Report.objects.filter(game=game).get().public_id]),
        reverse("desk_player", args=[player.public_id]),
    ]
    first = [_queries(partial(client.get, path)) for path in paths]
    first = [_queries(partial(client.get, path)) for path in paths]
    for number in range(2, 6):
        _busy(senior, player, reporter, number)
    assert [_queries(partial(client.get, path)) for path in paths] == first


def _busy(senior: User, player: User, reporter: User, number: int) -> tuple[str, list[User]]:
    """Create more of everything: games, chat lines, reports, decisions, appeals, flags."""
    game, people = play.table(2)
    for line in range(number):
        say(people[0], game.public_id, "players", f"line {line}")
    reports.file(people[0], "stalling", "game", reported=people[1], game=game.public_id)
    resign(game.public_id, SEAT_0)
    reported(player, kind="other", text="Something else.")
    made = decisions.decide(senior, "warning", player, f"warning {number}")
    appeals.appeal(player, made.public_id, "No.")
    decisions.decide(senior, "note", people[0], f"note {number}")
    flag(player, people[0])
    return game.public_id, people


def _queries(call: Any) -> int:
    with CaptureQueriesContext(connection) as captured:
        answer = call()
        assert answer.status_code == 200
        answer.getvalue() if answer.streaming else answer.content
    return len(captured)
