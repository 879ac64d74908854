"""Permissions of roles over each other."""

from __future__ import annotations

from importlib import import_module

import pytest
from django.apps import apps
from django.contrib.auth.models import Group, Permission

from accounts.models import User
from games.chat.services.say import say
from games.models import Flag, ModerationDecision
from games.moderation.selectors import dossiers, role_permissions, roles
from games.moderation.services import appeal as appeals
from games.moderation.services import claim_report, give_role, measures
from games.moderation.services import decide as decisions
from games.moderation.services import report as reports
from games.moderation.services.decide import decide
from games.moderation.services.undo import undo
from games.requests.refusals import Refusal
from games.time.clocks import DAY_MS
from pyramido_site.infrastructure.site_clock import now_ms
from tests.games import play
from tests.games.moderation.desk import fresh, refused, reported, staff

pytestmark = pytest.mark.django_db

Action = ModerationDecision.Action
LIGHT = {Action.NOTE, Action.CLOSE, Action.WARNING, Action.MUTE, Action.HIDE_LINE}
PLAYER, MODERATOR, SENIOR, ADMINISTRATOR = range(4)


def test_the_migration_makes_the_groups() -> None:
    Group.objects.all().delete()
    Permission.objects.filter(content_type__app_label="games", content_type__model="report").delete()
    import_module("games.migrations.0001_initial").make_groups(apps, None)
    for role, name in roles.GROUPS.items():
        user = play.person()
        user.groups.add(Group.objects.get(name=name))
        assert roles.rank(fresh(user)) == role
        assert set(Group.objects.get(name=name).permissions.values_list("codename", flat=True)) == set(
            roles.PERMISSIONS[role]
        )


def test_ranks() -> None:
    user = play.person()
    for role in (PLAYER, ADMINISTRATOR, SENIOR, MODERATOR, PLAYER):
        give_role.give(user, role)
        user = fresh(user)
        assert (roles.rank(user), user.is_staff) == (role, role == ADMINISTRATOR)
        assert (roles.is_moderator(user), roles.is_senior(user)) == (role >= MODERATOR, role >= SENIOR)
    assert roles.rank(User.objects.create_superuser("Root")) == ADMINISTRATOR
    away = staff(SENIOR)
    User.objects.filter(pk=away.pk).update(is_active=False)
    assert roles.rank(fresh(away)) == PLAYER


def _refusal(by: User, action: str, user: User) -> str:
    """Return the refusal's code, or "" on success. No line or game is named; that is checked only after the
    permission.
    """
    until_ms = now_ms() + DAY_MS if action in measures.LASTS_MS else None
    report = reported(user).public_id if action == Action.CLOSE else None
    try:
        decide(by, action, user, "a reason", until_ms=until_ms, report=report)
    except Refusal as refusal:
        return refusal.code
    return ""


@pytest.mark.parametrize(
    ("role", "may"),
    [
        (PLAYER, set()),
        (MODERATOR, LIGHT),
        (SENIOR, set(decisions.DECIDED)),
        (ADMINISTRATOR, set(decisions.DECIDED)),
    ],
)
def test_actions_of_each_role_on_a_player(role: int, may: set[str]) -> None:
    by = staff(role)
    missed = {Action.HIDE_LINE: "no_such_line", Action.ANNUL: "unrated"}
    assert {action for action in role_permissions.actions_of(by) if action in decisions.DECIDED} == may
    for action in decisions.DECIDED:
        user = play.person()
        expected = missed.get(action, "") if action in may else "role_too_low"
        assert _refusal(by, action, user) == expected, action
        assert ModerationDecision.objects.filter(user=user).order_by("-pk").exists() == (expected == "")


def test_no_action_on_oneself_an_equal_or_a_superior() -> None:
    for role in (MODERATOR, SENIOR, ADMINISTRATOR):
        by = staff(role)
        assert refused(decide, by, "warning", by, "a reason") == (403, "own_case")
        for higher in range(role, ADMINISTRATOR + 1):
            assert refused(decide, by, "warning", staff(higher), "a reason") == (403, "equal_or_superior")
        decide(by, "warning", staff(role - 1), "a reason")
    one, other = staff(ADMINISTRATOR), staff(ADMINISTRATOR)
    assert decide(one, "close", other, "nothing", report=reported(other).public_id).action == "close"


