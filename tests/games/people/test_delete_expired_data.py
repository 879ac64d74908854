"""Personal data is deleted when its retention time is over, and not before."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session

from accounts import tasks as account_tasks
from accounts.identity import expired_data
from accounts.identity.retention_periods import DAY_MS, DAYS
from accounts.models import AddressDigest, Fingerprint, Notification, User
from accounts.notifications import services as notify
from games import tasks
from games.chat.services.say import say
from games.models import ChatLine, Flag, Invitation, ModerationDecision, Report, Seek
from games.seating.services.invite import invite
from games.seating.services.open_table import open_table
from tests.games import play, seeking
from tests.games.timed import Now
from tests.people import guest, user_of

pytestmark = pytest.mark.django_db(transaction=True)


def _forget() -> None:
    tasks.delete_expired_data()
    tasks.delete_expired_data()  # repeating it changes nothing
    account_tasks.delete_old_messages()


def test_the_clock_moves_and_things_go(now: Now, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(expired_data, "BATCH", 1)  # every kind takes more than one batch
    start = now.ms
    ada, ben = play.person(), play.person()
    played = guest()
    guest(), guest()  # who never play
    someone = user_of(played)
    assert someone is not None
    play.solo(someone)
    User.objects.filter(is_guest=True).update(date_joined=datetime.fromtimestamp(start / 1000, UTC))
    for user in (ada, ben):
        Fingerprint.objects.create(
            user=user, kind=Fingerprint.Kind.DEVICE, digest=b"m" * 32, first_ms=start, last_ms=start
        )
        AddressDigest.objects.create(user=user, digest=b"m" * 32, at_ms=start)
        seek = seeking.seeking(user, game="pyramido" if user == ada else seeking.GAME)
        Seek.objects.filter(pk=seek.pk).update(state=Seek.State.WITHDRAWN)
        notify.tell("table_closed", [user.pk], subject="", key="k", data={"game": "Pyramido", "how": "expired"})
    standing = seeking.seeking(ben, keep=1)
    table = open_table(ada, "pyramido", {"seats": 2})
    invitation = invite(ada, table.public_id, ben)
    Invitation.objects.filter(pk=invitation.pk).update(state=Invitation.State.DECLINED)
    Flag.objects.create(kind="shared", key="k", user=ada, other=ben, strength=1200, at_ms=start)
    waiting = _report(ada, ben, start, decided=False)
    decided = _report(ben, ada, start, decided=True)
    game, people = play.table()
    said = say(people[0], game.public_id, "players", "rude")["id"]
    ChatLine.objects.filter(public_id=said).update(hidden=True)
    ModerationDecision.objects.create(
        action="hide_line", by=ada, user=people[0], reason="Rude.", at_ms=start, line=said
    )

    UserSession.objects.create(user=someone, session_key="ended", ip="192.0.2.1", user_agent="Firefox")
    UserSession.objects.update(created_at=datetime.fromtimestamp(start / 1000, UTC))
    now.ms = start + (min(DAYS.values()) - 1) * DAY_MS
    before = _figures()
    _forget()
    assert _figures() == before and not AddressDigest.objects.exists()  # no sanction needs a digest
    assert not UserSession.objects.filter(session_key="ended").exists()

    now.ms = start + 31 * DAY_MS
    _forget()
    assert set(User.objects.filter(is_guest=True)) == {someone}

    now.ms = start + 91 * DAY_MS
    _forget()
    assert list(Seek.objects.all()) == [standing]
    assert not Invitation.objects.exists() and not Fingerprint.objects.exists()
    assert not Notification.objects.filter(user__in=[ada, ben], key="k").exists()
    assert Report.objects.get(pk=decided.pk).text and Flag.objects.exists()

    now.ms = start + 366 * DAY_MS
    _forget()
    decided.refresh_from_db()
    waiting.refresh_from_db()
    assert (decided.text, decided.evidence) == ("", {}) and decided.state == "denied"
    assert waiting.text and waiting.evidence  # not yet handled
    assert ChatLine.objects.get(public_id=said).text == "" and not Flag.objects.exists()
    assert ModerationDecision.objects.get().reason == "Rude." and not Session.objects.exists()


def _report(by: User, about: User, at_ms: int, *, decided: bool) -> Report:
    ended = {"state": "denied", "decided_ms": at_ms, "decided_by": play.person()} if decided else {}
    return Report.objects.create(
        kind="other", about="profile", reporter=by, reported=about, text="He lives in Lyon", evidence={"name": "Ada"},
        at_ms=at_ms, **ended,
    )  # fmt: skip


def _figures() -> list[int]:
    kinds = (User, Fingerprint, Seek, Notification, Invitation, Flag, Session)
    texts = Report.objects.exclude(text="").count() + ChatLine.objects.exclude(text="").count()
    return [*(kind._default_manager.count() for kind in kinds), texts]
