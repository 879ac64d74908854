"""The administration pages: who has access, that they are read-only, and that staff cannot raise their own role."""

from __future__ import annotations

import os
from typing import Any
from unittest.mock import patch

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Group
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from accounts.access import tokens
from accounts.models import Sanction, User
from accounts.sanctions import services as sanctions
from games.models import Flag, ModerationDecision, Report
from games.moderation.selectors import roles
from games.moderation.services import give_role
from games.record.services.resign import resign
from tests.accounts.security import code_of, show_again, with_app
from tests.games import play
from tests.people import PASSWORD, account, guest, signed_in, visitor
from tests.seats import SEAT_1
from tests.security.admin_pages import admin_pages

pytestmark = pytest.mark.django_db


def staff(name: str, role: int = roles.ADMINISTRATOR) -> User:
    user = account(name)
    give_role.give(user, role)
    return user


def page_of(user: User) -> str:
    return reverse("admin:accounts_user_change", args=[user.pk])


def role_of(user: User) -> tuple[int, bool, bool]:
    fresh = User.objects.get(pk=user.pk)
    return roles.rank(fresh), fresh.is_staff, fresh.is_superuser


def test_an_administrator_made_by_the_command_signs_in_by_name_and_by_a_confirmed_address() -> None:
    words = {"display_name": "Ada", "email": "ada@example.org"}
    with patch.dict(os.environ, {"DJANGO_SUPERUSER_PASSWORD": PASSWORD}):
        call_command("createsuperuser", interactive=False, verbosity=0, **words)
    found = []
    for _turn in range(2):
        for login in words.values():
            browser = visitor()
            browser.post("/accounts/login/", {"login": login, "password": PASSWORD})
            found.append(browser.get("/admin/").status_code)
        EmailAddress.objects.update_or_create(
            user=User.objects.get(display_name="Ada"), email=login, defaults={"verified": True}
        )
    assert found == [200, 302, 200, 200]


def test_the_site_s_own_sign_in_is_the_only_door() -> None:
    administrator, player = staff("Ada"), account("Bert")
    for visitor_or_guest in (visitor(), guest()):
        to = visitor_or_guest.get("/admin/games/game/", follow=True)
        assert to.redirect_chain[-1][0] == "/accounts/login/?next=%2Fadmin%2Fgames%2Fgame%2F"
        posted = visitor_or_guest.post("/admin/login/?next=//evil.example", {"username": "Ada", "password": PASSWORD})
        assert posted.headers["Location"] == "/accounts/login/?next=%2Fadmin%2F"
        assert visitor_or_guest.get("/admin/").status_code == 302
    assert signed_in(player).get("/admin/login/").status_code == 403
    assert signed_in(player).get("/admin/", follow=True).status_code == 403
    page = signed_in(administrator)
    assert page.get("/admin/").status_code == 200
    assert page.get("/admin/login/?next=//evil.example").headers["Location"] == "/admin/"
    assert (
        page.post("/admin/password_change/", {"new_password1": "x"}).headers["Location"].endswith("/password/change/")
    )
    assert page.post("/admin/logout/").headers["Location"] == "/"
    assert page.get("/admin/").status_code == 302


def test_staff_without_a_second_factor_are_sent_to_set_one_up(settings: Any) -> None:
    settings.STAFF_NEED_MFA = True
    administrator = staff("Ada")
    page = signed_in(administrator)
    assert page.get("/admin/games/game/", follow=True).redirect_chain[-1][0] == reverse("mfa_index")
    secret = with_app(administrator)
    to = page.get("/admin/games/game/", follow=True).redirect_chain[-1][0]
    # this session is older than the authenticator app
    assert to == "/accounts/reauthenticate/code/?next=%2Fadmin%2Fgames%2Fgame%2F"
    assert show_again(page) and page.get("/admin/").status_code == 302  # and the password alone is not enough
    shown = page.post("/accounts/reauthenticate/code/", {"code": code_of(secret), "next": "/admin/games/game/"})
    assert shown["Location"] == "/admin/games/game/" and page.get(shown["Location"]).status_code == 200
    Authenticator.objects.all().delete()
    assert page.get("/admin/").status_code == 302


def filled() -> Any:
    """One row of each table."""
    game, people = play.table()
    resign(game.public_id, SEAT_1)
    one, two = people
    report = Report.objects.create(
        kind="stalling", about="game", reporter=one, reported=two, game=game.public_id, at_ms=1
    )
    sanction = sanctions.impose(two, Sanction.Kind.MUTE, "loud", None)
    ModerationDecision.objects.create(
        action="mute", by=one, user=two, reason="loud", at_ms=1, report=report, sanction=sanction
    )
    Flag.objects.create(kind="shared", key="k", user=one, other=two, strength=1200, at_ms=1)
    EmailAddress.objects.create(user=one, email="one@example.org")
    tokens.make(one, "of the desk", ["games:read"], None)
    return game


def test_every_table_is_listed_searched_and_shown_and_none_but_roles_is_changed(admin_client: Client) -> None:
    filled()
    boss = User.objects.get(is_superuser=True)
    LogEntry.objects.log_actions(boss.pk, User.objects.filter(pk=boss.pk), 2, "changed", single_object=True)
    for model, site in admin_pages().items():
        name = f"admin:{model._meta.app_label}_{model._meta.model_name}"
        listed = admin_client.get(reverse(f"{name}_changelist"), {"q": "a"})
        assert listed.status_code == 200, name
        assert site.get_actions(listed.wsgi_request) == {}, name  # no bulk actions
        row = model._default_manager.first()
        if row is None:
            continue
        shown, address = model._default_manager.count(), reverse(f"{name}_change", args=[row.pk])
        assert admin_client.get(address).status_code == 200, name
        if model is not User:
            assert admin_client.post(address, {"reason": "better"}).status_code == 403, name
        assert admin_client.post(reverse(f"{name}_delete", args=[row.pk]), {"post": "yes"}).status_code == 403, name
        assert admin_client.get(reverse(f"{name}_add")).status_code == 403, name
        picked = {"action": "delete_selected", "_selected_action": [row.pk], "post": "yes"}
        admin_client.post(reverse(f"{name}_changelist"), picked)
        assert model._default_manager.count() == shown, name


