"""Filing reports, the server's own notes in them, and their order in the moderators' queue."""

from __future__ import annotations

from typing import Any

import pytest

from accounts.models import User
from games import tasks
from games.chat.services.say import say
from games.models import Game, Report
from games.moderation.selectors import report_queue
from games.moderation.services import claim_report, evidence
from games.moderation.services import report as reports
from games.moderation.services.decide import decide
from games.record.services.resign import resign
from games.requests.refusals import Refusal
from games.time.clocks import DAY_MS, HOUR_MS, MINUTE_MS
from tests.games import play
from tests.games.moderation.desk import refused, reported
from tests.games.timed import Now, per_move, under_way

pytestmark = pytest.mark.django_db


def denied(user: User, by: User, times: int) -> None:
    for _ in range(times):
        other = play.person()
        decide(by, "close", other, "nothing in it", report=reported(other, by=user).public_id)


def test_valid_and_invalid_reports() -> None:
    game, (ada, ben) = play.table()
    cat, line = play.person(), say(ada, game.public_id, "players", "You fool")["id"]

    def refusal(by: User, kind: str, about: str, **more: Any) -> tuple[int, str]:
        return refused(reports.file, by, kind, about, **more)

    assert refusal(ben, "ugly", "profile", reported=ada) == (400, "malformed")
    assert refusal(ben, "harassment", "weather", reported=ada) == (400, "malformed")
    assert refusal(ben, "stalling", "profile", reported=ada) == (400, "malformed")
    assert refusal(ben, "harassment", "profile") == (422, "nobody")
    assert refusal(ben, "harassment", "profile", reported=ben) == (422, "oneself")
    assert refusal(ben, "other", "profile", reported=ada, text=" \n") == (422, "empty")
    assert refusal(ben, "other", "profile", reported=ada, text="x" * 1001) == (422, "too_long")
    assert refusal(cat, "stalling", "game", game=game.public_id) == (422, "nobody")
    assert refusal(ada, "stalling", "game", game=game.public_id, reported=cat) == (422, "not_there")
    assert refusal(ada, "stalling", "game", game="nothing") == (404, "not_found")
    assert refusal(ada, "harassment", "line", game=game.public_id, line=line) == (422, "own_line")
    assert refusal(cat, "harassment", "line", game=game.public_id, line=line) == (404, "no_such_line"), (
        "hidden from her"
    )
    User.objects.filter(pk=cat.pk).update(deleted_ms=1)
    assert refusal(ada, "name", "profile", reported=User.objects.get(pk=cat.pk)) == (422, "account_gone")
    assert not Report.objects.exists()
    made = reports.file(ada, "stalling", "game", game=game.public_id)
    assert (made.reported, made.game, made.state) == (ben, game.public_id, "open")


def test_the_same_while_it_waits_changes_nothing(moderator: User) -> None:
    game, (ada, ben) = play.table()
    line = say(ada, game.public_id, "players", "You fool")["id"]
    first = reports.file(ben, "harassment", "line", game=game.public_id, line=line)
    assert reports.file(ben, "other", "line", game=game.public_id, line=line, text="spam") == first
    once = reported(ada, by=ben)
    assert reported(ada, by=ben) == once and reported(ada, by=ben, kind="name") != once
    decide(moderator, "close", ada, "a joke", report=once.public_id)
    assert reported(ada, by=ben) != once
    assert list(report_queue.mine(ben).values_list("state", flat=True)) == ["open", "open", "denied", "open"]


def test_reports_are_limited_and_more_so_for_unreliable_reporters(now: Now, moderator: User) -> None:
    good, bad = play.person(), play.person()
    for _ in range(reports.MOST_A_DAY):
        reported(play.person(), by=good)
        now.ms += MINUTE_MS
    with pytest.raises(Refusal) as refusal:
        reported(play.person(), by=good)
    assert (refusal.value.status, refusal.value.limit, refusal.value.params) == (429, "reports", {"most": 10})
    assert refusal.value.retry_after_ms == DAY_MS - 10 * MINUTE_MS
    now.ms += DAY_MS - 10 * MINUTE_MS
    reported(play.person(), by=good)
    for times in (4, 3, 1):
        denied(bad, moderator, times)
        now.ms += DAY_MS
    assert (report_queue.accuracies([bad.pk])[bad.pk], reports.most_a_day(bad)) == ((0, 8), reports.LEAST_A_DAY)
    for _ in range(reports.LEAST_A_DAY):
        last = reported(play.person(), by=bad)
    assert refused(reported, play.person(), by=bad) == (429, "throttled")
    decide(moderator, "warning", last.reported, "insults", report=last.public_id)
    assert (report_queue.accuracies([bad.pk])[bad.pk], reports.most_a_day(bad)) == ((1, 8), 3)
    now.ms += reports.JUDGED_BY_MS
    assert reports.most_a_day(bad) == reports.MOST_A_DAY
    for _ in range(reports.MOST_A_DAY + 1):
        last = reported(play.person(), by=moderator)  # as opened from flags
    assert last.state == "open"


