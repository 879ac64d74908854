"""A site's only moderator may mute or suspend an opponent provisionally, until another moderator confirms it or not."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.access import tokens
from accounts.models import Notification, Sanction, User
from accounts.notifications.preferences import of as preferences_of
from accounts.notifications.rendering import line as worded
from accounts.sanctions import selectors as sanctions
from games import tasks
from games.chat.services.say import say
from games.models import Game, ModerationDecision
from games.moderation.selectors import provisional_measures, roles
from games.moderation.selectors.own_decisions import decisions_about, entry
from games.moderation.services import appeal as appeals
from games.moderation.services import confirm_provisional as confirming
from games.moderation.services.decide import decide
from games.moderation.services.undo import undo
from games.record.services.resign import resign
from games.time.clocks import DAY_MS, HOUR_MS, MINUTE_MS
from ratings.elo import START
from ratings.models import Rating
from tests.games import play
from tests.games.moderation.desk import fresh, refused, reported, staff, told
from tests.games.rated_games.test_rated import rate_all, rated_game
from tests.games.timed import Now, kinds
from tests.people import signed_in

pytestmark = pytest.mark.django_db

REASON = "threats in the chat"


def in_a_game(role: int = roles.SENIOR, ms: int = DAY_MS) -> tuple[User, User, Game]:
    """Return the only moderator, a player, and their game, in which the player is to move."""
    by, player = staff(role), play.person()
    game = rated_game(by, player, ms=ms)
    if play.owner_of(game, play.position(game).to_move[0]) != player:
        play.play_until(game, Random(2), lambda at: play.owner_of(game, at.to_move[0]) == player)
    return fresh(by), player, play.fresh(game)


def muted(by: User, player: User, now: Now, **more: Any) -> ModerationDecision:
    return decide(by, "mute", player, REASON, until_ms=now.ms + 9 * DAY_MS, provisional=True, **more)


def suspended(by: User, player: User, now: Now, lasts: int = 9 * DAY_MS) -> ModerationDecision:
    made = decide(by, "suspension", player, REASON, until_ms=now.ms + lasts, provisional=True)
    tasks.sanctions()
    return made


def test_it_lapses_after_72_hours(now: Now) -> None:
    by, player, game = in_a_game()
    assert refused(decide, by, "mute", player, REASON, until_ms=now.ms + 9 * DAY_MS) == (403, "partial")
    made = muted(by, player, now)
    assert muted(by, player, now) == made, "sent twice, carried out once"
    sanction = sanctions.of_kind(player, "mute")
    assert sanction is not None and sanction.provisional and sanction.until_ms == now.ms + 72 * HOUR_MS == made.until_ms
    assert made.data == {"provisional": True, "until_ms": now.ms + 9 * DAY_MS}
    assert refused(say, player, game.public_id, "players", "Hi") == (403, "muted")
    assert entry(decisions_about(player).get()).to_confirm and list(provisional_measures.waiting()) == [made]
    now.ms += 72 * HOUR_MS
    tasks.sanctions()
    assert sanctions.state(Sanction.objects.get()) == sanctions.ENDED and not provisional_measures.waiting().exists()
    assert told(player, "sanction") == ["mute", "mute_over"]
    say(player, game.public_id, "players", "Hi")
    assert refused(confirming.confirm, staff(roles.SENIOR), made.public_id, "late") == (409, "lapsed")


def test_another_moderator_confirms_it(now: Now) -> None:
    by, player, _game = in_a_game()
    made = muted(by, player, now)
    assert refused(confirming.confirm, by, made.public_id, "yes") == (403, "own_decision")
    shares, third, other = staff(roles.SENIOR), staff(roles.MODERATOR), staff(roles.MODERATOR)
    rated_game(shares, player)
    assert refused(confirming.confirm, fresh(shares), made.public_id, "yes") == (403, "partial")
    assert refused(confirming.confirm, play.person(), made.public_id, "yes") == (403, "role_too_low")
    assert refused(confirming.confirm, third, made.public_id, " ") == (422, "empty")
    confirmed = confirming.confirm(third, made.public_id, "I have read it.")
    assert confirming.confirm(third, made.public_id, "I have read it.") == confirmed
    assert refused(confirming.confirm, other, made.public_id, "Me, too.") == (409, "lapsed")
    until_ms = made.data["until_ms"]
    assert (confirmed.action, confirmed.by, confirmed.until_ms, confirmed.sanction) == (
        "confirmed", third, until_ms, made.sanction,
    )  # fmt: skip
    assert confirmed.data == {"decision": made.public_id}
    now.ms += 8 * DAY_MS
    tasks.sanctions()
    held = sanctions.of_kind(player, "mute")
    assert held is not None and (held.until_ms, held.provisional) == (until_ms, False)
    assert entry(decisions_about(player).get()).to_json()["until_ms"] == until_ms
    assert told(player, "sanction") == ["mute", "confirmed"]
    text = worded(
        Notification.objects.filter(user=player, kind="sanction").latest("pk"), preferences_of(player.pk)
    ).text
    assert text == "Another moderator confirmed the decision about you: I have read it."
    undo(staff(roles.SENIOR), made.public_id, "a mistake")
    assert sanctions.of_kind(player, "mute") is None


def test_a_plain_decision_is_not_confirmed(now: Now, senior: User, other_senior: User) -> None:
    made = decide(senior, "mute", play.person(), REASON, until_ms=now.ms + DAY_MS)
    note = decide(senior, "note", play.person(), REASON)
    for one in (made, note):
        assert refused(confirming.confirm, other_senior, one.public_id, "yes") == (422, "not_provisional")


def test_refusals_of_provisional_decisions(now: Now) -> None:
    by, player, game = in_a_game()
    until = now.ms + 9 * DAY_MS

    def refusal(by: User, action: str, user: User = player, **more: Any) -> tuple[int, str]:
        lasts = {"until_ms": until} if action in ("mute", "suspension", "unrated") else {}
        return refused(decide, by, action, user, REASON, provisional=True, **lasts, **more)

    for action in ("ban", "warning", "unrated", "rename", "note"):
        assert refusal(by, action) == (422, "not_provisional")
    assert refusal(by, "mute", play.person()) == (422, "not_provisional")
    for by_whom in (play.person(), by):
        assert refusal(by, "mute", report=reported(player, by=by_whom).public_id) == (422, "not_provisional")
    assert refusal(by, "mute", flag="any") == (422, "not_provisional")
    made = muted(by, player, now)
    undone = undo(by, made.public_id, "not so bad")
    assert undone.undoes == made and not sanctions.is_muted(player), "moderators may withdraw their own"
    muted(by, player, now, game=game.public_id)
    now.ms += 73 * HOUR_MS
    tasks.sanctions()
    assert refusal(by, "mute") == (403, "partial"), "once in thirty days"
    suspended(by, player, now)
    second = staff(roles.MODERATOR)
    assert not provisional_measures.is_only_moderator(by)
    third = play.person()
    rated_game(by, third)
    assert refusal(by, "mute", third) == refusal(by, "suspension", third) == (403, "partial")
    User.objects.filter(pk=second.pk).update(is_active=False)
    assert provisional_measures.is_only_moderator(by) and muted(by, third, now).data["provisional"]
    User.objects.create_superuser("Root")
    assert not provisional_measures.is_only_moderator(by)


def test_withdrawing_and_repeating_adds_no_time(now: Now) -> None:
    by, player, _game = in_a_game(ms=30 * DAY_MS)
    first_ms = now.ms
    for make in (muted, suspended):
        made = make(by, fresh(player), now)
    for _ in range(3):
        now.ms += 20 * HOUR_MS
        made = decisions_about(player).filter(action="mute", undone_by=None).get()
        undo(by, made.public_id, "not so bad")
        again = muted(by, player, now)
        assert again.sanction is not None and again.sanction.until_ms == first_ms + 72 * HOUR_MS
    suspension = decisions_about(player).filter(action="suspension").get()
    now.ms += 12 * HOUR_MS - 1
    undo(by, suspension.public_id, "it was enough")
    now.ms += 1
    refusal = refused(decide, by, "suspension", fresh(player), REASON, until_ms=now.ms + 9 * DAY_MS, provisional=True)
    assert refusal == (403, "partial"), "72 hours in all"
    now.ms += 30 * DAY_MS
    assert muted(by, fresh(player), now).data["provisional"]


def test_the_role_does_not_change(now: Now) -> None:
    by, player, _game = in_a_game(roles.MODERATOR)
    lasts = {"until_ms": now.ms + 2 * DAY_MS, "provisional": True}
    assert refused(decide, by, "suspension", player, REASON, **lasts) == (403, "role_too_low")
    muted(by, player, now)
    chief, other, _ = in_a_game(roles.SENIOR)
    assert refused(decide, chief, "suspension", other, REASON, **lasts) == (403, "partial"), (
        "there are two moderators now"
    )


def test_a_moderator_confirms_only_within_their_role(now: Now) -> None:
    by, player, _game = in_a_game()
    long = decide(by, "mute", player, REASON, until_ms=now.ms + 60 * DAY_MS, provisional=True)
    made = suspended(by, player, now)
    third = staff(roles.MODERATOR)
    for one in (long, made):
        assert refused(confirming.confirm, third, one.public_id, "yes") == (403, "role_too_low")
    assert confirming.confirm(staff(roles.SENIOR), made.public_id, "yes").action == "confirmed"


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("ms", [DAY_MS, MINUTE_MS])
def test_an_unconfirmed_decision_removes_no_player_from_a_game(now: Now, ms: int) -> None:
    """The moderator who is losing gains nothing by it."""
    by, player, game = in_a_game(ms=ms)
    left_ms = (game.deadline_ms or 0) - now.ms
    suspended(by, player, now)
    assert not fresh(player).is_active and play.fresh(game).deadline_ms is None
    now.sweep(71 * HOUR_MS)
    tasks.sanctions()
    assert play.fresh(game).status == "running"
    now.sweep(HOUR_MS)
    tasks.sanctions()
    assert fresh(player).is_active and play.fresh(game).deadline_ms == now.ms + left_ms
    assert kinds(game, "vacation", "removed", "timed_out") == ["vacation", "vacation"]
    resign(game.public_id, game.seats.get(user=by).number)
    rate_all()
    assert play.fresh(game).status == "finished" and Rating.objects.get(user=by).value < START


@pytest.mark.django_db(transaction=True)
def test_confirmed_it_takes_out_as_any_other(now: Now) -> None:
    by, player, game = in_a_game()
    made = suspended(by, player, now)
    now.sweep(70 * HOUR_MS)
    confirming.confirm(staff(roles.SENIOR), made.public_id, "yes")
    now.sweep(7 * DAY_MS - 70 * HOUR_MS - 1)
    tasks.sanctions()
    assert play.fresh(game).status == "running"
    now.sweep(1)
    tasks.sanctions()
    assert kinds(game, "removed") == ["removed"]


def test_an_appeal_is_judged_by_another_one(now: Now) -> None:
    by, player, _game = in_a_game()
    made = muted(by, player, now)
    asked = appeals.appeal(player, made.public_id, "It was a joke.")
    assert refused(appeals.decide_appeal, by, asked.public_id, grant=True, answer="ha")[0] == 403
    appeals.decide_appeal(staff(roles.SENIOR), asked.public_id, grant=True, answer="It was.")
    assert not sanctions.is_muted(player) and not provisional_measures.waiting().exists()


def test_at_the_desk(now: Now) -> None:
    by, player, _game = in_a_game()
    client, path = signed_in(by), reverse("desk_player", args=[player.public_id])
    text = client.get(path).content.decode()
    assert "You have played with this player" in text and "You are the only moderator" in text
    assert 'value="mute"' in text and 'value="suspension"' in text and 'value="ban"' not in text
    form = {"action": "mute", "reason": REASON, "duration": str(7 * 86400), "provisional": "on"}
    assert client.post(path, form).status_code == 302
    made = ModerationDecision.objects.get(action="mute")
    assert made.until_ms == now.ms + 72 * HOUR_MS and made.data["until_ms"] == now.ms + 7 * DAY_MS
    text = client.get(path).content.decode()
    assert "waiting for another moderator" in text and reverse("desk_confirm", args=[made.public_id]) not in text
    assert reverse("desk_undo", args=[made.public_id]) in text
    other = signed_in(staff(roles.MODERATOR))
    queue = other.get(reverse("desk")).content.decode()
    assert "Waiting for another moderator" in queue and reverse("desk_confirm", args=[made.public_id]) in queue
    assert "You are the only moderator" not in client.get(path).content.decode()
    answer = other.post(reverse("desk_confirm", args=[made.public_id]), {"reason": "It is right."}, follow=True)
    assert "The decision was confirmed." in answer.content.decode()
    assert "Waiting for another moderator" not in other.get(reverse("desk")).content.decode()
    assert not Sanction.objects.get().provisional
    shown = signed_in(player).get(reverse("account_status")).content.decode()
    assert "It lapses then" not in shown


def test_over_the_api(now: Now) -> None:
    by, player, _game = in_a_game()
    _, text = tokens.make(by, "desk", ["mod:write"], None)
    body = {
        "action": "suspension", "player": player.public_id, "reason": REASON, "until_ms": now.ms + 9 * DAY_MS,
    }  # fmt: skip

    def post(text: str, path: str, body: dict[str, Any]) -> tuple[int, Any]:
        answer = Client().post(
            f"/api/v1/moderation/{path}", json.dumps(body), content_type="application/json",
            headers={"Authorization": f"Bearer {text}"},
        )  # fmt: skip
        return answer.status_code, answer.json()

    status, refusal = post(text, "decisions", body)
    assert (status, refusal["code"]) == (403, "partial")
    status, made = post(text, "decisions", {**body, "provisional": True})
    assert (status, made["until_ms"], made["data"]["until_ms"]) == (201, now.ms + 72 * HOUR_MS, now.ms + 9 * DAY_MS)
    assert signed_in(player).get(reverse("account_status")).status_code in (302, 200)
    _, other = tokens.make(staff(roles.SENIOR), "desk", ["mod:write", "mod:read"], None)
    status, confirmed = post(other, f"decisions/{made['id']}/confirmation", {"reason": "It is right."})
    assert (status, confirmed["action"], confirmed["until_ms"]) == (201, "confirmed", now.ms + 9 * DAY_MS)
    shown = (
        Client()
        .get(f"/api/v1/moderation/players/{player.public_id}", headers={"Authorization": f"Bearer {other}"})
        .json()
    )
    assert [(one["kind"], one["provisional"]) for one in shown["sanctions"]] == [("suspension", False)]


@pytest.mark.parametrize("withdrawn", [True, False])
@pytest.mark.parametrize("back", [True, False])
def test_no_win_on_time_against_a_player_who_could_not_know_that_the_clock_resumed(
    now: Now, withdrawn: bool, back: bool
) -> None:
    """Otherwise the only moderator could suspend an opponent and let the clock resume at night."""
    by, player, game = in_a_game(ms=MINUTE_MS)
    made = suspended(by, player, now)
    now.ms += HOUR_MS if withdrawn else 72 * HOUR_MS
    if withdrawn:
        undo(by, made.public_id, "never mind")
    tasks.sanctions()
    assert play.position(game).away == () and play.fresh(game).deadline_ms is not None
    if back:
        play.play_until(game, Random(1), lambda at: play.owner_of(game, at.to_move[0]) == by)
        play.play_until(game, Random(1), lambda at: play.owner_of(game, at.to_move[0]) == player)
    now.sweep(2 * MINUTE_MS)
    rate_all()
    assert kinds(game, "removed", "timed_out") == ["timed_out" if back else "removed"]
    moved = {row.user: row.value - START for row in Rating.objects.all()}
    assert moved == ({by: 2000, player: -2000} if back else {by: 0, player: 0})
