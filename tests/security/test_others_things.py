"""Ids of another user's objects, in every URL that takes one: nothing is shown, nothing is changed."""

from __future__ import annotations

from typing import Any

import pytest
from allauth.account.models import EmailAddress
from allauth.idp.oidc.models import Client as Application
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.test import Client
from django.urls import reverse

from accounts.access import oauth, tokens
from accounts.models import Notification, PushDevice, Sanction, Token, Webhook
from accounts.notifications import services as notify
from accounts.sanctions import services as sanctions
from games.chat.services.write_note import write_note
from games.models import Invitation, ModerationDecision, PrivateNote, Report, SavedFilters, Seek
from games.moderation.services.report import file
from games.search.selectors.filters import Filters
from games.search.services.save_filters import save_filters
from tests.games.api import api_world
from tests.people import signed_in

pytestmark = pytest.mark.django_db

SECRET = "the-left-corner-is-mine"


class Owned:
    """The objects of `seated`, and a thief who knows all of their ids."""

    def __init__(self) -> None:
        self.world = world = api_world.make()
        self.owner, self.thief = world.seated, signed_in(world.other)
        write_note(self.owner, world.places["game"]["public_id"], SECRET)
        device = {"endpoint": f"https://push.example/{SECRET}", "p256dh": "x", "auth": "y", "created_ms": 1}
        self.device = PushDevice.objects.create(user=self.owner, **device)
        self.hook = Webhook.objects.create(
            user=self.owner, url=f"https://hooks.example/{SECRET}", secret="s", created_ms=1
        )
        self.token, _text = tokens.make(self.owner, SECRET, ["games:read"], None)
        self.app, _secret = oauth.register(self.owner, SECRET, ["https://app.example/"], confidential=False)
        self.report = file(self.owner, "other", "profile", reported=world.opponent, text=SECRET)
        self.warning = sanctions.impose(self.owner, Sanction.Kind.WARNING, SECRET, None)
        self.decision = ModerationDecision.objects.create(
            action="warning", by=world.moderator, user=self.owner, reason=SECRET, at_ms=1, sanction=self.warning
        )
        notify.tell("your_turn", [self.owner.pk], subject="", key=SECRET, data={"game": "Pyramido", "who": SECRET})
        self.seek = Seek.objects.get(user=self.owner)
        self.saved = save_filters(self.owner, SECRET, Filters())
        self.key = Authenticator.objects.create(
            user=self.owner, type=Authenticator.Type.WEBAUTHN, data={"name": SECRET}
        )

    def things(self) -> list[Any]:
        """Return all of them as stored."""
        rows: list[Any] = []
        for model in (
            PushDevice,
            Webhook,
            Token,
            Sanction,
            Notification,
            Seek,
            Authenticator,
            PrivateNote,
            SavedFilters,
            EmailAddress,
        ):
            rows += model.objects.filter(user=self.owner).order_by("pk").values_list()
        rows += Invitation.objects.order_by("pk").values_list()
        rows += Report.objects.order_by("pk").values_list()
        rows += UserSession.objects.filter(user=self.owner).values_list("pk", flat=True)
        return [*rows, Application.objects.filter(owner=self.owner).count(), ModerationDecision.objects.count()]


