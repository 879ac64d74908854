"""A story for each kind of report: filing, outcome, notifications of all involved, appeal and refund."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pytest

from accounts.models import Notification, User
from accounts.sanctions import selectors as sanctions
from games import tasks
from games.chat import selectors as chat
from games.chat.services.say import say
from games.models import ModerationDecision, Report
from games.moderation.selectors import lists, report_queue
from games.moderation.services import appeal as appeals
from games.moderation.services import claim_report
from games.moderation.services import report as reports
from games.moderation.services.decide import decide
from games.moderation.services.undo import undo
from games.record import selectors
from games.record.services.resign import resign
from games.requests.refusals import Refusal
from games.seating.selectors.may_play_rated import check_may_play_rated
from games.time.clocks import DAY_MS
from pyramido_site.infrastructure.public_ids import NO_ID, PublicId
from pyramido_site.infrastructure.site_clock import now_ms
from ratings.elo import START
from ratings.models import RatingPool, Result
from ratings.services.rebuild import differences
from tests.games import play
from tests.games.moderation.desk import fresh, refused, told
from tests.games.rated_games.test_rated import rate_all, rated_game, standing
from tests.seats import SEAT_0, SEAT_1

pytestmark = pytest.mark.django_db(transaction=True)

REASON, ANSWER, ASKED = "It is against the rules.", "Thank you, it was right to tell us.", "Please look at it again."


@dataclass
class Matter:
    """Reporter, reported player and evidence, and whether the decision is in effect."""

    reporter: User
    reported: User
    about: str
    in_effect: Callable[[], bool]
    game: PublicId = NO_ID
    line: PublicId = NO_ID
    text: str = ""


def stalling() -> Matter:
    ada, ben = play.person(), play.person()
    game = rated_game(ada, ben)
    return Matter(ben, ada, "game", lambda: bool(sanctions.of_kind(ada, "warning")), game.public_id)


def leaving() -> Matter:
    ada, ben = play.person(), play.person()
    resign(rated_game(ada, ben).public_id, SEAT_0)
    return Matter(ben, ada, "profile", lambda: _may_not_play_rated(ada))


def _may_not_play_rated(user: User) -> bool:
    try:
        check_may_play_rated(user)
    except Refusal:
        return True
    return False


def collusion() -> Matter:
    """The game is removed from all players' ratings, and restored."""
    ada, ben = play.person(), play.person()
    game = rated_game(ada, ben)
    resign(game.public_id, SEAT_1)
    rate_all()

    def annulled() -> bool:
        values = [standing(user)[0] for user in (ada, ben)]
        assert values in ([START, START], [START + 2000, START - 2000])
        assert [found for pool in RatingPool.objects.all() for found in differences(pool)] == []
        refund = "annulled" if values == [START, START] else "reinstated"
        assert all(told(user, "rating")[-1:] in ([refund], []) for user in (ada, ben))
        assert Result.objects.get(game=game.public_id).annulled == (values == [START, START])
        return values == [START, START]

    return Matter(play.person(), ada, "game", annulled, game.public_id)


def automated() -> Matter:
    """A ban ends the running games, which no appeal restores."""
    ada, ben = play.person(), play.person()
    game = rated_game(ada, ben)

    def banned() -> bool:
        tasks.sanctions()
        closed = not fresh(ada).is_active
        assert not closed or play.fresh(game).status == "finished"
        return closed

    return Matter(ben, ada, "game", banned, game.public_id)


def multiple() -> Matter:
    ada, ben = play.person(), play.person()
    return Matter(ben, ada, "profile", lambda: not fresh(ada).is_active)


def harassment() -> Matter:
    game, (ada, ben) = play.table()
    line = say(ada, game.public_id, "players", "You fool")["id"]

    def silenced() -> bool:
        shown = chat.asked(game.public_id, ben).lines.get()
        muted = "players" not in chat.may_write(ada, selectors.game_by_id(game.public_id))
        assert shown.hidden == muted and shown.text == "You fool"
        return muted

    return Matter(ben, ada, "line", silenced, game.public_id, line)


def name() -> Matter:
    ada, ben = play.person(), play.person()
    before = ada.display_name
    return Matter(ben, ada, "profile", lambda: fresh(ada).display_name != before)


STORIES: dict[str, tuple[Callable[[], Matter], dict[str, int | None]]] = {
    "stalling": (stalling, {"warning": None}),
    "leaving": (leaving, {"unrated": 7 * DAY_MS}),
    "collusion": (collusion, {"annul": None}),
    "automated": (automated, {"ban": None}),
    "multiple": (multiple, {"suspension": 30 * DAY_MS}),
    "harassment": (harassment, {"mute": 2 * DAY_MS, "hide_line": None}),
    "name": (name, {"rename": None}),
}
"""Kind of report → how it begins, and the resulting measures with their durations."""