def test_an_involved_moderator_does_not_decide(moderator: User, other_moderator: User) -> None:
    user = play.person()
    own = reported(user, by=moderator)
    assert refused(decide, moderator, "warning", user, "a reason", report=own.public_id) == (403, "partial")
    same = reported(user)
    assert refused(decide, moderator, "warning", user, "a reason", report=same.public_id) == (403, "partial")
    game, (ada, ben) = play.table()
    give_role.give(ada, MODERATOR)
    about = reports.file(play.person(), "leaving", "game", reported=ben, game=game.public_id)
    assert refused(claim_report.claim, fresh(ada), about.public_id) == (403, "partial")
    assert refused(decide, fresh(ada), "warning", ben, "a reason", report=about.public_id) == (403, "partial")
    decide(other_moderator, "warning", user, "a reason", report=same.public_id)


def test_an_involved_moderator_neither_revokes_nor_judges_appeals(senior: User, moderator: User) -> None:
    own = reported(play.person(), by=senior)
    closed = decide(moderator, "close", own.reported, "no rule is broken", report=own.public_id)
    assert refused(undo, senior, closed.public_id, "it is one") == (403, "partial")
    game, (ada, ben) = play.table()
    give_role.give(ada, SENIOR)
    said = say(ben, game.public_id, "players", "You fool")["id"]
    assert refused(decide, fresh(ada), "hide_line", ben, "an insult", line=said) == (403, "partial")
    made = decide(senior, "hide_line", ben, "an insult", line=said)
    asked = appeals.appeal(ben, made.public_id, "It was a joke.")
    assert refused(appeals.decide_appeal, fresh(ada), asked.public_id, grant=True, answer="It was.") == (403, "partial")
    assert refused(undo, fresh(ada), made.public_id, "It was a joke.") == (403, "partial")
    about = reported(moderator)
    assert refused(claim_report.claim, moderator, about.public_id) == (404, "no_such_report")
    shared = Flag.objects.create(kind="shared", key="k", user=ben, other=moderator, strength=1200, at_ms=1)
    assert refused(decide, moderator, "warning", ben, "no", flag=shared.public_id) == (404, "no_such_signal")


def test_a_closed_account_keeps_its_rank(
    moderator: User, senior: User, other_senior: User, administrator: User
) -> None:
    made = decide(administrator, "suspension", senior, "favours friends", until_ms=now_ms() + 5 * DAY_MS)
    asked = appeals.appeal(fresh(senior), made.public_id, "I do not.")
    assert dossiers.ranks([fresh(senior)]) == {senior.pk: SENIOR}
    for by in (moderator, other_senior):
        assert refused(decide, by, "warning", fresh(senior), "once more") == (403, "equal_or_superior")
    assert refused(undo, other_senior, made.public_id, "a friend") == (403, "equal_or_superior")
    assert refused(appeals.decide_appeal, other_senior, asked.public_id, grant=True, answer="yes") == (
        403,
        "equal_or_superior",
    )
    assert not fresh(senior).is_active
    undo(administrator, made.public_id, "a mistake")
    assert fresh(senior).is_active


def test_revoking_decisions_of_each_role(moderator: User, other_moderator: User, senior: User) -> None:
    first, second = (decide(moderator, "warning", play.person(), reason) for reason in ("first", "second"))
    assert refused(undo, other_moderator, first.public_id, "no") == (403, "not_yours")
    assert refused(undo, first.user, first.public_id, "no") == (403, "role_too_low")
    undone = undo(moderator, first.public_id, "a mistake")
    assert undo(moderator, first.public_id, "a mistake").pk == undone.pk
    assert refused(undo, senior, first.public_id, "no") == (409, "undone")
    assert refused(undo, senior, undone.public_id, "no") == (422, "not_undone")
    assert undo(senior, second.public_id, "too hard").undoes == second
    assert refused(undo, senior, "nothing", "no") == (404, "no_such_decision")