def pages(owned: Owned) -> list[tuple[str, dict[str, Any]]]:
    """Return URLs with the owner's ids in them or in their forms."""
    game = owned.world.places["waiting"]["public_id"]
    return [
        (reverse("remove_device"), {"row": owned.device.pk}),
        (reverse("remove_webhook"), {"row": owned.hook.pk}),
        (reverse("revoke_token", args=[owned.token.public_id]), {}),
        (reverse("remove_application", args=[owned.app.pk]), {}),
        (reverse("disconnect", args=[owned.app.pk]), {}),
        (reverse("read_notifications"), {"key": SECRET}),
        (reverse("open_notification") + f"?key={SECRET}", {}),
        (reverse("forget_filters", args=[owned.saved.public_id]), {}),
        (reverse("one_seek", args=[owned.seek.public_id]), {}),
        (reverse("withdraw_seek", args=[owned.seek.public_id]), {}),
        (reverse("keep_games", args=[owned.seek.public_id]), {"keep": "3"}),
        (reverse("answer_invitation", args=[owned.world.places["invited"]["invitation_id"]]), {"answer": "accept"}),
        (reverse("answer_invitation", args=[owned.world.places["asked"]["invitation_id"]]), {"answer": "withdraw"}),
        (reverse("list_table", args=[game]), {"listed": ""}),
        (reverse("remove_player", args=[game]), {"seat": "1"}),
        (reverse("acknowledge_warning", args=[owned.warning.public_id]), {}),
        (reverse("account_status"), {"decision": owned.decision.public_id, "text": "let me"}),
        (reverse("mfa_remove_webauthn", args=[owned.key.pk]), {}),
        (reverse("mfa_edit_webauthn", args=[owned.key.pk]), {"name": "mine"}),
        (reverse("usersessions_list"), {"session": "1", "row": "1", "id": "1"}),
    ]


def test_the_thief_of_ids_gets_nothing_and_changes_nothing() -> None:
    owned = Owned()
    signed_in(owned.owner).get("/")
    before = owned.things()
    for address, form in pages(owned):
        for answer in (owned.thief.get(address), owned.thief.post(address, form)):
            assert answer.status_code in {302, 400, 403, 404, 405, 200}, (address, answer.status_code)
            assert SECRET not in answer.content.decode().replace(f"key={SECRET}", ""), address
    assert owned.things() == before


def test_no_list_of_ones_own_things_has_another_s() -> None:
    owned = Owned()
    own = [
        "/accounts/settings/", "/accounts/settings/notifications/", "/accounts/settings/notifications/fine-tune/",
        "/accounts/settings/account/", "/accounts/settings/privacy/", "/accounts/settings/developers/",
        "/accounts/settings/access/", "/notifications/", "/reports/", "/standing/", "/pairing/",
        "/games/search/", "/api/v1/account/saved-filters",
        "/games/mine/", "/accounts/factors/", "/accounts/sessions/", "/api/v1/account", "/api/v1/account/tokens",
        "/api/v1/account/webhooks", "/api/v1/account/push-devices", "/api/v1/account/data", "/api/v1/notifications",
        "/api/v1/seeks", f"/api/v1/games/{owned.world.places['game']['public_id']}/note",
        f"/games/{owned.world.places['game']['public_id']}/",
    ]  # fmt: skip
    for address in own:
        answer = owned.thief.get(address)
        assert answer.status_code == 200, address
        shown = answer.getvalue()
        assert SECRET.encode() not in shown, address
    mine = signed_in(owned.owner)
    assert SECRET in mine.get("/accounts/settings/access/").content.decode()
    assert SECRET in mine.get("/reports/").content.decode()


def test_a_running_game_has_no_export() -> None:
    world = api_world.make()
    for user in (world.seated, world.other, world.moderator):
        for client in (signed_in(user), Client()):
            path = reverse("api_export", kwargs=world.places["game"])
            assert client.get(path).status_code == 409


def test_staff_pages_are_not_there_for_players() -> None:
    world = api_world.make()
    report = file(world.seated, "other", "profile", reported=world.opponent, text=SECRET)
    decided = ModerationDecision.objects.count()
    for user in (world.seated, world.opponent, world.bot):
        client = signed_in(user)
        for path in (
            "/desk/",
            f"/desk/reports/{report.public_id}/",
            f"/desk/players/{user.public_id}/",
            "/desk/log.csv",
        ):
            assert client.get(path).status_code == 404, path
            assert client.post(path, {"action": "ban"}).status_code in {404, 405}, path
    assert ModerationDecision.objects.count() == decided