def filed(kind: str, matter: Matter) -> Report:
    report = reports.file(
        matter.reporter, kind, matter.about, reported=None if matter.line else matter.reported, game=matter.game,
        line=matter.line, text=matter.text,
    )  # fmt: skip
    assert (report.reported, report.state) == (matter.reported, "open")
    assert report.evidence["reported"]["name"] == matter.reported.display_name
    assert report.evidence.get("game", {}).get("id", "") == matter.game
    return report


def state(report: Report) -> tuple[str, str]:
    """Return the state as its reporter sees it."""
    mine = report_queue.mine(report.reporter).get()
    return mine.state, mine.answer


@pytest.mark.parametrize("kind", STORIES)
def test_upheld_then_appealed_and_taken_back(kind: str, senior: User, other_senior: User) -> None:
    begin, measures = STORIES[kind]
    matter = begin()
    report = filed(kind, matter)
    assert not matter.in_effect()
    claim_report.claim(senior, report.public_id)
    assert state(report) == ("claimed", "")
    made = [_decided(senior, action, lasts, matter, report) for action, lasts in measures.items()]
    assert matter.in_effect()
    assert (state(report), told(matter.reporter, "report_answered")) == (("upheld", ANSWER), ["upheld"])
    assert report_queue.accuracies([matter.reporter.pk])[matter.reporter.pk] == (1, 0)
    assert told(matter.reported, "sanction") == list(measures)
    for notification in Notification.objects.filter(user=matter.reported, kind="sanction"):
        assert notification.data["reason"] == REASON and senior.display_name not in str(notification.data)
    assert list(ModerationDecision.objects.filter(user=matter.reported).order_by("-pk")) == made[::-1]

    for decision in made:
        assert refused(appeals.appeal, matter.reporter, decision.public_id, ASKED) == (404, "no_such_decision")
        asked = appeals.appeal(fresh(matter.reported), decision.public_id, ASKED)
        assert refused(appeals.decide_appeal, senior, asked.public_id, grant=True, answer="no") == (403, "own_decision")
    for asked in lists.appeals(""):
        appeals.decide_appeal(other_senior, asked.public_id, grant=True, answer="You are right.")
    assert not matter.in_effect() and fresh(matter.reported).is_active
    assert told(matter.reported, "appeal") == ["granted"] * len(made)
    assert (state(report), report_queue.accuracies([matter.reporter.pk])[matter.reporter.pk]) == (
        ("denied", ""),
        (0, 1),
    )
    assert told(matter.reporter, "report_answered") == ["upheld", "reversed"]
    assert [one.undone_by.action for one in made] == ["granted"] * len(made)


def _decided(by: User, action: str, lasts: int | None, matter: Matter, report: Report) -> ModerationDecision:
    return decide(
        by, action, matter.reported, REASON, until_ms=None if lasts is None else now_ms() + lasts, answer=ANSWER,
        report=report.public_id,
    )  # fmt: skip


def test_other_denied_looked_at_again_and_appealed(moderator: User, senior: User, other_senior: User) -> None:
    ada, ben = play.person(), play.person()
    report = filed("other", Matter(ben, ada, "profile", bool, text="Ada is better than I am."))
    closed = decide(moderator, "close", ada, "no rule is broken", report=report.public_id, answer="That is no offence.")
    assert (state(report), told(ben, "report_answered")) == (("denied", "That is no offence."), ["denied"])
    assert report_queue.accuracies([ben.pk])[ben.pk] == (0, 1) and not Notification.objects.filter(user=ada).exists()
    assert refused(appeals.appeal, ada, closed.public_id, ASKED) == (404, "no_such_decision")
    undo(senior, closed.public_id, "there is more to it")
    assert (state(report), told(ben, "report_answered")) == (("open", ""), ["denied", "reopened"])
    warning = decide(senior, "warning", ada, "she told everybody", report=report.public_id, answer=ANSWER)
    assert (state(report), told(ben, "report_answered")[2:]) == (("upheld", ANSWER), ["upheld"])
    assert report_queue.accuracies([ben.pk])[ben.pk] == (1, 0) and told(ada, "sanction") == ["warning"]
    asked = appeals.appeal(ada, warning.public_id, ASKED)
    appeals.decide_appeal(other_senior, asked.public_id, grant=True, answer="She may say so.")
    assert (state(report), told(ben, "report_answered")[3:]) == (("denied", ""), ["reversed"])
    assert told(ada, "appeal") == ["granted"] and sanctions.of_kind(ada, "warning") is None