def test_tables_of_secrets_have_no_page() -> None:
    tables = {f"{model._meta.app_label}.{model._meta.model_name}" for model in admin_pages()}
    assert not {table for table in tables if table.startswith(("mfa.", "usersessions.", "sessions."))}
    assert not tables & {
        "allauth_idp_oidc.token", "games.gamesecret", "games.privatenote", "games.plan", "games.seek", "games.chatline",
        "games.keyedanswer", "games.poolsecret", "accounts.webhook", "accounts.mark", "accounts.notification",
    }  # fmt: skip


def test_roles_are_given_downwards_only_and_every_change_is_logged() -> None:
    administrator, equal, player = staff("Ada"), staff("Eve"), account("Bert")
    boss = User.objects.create_superuser("Boss", password=PASSWORD)
    moderator = staff("Mo", roles.MODERATOR)
    page = signed_in(administrator)
    raised = {"role": roles.ADMINISTRATOR, "is_superuser": "on", "is_staff": "on", "groups": [1, 2, 3]}
    for somebody in (administrator, equal, boss):
        before = role_of(somebody)
        assert page.post(page_of(somebody), {"role": roles.PLAYER}).status_code == 403
        assert page.post(page_of(somebody), raised).status_code == 403
        assert role_of(somebody) == before
    assert page.post(page_of(player), raised).status_code == 200  # the form is shown again: the role is not offered
    assert role_of(player) == (roles.PLAYER, False, False)
    assert page.post(page_of(player), {**raised, "role": roles.SENIOR, "email": "a@b.c"}).status_code == 302
    assert role_of(player) == (roles.SENIOR, False, False)
    assert not User.objects.get(pk=player.pk).email
    assert page.post(page_of(moderator), {"role": roles.PLAYER}).status_code == 302
    assert role_of(moderator) == (roles.PLAYER, False, False)
    told = LogEntry.objects.filter(user=administrator).order_by("pk")
    assert [one.get_change_message() for one in told] == ["- → Senior moderators", "Moderators → -"]
    assert visitor_of(moderator).get(page_of(player)).status_code == 302

    top = signed_in(boss)
    assert top.post(page_of(boss), {"role": roles.PLAYER}).status_code == 403
    assert top.post(page_of(player), {"role": roles.ADMINISTRATOR}).status_code == 302
    assert role_of(player) == (roles.ADMINISTRATOR, True, False)
    assert top.post(page_of(equal), {"role": roles.PLAYER, "is_superuser": "on"}).status_code == 302
    assert role_of(equal)[1:] == (True, True)
    assert LogEntry.objects.latest("pk").change_message == "Administrators → -, superuser: True"


def visitor_of(user: User) -> Client:
    return signed_in(user)


def test_a_guest_a_program_and_a_banned_player_get_no_role() -> None:
    page = signed_in(User.objects.create_superuser("Boss", password=PASSWORD))
    for fields in ({"is_guest": True}, {"is_bot": True}, {"is_active": False}):
        user = account(f"Nobody {next(iter(fields)).removeprefix('is_')}")
        User.objects.filter(pk=user.pk).update(**fields)
        assert page.post(page_of(user), {"role": roles.MODERATOR}).status_code == 403
        assert role_of(user)[0] == roles.PLAYER


def test_a_user_s_page_has_no_password_and_leads_to_the_desk(admin_client: Client) -> None:
    user = account("Bert")
    shown = admin_client.get(page_of(user)).content.decode()
    assert user.password not in shown and "argon2" not in shown
    assert reverse("desk_player", args=[user.public_id]) in shown
    changed = {"role": roles.PLAYER, "password": "x", "is_active": "", "display_name": "Bad", "password1": "x"}
    assert admin_client.post(page_of(user), changed).status_code == 302
    fresh = User.objects.get(pk=user.pk)
    assert (fresh.password, fresh.is_active, fresh.display_name) == (user.password, True, "Bert")
    assert admin_client.get(f"/admin/accounts/user/{user.pk}/password/", follow=True).status_code in (200, 404)
    assert User.objects.get(pk=user.pk).password == user.password


def test_roles_themselves_are_not_changed_here(admin_client: Client) -> None:
    group = give_role.role_group(roles.MODERATOR)
    held = set(group.permissions.values_list("codename", flat=True))
    address = reverse("admin:auth_group_change", args=[group.pk])
    assert admin_client.post(address, {"name": "Gods", "permissions": [1, 2, 3]}).status_code == 403
    assert set(Group.objects.get(pk=group.pk).permissions.values_list("codename", flat=True)) == held


def test_the_administration_has_a_policy_of_its_own_and_nothing_else_has(admin_client: Client) -> None:
    for path in ("/admin/", "/admin/games/game/", "/admin/accounts/user/"):
        policy = admin_client.get(path).headers["Content-Security-Policy"]
        assert "script-src 'self' 'unsafe-eval'; style-src 'self' 'unsafe-inline'" in policy
        assert "script-src 'self' 'unsafe-inline'" not in policy
    for path in ("/", "/admin/nothing/", "/accounts/settings/", "/api/v1/games"):
        assert "unsafe" not in admin_client.get(path).headers["Content-Security-Policy"]
