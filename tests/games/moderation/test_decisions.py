"""Decisions: their requirements and notifications, and that each is carried out once."""

from __future__ import annotations

import json
from functools import partial
from typing import Any

import pytest
from allauth.account.models import EmailAddress

from accounts.models import Notification, Outbox, User
from accounts.notifications.delivery import contents_of
from accounts.notifications.preferences import of as preferences_of
from accounts.notifications.rendering import line as worded
from accounts.sanctions import selectors as sanctions
from games.chat import selectors as chat
from games.chat.services.say import say
from games.live.groups import publisher
from games.models import Flag, ModerationDecision, Report
from games.moderation.selectors import report_queue
from games.moderation.services import decide as decisions
from games.moderation.services import measures
from games.moderation.services import report as reports
from games.moderation.services.decide import decide
from games.moderation.services.undo import undo
from games.time.clocks import DAY_MS, HOUR_MS
from pyramido_site.infrastructure.site_clock import now_ms
from ratings.models import Result
from tests.games import play
from tests.games.moderation.desk import fresh, refused, reported, told
from tests.games.threads import at_once
from tests.games.timed import Now
from tests.ratings.results import NOW_MS, finish

pytestmark = pytest.mark.django_db


def test_reasons_and_times_are_asked_for(now: Now, moderator: User, senior: User) -> None:
    user = play.person()

    def refusal(by: User, action: str, until: int | None = None, reason: str = "a reason", **more: Any) -> str:
        return refused(decide, by, action, user, reason, until_ms=until and now.ms + until, **more)[1]

    assert refusal(moderator, "warning", reason=" \u200b") == "empty"
    assert refusal(moderator, "warning", reason="x" * 1001) == "too_long"
    for action in ("undo", "granted", "praise"):
        assert refusal(senior, action) == "malformed"
    assert refusal(moderator, "close") == "no_report"
    assert refusal(moderator, "warning", report="nothing") == "no_such_report"
    assert refusal(moderator, "warning", report=reported(play.person()).public_id) == "no_such_report"
    assert refusal(moderator, "warning", flag="nothing") == "no_such_signal"
    assert refusal(senior, "warning", DAY_MS) == refusal(senior, "ban", DAY_MS) == "no_end"
    assert refusal(senior, "mute") == refusal(senior, "suspension") == "end_missing"
    for action, (least, most) in measures.LASTS_MS.items():
        assert refusal(senior, action, least - HOUR_MS // 2) == "too_short"
        assert refusal(senior, action, most + HOUR_MS) == "too_long"
    assert refusal(moderator, "mute", 31 * DAY_MS) == "too_long"
    assert refusal(senior, "rename", name="@") == "unfit_name"
    assert refusal(senior, "rename", name=user.display_name) == "same_name"
    assert refusal(senior, "rename", name=moderator.display_name.upper()) == "name_taken"
    User.objects.filter(pk=user.pk).update(deleted_ms=1)
    assert refusal(senior, "rename") == refusal(senior, "ban") == "account_gone"
    assert not ModerationDecision.objects.exists() and not sanctions.of_user(user) and told(user, "sanction") == []


def test_a_repeated_request_is_carried_out_once(now: Now, moderator: User) -> None:
    user, report = play.person(), reported(other := play.person())
    for after in (0, 1000, 5000):
        now.ms += after
        decide(moderator, "mute", user, "insults", until_ms=now.ms + DAY_MS)
        decide(moderator, "warning", other, "insults", report=report.public_id)
    assert [sanction.kind for sanction in sanctions.of_user(user)] == ["mute"]
    assert told(user, "sanction") == ["mute"] and told(other, "sanction") == ["warning"]
    assert told(report.reporter, "report_answered") == ["upheld"]
    now.ms += decisions.REPEAT_MS
    decide(moderator, "mute", user, "insults", until_ms=now.ms + DAY_MS)
    assert len(sanctions.of_user(user)) == 2


def test_the_same_reason_for_something_else_is_another_decision(moderator: User, senior: User) -> None:
    game, (ada, ben) = play.table()
    for text in ("You fool", "You fools"):
        line = say(ada, game.public_id, "players", text)["id"]
        made = [decide(moderator, "hide_line", ada, "an insult", line=line) for _ in range(2)]
        assert made[0] == made[1] and made[0].line == line
    assert [line.hidden for line in chat.asked(game.public_id, ben).lines] == [True, True]
    games = [finish(f"g{number}", ada, ben, at_ms=NOW_MS + number, key="pyramido").game for number in range(2)]
    for one in games:
        decide(senior, "annul", ada, "arranged", game=one)
    assert Result.objects.filter(game__in=games, annulled=True).count() == 2
    for name in ("Quiet One", "Quiet Two", "Quiet  Two"):
        decide(senior, "rename", ada, "an unfit name", name=name)
    assert fresh(ada).display_name == "Quiet Two"


def test_a_report_about_a_text_is_decided_by_itself(moderator: User) -> None:
    user = play.person()
    one, other = (reported(user, kind="other", text=text) for text in ("Sells watches.", "Is somebody else."))
    decide(moderator, "close", user, "no watches", report=one.public_id)
    assert (fresh_of(one).state, fresh_of(other).state) == ("denied", "open")


def test_all_reporters_of_the_same_are_notified(moderator: User, senior: User) -> None:
    game, (ada, ben, cat) = play.table(3)
    line = say(ada, game.public_id, "players", "You fools")["id"]
    about = {"game": game.public_id, "line": line}
    one, other = (reports.file(user, "harassment", "line", **about) for user in (ben, cat))
    apart = reported(ada, by=ben)
    first = decide(moderator, "hide_line", ada, "an insult", report=one.public_id, answer="The line is deleted.")
    second = decide(moderator, "mute", ada, "an insult", report=one.public_id, until_ms=now_ms() + DAY_MS)
    assert {report.state for report in (fresh_of(one), fresh_of(other))} == {"upheld"}
    assert (fresh_of(other).answer, fresh_of(apart).state) == ("The line is deleted.", "open")
    assert told(ben, "report_answered") == told(cat, "report_answered") == ["upheld"]
    text = worded(Notification.objects.get(user=cat, kind="report_answered"), preferences_of(cat.pk)).text
    assert text == f"Thank you for your report about {ada.display_name}. We have taken action. The line is deleted."
    assert refused(decide, moderator, "close", ada, "no", report=other.public_id) == (409, "decided")
    assert refused(decide, senior, "warning", ada, "no", report=one.public_id) == (409, "decided")
    undo(moderator, first.public_id, "not so bad")
    assert fresh_of(other).state == "upheld" and not chat.asked(game.public_id, cat).lines.get().hidden
    undo(senior, second.public_id, "a joke among friends")
    assert {report.state for report in (fresh_of(one), fresh_of(other))} == {"denied"}
    assert told(ben, "report_answered") == told(cat, "report_answered") == ["upheld", "reversed"]
    assert report_queue.accuracies([cat.pk])[cat.pk] == (0, 1)


def fresh_of(report: Report) -> Report:
    return Report.objects.get(pk=report.pk)


def test_a_note_is_for_moderators_only(moderator: User) -> None:
    report = reported(user := play.person())
    decide(moderator, "note", user, "wait for more", report=report.public_id)
    assert fresh_of(report).state == "open"
    assert not Notification.objects.filter(user__in=[user, report.reporter]).exists()
    assert ModerationDecision.objects.filter(user=user).order_by("-pk").get().reason == "wait for more"


def test_a_flag_is_acted_on_by_a_measure(moderator: User) -> None:
    user, other = play.person(), play.person()
    flag = Flag.objects.create(kind="shared", key="k", user=other, other=user, strength=1200, at_ms=1)
    decide(moderator, "note", user, "look at it", flag=flag.public_id)
    assert Flag.objects.get().state == "new"
    made = decide(moderator, "warning", user, "one account each", flag=flag.public_id)
    assert Flag.objects.get().state == "acted" and made.data["signal"] == flag.public_id
    assert refused(decide, moderator, "warning", play.person(), "no", flag=flag.public_id)[1] == "no_such_signal"


def test_a_name_comes_back_if_it_is_free(senior: User, moderator: User) -> None:
    user = play.person("Rude Name")
    first = decide(senior, "rename", user, "an unfit name", name="Quiet Name")
    assert (fresh(user).display_name, first.data) == ("Quiet Name", {"old": "Rude Name", "new": "Quiet Name"})
    undo(senior, first.public_id, "it is a name")
    assert fresh(user).display_name == "Rude Name"
    second = decide(senior, "rename", user, "an unfit name after all")
    neutral = fresh(user).display_name
    play.person("rude name")
    assert undo(senior, second.public_id, "it is a name").data == {"kept": neutral}
    assert fresh(user).display_name == neutral != "Rude Name"


def test_a_ban_is_mailed_with_the_way_to_appeal(senior: User) -> None:
    user = User.objects.create_user("Banned", "banned@example.org")
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    decide(senior, "ban", user, "several accounts")
    assert told(user, "sanction") == ["ban"] and not fresh(user).is_active
    (message,) = Outbox.objects.filter(user=user, channel="email")
    contents = contents_of(message)
    assert contents is not None
    (said,) = [worded(one, contents.preferences) for one in contents.notifications]
    assert said.text == "Your account is closed: several accounts"
    assert sanctions.user_of_appeal_token(said.path.rstrip("/").rsplit("/", 1)[1]) == user


def test_a_deleted_line_goes_from_open_pages_at_once(
    moderator: User, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    game, (ada, _) = play.table()
    line = say(ada, game.public_id, "players", "You fool")["id"]
    sent: list[Any] = []
    monkeypatch.setattr(publisher, "publish", sent.extend)
    with django_capture_on_commit_callbacks(execute=True):
        made = decide(moderator, "hide_line", ada, "an insult", line=line)
    with django_capture_on_commit_callbacks(execute=True):
        undo(moderator, made.public_id, "a joke")
    frames = [json.loads(message["text"]) for _, message in sent if message.get("type", "").startswith("forward")]
    shown = [(frame["line"]["hidden"], frame["line"]["text"]) for frame in frames if frame.get("type") == "chat"]
    assert set(shown[:3]) == {(True, "")} and set(shown[3:]) == {(False, "You fool")} and len(shown) == 6
    assert (made.game, refused(decide, moderator, "hide_line", play.person(), "no", line=line)[1]) == (
        game.public_id, "no_such_line",
    )  # fmt: skip


@pytest.mark.django_db(transaction=True)
def test_of_two_moderators_one_decides(moderator: User, other_moderator: User, senior: User) -> None:
    user = play.person()
    one, other = reported(user), reported(user)
    calls = [
        partial(decide, moderator, "warning", user, "an insult", report=one.public_id),
        partial(decide, other_moderator, "close", user, "a joke", report=other.public_id),
        partial(decide, senior, "warning", user, "once more", report=one.public_id),
    ]
    answers = at_once(calls)
    made = [answer for answer in answers if isinstance(answer, ModerationDecision)]
    assert [decision.pk for decision in made] == [ModerationDecision.objects.get().pk]
    assert {answer.code for answer in answers if not isinstance(answer, ModerationDecision)} == {"decided"}
    assert {report.state for report in Report.objects.all()} == {"denied" if made[0].action == "close" else "upheld"}
    assert [len(told(report.reporter, "report_answered")) for report in (one, other)] == [1, 1]
    undone = at_once([partial(undo, by, made[0].public_id, "a mistake") for by in (senior, made[0].by)])
    assert sum(isinstance(answer, ModerationDecision) for answer in undone) >= 1
    assert ModerationDecision.objects.filter(action="undo").count() == 1
