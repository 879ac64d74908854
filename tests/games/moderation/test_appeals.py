"""Appeals that are late, repeated, rejected, or overtaken; and what an annulment does to ratings."""

from __future__ import annotations

from random import Random

import pytest

from accounts.models import User
from accounts.sanctions import selectors as sanctions
from games.models import Appeal, ModerationDecision
from games.moderation.selectors import appeal_period, lists
from games.moderation.services import appeal as appeals
from games.moderation.services.decide import decide
from games.moderation.services.undo import undo
from games.time.clocks import DAY_MS
from pyramido_site.infrastructure.public_ids import PublicId
from ratings.models import Rating, RatingPool, Result
from ratings.services.rebuild import differences
from tests.games import play
from tests.games.moderation.desk import refused, told
from tests.games.timed import Now
from tests.ratings.results import HOUR_MS, NOW_MS, finish, people, rate_all, stored

pytestmark = pytest.mark.django_db


def test_an_appeal_is_rejected(moderator: User, senior: User, other_moderator: User) -> None:
    user = play.person()
    decision = decide(moderator, "warning", user, "insults")
    assert refused(appeals.appeal, user, decision.public_id, " ") == (422, "empty")
    asked = appeals.appeal(user, decision.public_id, "It was a joke.")
    assert appeals.appeal(user, decision.public_id, "It was a joke.") == asked
    assert refused(appeals.appeal, user, decision.public_id, "I mean it.") == (409, "appealed")
    assert refused(appeals.decide_appeal, other_moderator, asked.public_id, grant=True, answer="ha") == (
        403,
        "role_too_low",
    )
    assert refused(appeals.decide_appeal, senior, asked.public_id, grant=False, answer="") == (422, "empty")
    for _ in range(2):
        appeals.decide_appeal(senior, asked.public_id, grant=False, answer="It was none.")
    assert refused(appeals.decide_appeal, senior, asked.public_id, grant=True, answer="well") == (409, "judged")
    assert told(user, "appeal") == ["rejected"] and sanctions.of_kind(user, "warning")
    assert not lists.appeals("").exists()
    (line,) = ModerationDecision.objects.filter(action="rejected")
    assert (line.reason, line.data, line.undoes) == ("It was none.", {"decision": decision.public_id}, None)
    undo(senior, decision.public_id, "on second thought")
    assert not sanctions.of_kind(user, "warning") and told(user, "sanction") == ["warning", "lifted"]


def test_appeals_are_open_for_ninety_days_and_for_decisions_in_effect(now: Now, moderator: User, senior: User) -> None:
    user = play.person()
    old = decide(moderator, "warning", user, "insults")
    now.ms += appeal_period.OPEN_MS + 1
    assert refused(appeals.appeal, user, old.public_id, "It was a joke.") == (422, "too_late")
    undone = decide(moderator, "mute", user, "insults", until_ms=now.ms + DAY_MS)
    waits = decide(moderator, "mute", user, "more insults", until_ms=now.ms + DAY_MS)
    undo(moderator, undone.public_id, "the wrong person")
    assert refused(appeals.appeal, user, undone.public_id, "It was not I.") == (409, "undone")
    appeals.appeal(user, waits.public_id, "It was not I.")
    undo(moderator, waits.public_id, "the wrong person")
    assert (Appeal.objects.get().state, Appeal.objects.get().answer) == ("granted", "the wrong person")
    note = decide(moderator, "note", user, "innocent")
    assert refused(appeals.appeal, user, note.public_id, "Show me.") == (404, "no_such_decision")


@pytest.mark.django_db(transaction=True)
def test_an_annulment_equals_a_rebuild(senior: User) -> None:
    users, random = people(6), Random(8)
    for number in range(20):
        players = random.sample(users, random.randint(2, 4))
        at_ms = NOW_MS + number * HOUR_MS
        finish(f"g{number}", *players, at_ms=at_ms, key="pyramido")
        if number != 7:
            finish(f"twin{number}", *players, at_ms=at_ms, key="silver-gold-pyramids")
    rate_all()
    at_first, before = stored(), values()
    cheat = Result.objects.get(game="g7").seats.get(number=0).user
    assert cheat is not None
    made = decide(senior, "annul", cheat, "arranged", game=PublicId("g7"))
    assert values() == values("silver-gold-pyramids"), "as if it had never been played"
    moved = {user for user, value in values().items() if value != before[user]}
    assert moved and {user.pk for user in users if told(user, "rating") == ["annulled"]} == moved
    assert rebuilt() == []
    assert refused(decide, senior, "annul", cheat, "once more", game="g7") == (409, "already")
    assert refused(decide, senior, "annul", play.person(), "not there", game="g8") == (404, "unrated")
    undo(senior, made.public_id, "they did not")
    assert (stored(), rebuilt()) == (at_first, [])
    assert {user.pk for user in users if told(user, "rating") == ["annulled", "reinstated"]} == moved


def values(game: str = "pyramido") -> dict[int | None, tuple[int, int]]:
    """Return each user's rating and number of games."""
    rows = Rating.objects.filter(pool__game=game).values_list("user", "value", "games")
    return {user: (value, games) for user, value, games in rows}


def rebuilt() -> list[str]:
    return [found for pool in RatingPool.objects.all() for found in differences(pool)]