def test_the_queue_begins_with_what_matters_most(now: Now, moderator: User) -> None:
    liar, one, other = play.person(), play.person(), play.person()
    denied(liar, moderator, 3)
    light = reported(play.person(), kind="leaving")
    now.ms += 1
    false = reported(play.person(), by=liar)
    heavy = reported(play.person())
    now.ms += 1
    often = reported(one, kind="name")
    for _ in range(3):
        reported(one, kind="multiple")
    assert list(report_queue.queue(kind="name")) == [often]
    assert list(report_queue.queue().exclude(kind="multiple")) == [often, heavy, false, light]
    assert {report.priority for report in report_queue.queue(kind="multiple")} == {60}
    decide(moderator, "warning", one, "a reason", report=often.public_id)
    assert {report.priority for report in report_queue.queue(kind="multiple")} == {50}, "one fewer is waiting"
    claim_report.claim(moderator, heavy.public_id)
    assert list(report_queue.queue(claimed_by=moderator)) == list(report_queue.queue(state="claimed")) == [heavy]
    assert list(report_queue.queue(state="upheld")) == [often] and not report_queue.queue(about="line").exists()
    assert other not in {report.reported for report in report_queue.queue()}


def test_a_claim_lapses(now: Now, moderator: User, other_moderator: User, senior: User) -> None:
    report = reported(user := play.person())
    assert refused(claim_report.claim, user, report.public_id) == (403, "role_too_low")
    claim_report.claim(moderator, report.public_id)
    for act in (claim_report.claim, claim_report.release):
        assert refused(act, other_moderator, report.public_id) == (409, "claimed")
    assert refused(decide, other_moderator, "warning", user, "no", report=report.public_id) == (409, "claimed")
    now.ms += HOUR_MS - 1
    decide(moderator, "note", user, "still reading", report=report.public_id)
    now.ms += HOUR_MS - 1
    tasks.sanctions()
    assert refused(claim_report.claim, other_moderator, report.public_id) == (409, "claimed"), "the note counts"
    now.ms += 1
    assert claim_report.claim(other_moderator, report.public_id).claimed_by == other_moderator
    claim_report.release(senior, report.public_id)
    claim_report.claim(moderator, report.public_id)
    now.ms += HOUR_MS
    tasks.sanctions()
    assert report_queue.queue().get().state == "open"


def test_the_server_s_notes_about_a_game(now: Now) -> None:
    game, (ada, ben) = under_way(per_move(DAY_MS))
    for number in range(8):
        say(ada if number % 2 else ben, game.public_id, "players", f"line {number}")
    line = say(ada, game.public_id, "players", "You fool")["id"]
    say(ben, game.public_id, "players", "Oh")
    at = play.position(game)
    (mover,) = at.to_move
    now.ms += 5 * HOUR_MS
    made = reports.file(ben, "harassment", "line", game=game.public_id, line=line).evidence
    said = [(one["text"], one["this"]) for one in made["lines"]]
    assert said == [(f"line {number}", False) for number in range(3, 8)] + [("You fool", True), ("Oh", False)]
    assert (made["reported"]["name"], made["game"]["seq"], made["game"]["status"]) == (
        ada.display_name, at.seq, "running",
    )  # fmt: skip
    clock = made["game"]["seats"][mover]["clock"]
    assert (clock["left_ms"], clock["deadline_ms"]) == (DAY_MS, game.deadline_ms)
    assert made["game"]["to_move"] == [mover] and "view" not in made["game"]
    resign(game.public_id, next(seat.number for seat in game.seats.all() if seat.user_id == ada.pk))
    assert Game.objects.get(pk=game.pk).status == "finished"
    later = reported(ada, by=ben, kind="leaving").evidence
    assert {name: later["leavings"][name] for name in ("resigned", "timed_out", "finished")} == {
        "resigned": 1, "timed_out": 0, "finished": 0,
    }  # fmt: skip
    assert later["between"] == {"games": 1, "ahead": 0, "level": 0, "behind": 1, "latest": [game.public_id]}
    assert "game" not in later and evidence.of(ada, ben, None, None)["between"]["ahead"] == 1
