"""The settings: tabs that work without scripts, what each stores, and presets of notifications."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Preferences, Webhook
from accounts.notifications import preferences
from accounts.notifications.notification_kinds_and_defaults import EMAIL, GROUPS, KINDS
from accounts.notifications.presets import PRESETS, changes, preset_of
from accounts.notifications.unsubscribe import end_mail
from accounts.users import blocks
from tests.people import account, guest, signed_in, user_of

pytestmark = pytest.mark.django_db

SETTINGS = "/accounts/settings/"
NOTIFICATIONS = f"{SETTINGS}notifications/"
FINE_TUNE = f"{NOTIFICATIONS}fine-tune/"
TABS = {
    SETTINGS: ["moves", "sounds", "times", "vacation"],
    NOTIFICATIONS: ["matrix", "push"],
    f"{SETTINGS}account/": ["security", "moderation", "delete"],
    f"{SETTINGS}privacy/": ["challenges", "public-games", "blocks", "your-data"],
    f"{SETTINGS}developers/": ["access", "webhooks", "bot"],
}


def filled_in(client: Client, address: str, **changes: str | None) -> dict[str, str]:
    """Return what a browser submits for the page's form with some fields changed; None removes a field."""
    page = client.get(address).content.decode()
    form = page[page.index('<form class="', page.index('class="settings-tabs"')) :]
    form = form[: form.index("</form>")]
    sent: dict[str, str] = {}
    for tag in re.findall(r"<input [^>]*>", form):
        field = dict(re.findall(r'(\w+)="([^"]*)"', tag))
        if field.get("type") not in ("checkbox", "radio") or tag.endswith(" checked>"):
            sent[field["name"]] = field.get("value", "on")
    for name, options in re.findall(r'<select[^>]* name="([^"]+)".*?>(.*?)</select>', form, re.S):
        sent[name] = re.findall(r'value="([^"]*)" selected', options)[0]
    return {name: value for name, value in {**sent, **changes}.items() if value is not None}


def test_every_setting_has_its_tab_and_guests_have_what_is_for_them() -> None:
    client = signed_in(account("Anna", email="anna@example.org"))
    for address, sections in TABS.items():
        page = client.get(address).content.decode()
        assert re.findall(r'<section class="card" id="([\w-]+)"[^>]*?(?<! hidden)>', page) == sections
        assert re.findall(r'<a href="([^"]+)" data-tab="\w+"', page) == list(TABS)
        assert re.findall(r'<a href="([^"]+)" data-tab="\w+" aria-current="page"', page) == [address]
    for address in TABS:
        page = guest().get(address).content.decode()
        assert len(re.findall("data-tab=", page)) == len(TABS) - 1
        assert 'id="security"' not in page and 'id="webhooks"' not in page


def test_saving_returns_to_the_tab_and_keeps_all_other_settings() -> None:
    anna = account("Anna", email="anna@example.org")
    client = signed_in(anna)
    for address in (SETTINGS, NOTIFICATIONS, FINE_TUNE, f"{SETTINGS}privacy/"):
        before = preferences.preferences_json(preferences.of(anna.pk))
        answer = client.post(address, filled_in(client, address))
        assert (answer.status_code, answer["Location"]) == (302, address.removesuffix("fine-tune/"))
        assert preferences.preferences_json(preferences.of(anna.pk)) == before
    wanted = {"zone": "Asia/Tokyo", "night_from": "23:00", "night_to": "07:30", "confirm_moves": "days"}
    client.post(SETTINGS, filled_in(client, SETTINGS, **wanted))
    client.post(NOTIFICATIONS, filled_in(client, NOTIFICATIONS, digest_minute="09:15"))
    client.post(f"{SETTINGS}privacy/", filled_in(client, f"{SETTINGS}privacy/", challenges="played", named="on"))
    stored = preferences.of(anna.pk)
    assert (stored.zone, stored.night_from, stored.night_to) == ("Asia/Tokyo", 1380, 450)
    assert (stored.confirm_moves, stored.digest_minute, stored.challenges) == ("days", 555, "played")
    assert stored.named and filled_in(client, SETTINGS)["night_to"] == "07:30"
    client.post(SETTINGS, filled_in(client, SETTINGS, night_from="", night_to=""))
    assert preferences.of(anna.pk).night_from is None and preferences.of(anna.pk).zone == "Asia/Tokyo"


def test_sounds_their_volume_and_vibration_are_settings_of_guests_too() -> None:
    client = guest()
    stored = preferences.of(user_of(client).pk)
    assert (stored.sounds, stored.volume, stored.vibration) == (True, 50, True)
    assert filled_in(client, SETTINGS)["volume"] == "50"
    client.post(SETTINGS, filled_in(client, SETTINGS, sounds=None, volume="85", vibration=None))
    stored = preferences.of(user_of(client).pk)
    assert (stored.sounds, stored.volume, stored.vibration) == (False, 85, False)
    game = client.post("/games/now/", {"game": "pyramido", "with": "greedy"})["Location"]
    assert 'data-sounds="off" data-volume="85" data-vibration="off"' in client.get(game).content.decode()
    for volume in ("101", "-1", "loud"):
        assert client.post(SETTINGS, filled_in(client, SETTINGS, volume=volume)).status_code == 400


def test_the_matrix_is_kept_as_it_was_filled_in() -> None:
    anna = account("Anna", email="anna@example.org")
    client = signed_in(anna)
    changed = {"chat.email": "off", "your_turn.push": None, "chat.push": "on"}
    assert client.post(FINE_TUNE, filled_in(client, FINE_TUNE, **changed)).status_code == 302
    stored = preferences.of(anna.pk)
    chat, turn = preferences.choice(stored, "chat"), preferences.choice(stored, "your_turn")
    assert (chat["email"], chat["push"], turn["push"], turn["bell"]) == ("off", True, False, True)
    assert client.get(NOTIFICATIONS).context["preset"] == "custom"
    assert chat["webhook"] is True and ".webhook" not in client.get(FINE_TUNE).content.decode()
    Webhook.objects.create(user=anna, url="https://example.org/", secret="s", created_ms=0)
    client.post(FINE_TUNE, filled_in(client, FINE_TUNE, **{"chat.webhook": None}))
    assert preferences.choice(preferences.of(anna.pk), "chat")["webhook"] is False


def test_every_kind_is_in_one_group() -> None:
    assert sorted(kind for _title, kinds in GROUPS for kind in kinds) == sorted(KINDS)


@pytest.mark.parametrize("mail", [True, False])
def test_presets_are_recognised_and_differ(mail: bool) -> None:
    matrix = {kind.name: dict(kind.defaults) for kind in KINDS.values()}
    assert preset_of(matrix, mail=mail) == "everything"
    seen = []
    for key in PRESETS:
        chosen = {kind: {**matrix[kind], **channels} for kind, channels in changes(key, mail=mail).items()}
        assert preset_of(chosen, mail=mail) == key
        assert any(EMAIL in channels for channels in changes(key, mail=mail).values()) == mail
        seen.append(chosen)
    assert all(one != other for one in seen for other in seen if one is not other)
    webhooks = {kind: {**channels, "webhook": False} for kind, channels in matrix.items()}
    assert preset_of(webhooks, mail=mail) == "everything"  # webhooks are no part of it
    one_off = {**matrix, "chat": {**matrix["chat"], "bell": False}}
    assert preset_of(one_off, mail=mail) == ""
    no_mail = {kind: {**channels, EMAIL: "off"} for kind, channels in matrix.items()}
    assert preset_of(no_mail, mail=mail) == ("" if mail else "everything")


def test_presets_are_chosen_and_custom_ones_stay() -> None:
    anna = account("Anna", email="anna@example.org")
    client = signed_in(anna)
    page = client.get(NOTIFICATIONS)
    assert page.context["preset"] == "everything" and 'value="custom"' not in page.content.decode()
    preferences.change(anna.pk, {"matrix": {"chat": {"webhook": False}}})
    client.post(NOTIFICATIONS, filled_in(client, NOTIFICATIONS, preset="quiet"))
    stored = preferences.of(anna.pk)
    assert preferences.choice(stored, "your_turn") == {"bell": True, "email": "off", "push": False, "webhook": True}
    assert preferences.choice(stored, "sanction")["email"] == "at_once"
    assert preferences.choice(stored, "chat")["webhook"] is False
    assert filled_in(client, NOTIFICATIONS)["preset"] == "quiet"
    end_mail(anna)
    assert filled_in(client, NOTIFICATIONS)["preset"] == "custom"
    before = preferences.matrix(preferences.of(anna.pk))
    client.post(NOTIFICATIONS, filled_in(client, NOTIFICATIONS))
    assert preferences.matrix(preferences.of(anna.pk)) == before


@pytest.mark.parametrize(
    ("address", "change", "says"),
    [
        (SETTINGS, {"zone": "Mars/Olympus"}, "Mars/Olympus"),
        (SETTINGS, {"night_from": "22:00"}, "start and the end"),
        (SETTINGS, {"night_from": "22:00", "night_to": "22:00"}, "start and end at the same time"),
        (SETTINGS, {"night_from": "08:00", "night_to": "20:01"}, "12 hours"),
        (SETTINGS, {"night_from": "25:00", "night_to": "07:00"}, "25:00"),
        (SETTINGS, {"confirm_moves": "sometimes"}, "sometimes"),
        (NOTIFICATIONS, {"digest_minute": "soon"}, "soon"),
        (NOTIFICATIONS, {"preset": "loud"}, "loud"),
        (FINE_TUNE, {"chat.email": "hourly"}, "hourly"),
        (f"{SETTINGS}privacy/", {"challenges": "friends"}, "friends"),
    ],
)
def test_absurd_settings_are_refused_with_a_sentence(address: str, change: dict[str, str], says: str) -> None:
    anna = account("Anna", email="anna@example.org")
    client = signed_in(anna)
    answer = client.post(address, filled_in(client, address, **change))
    assert answer.status_code == 400 and says in answer.context["refused"].sentence
    assert answer.content.decode().count('aria-current="page"') == 1
    assert not Preferences.objects.filter(user=anna).exclude(matrix={}).exists()


def test_a_guest_has_neither_mail_nor_webhooks() -> None:
    client = guest()
    user = user_of(client)
    assert user is not None
    page = client.get(FINE_TUNE).content.decode()
    assert "need an account" in page and ".email" not in page and ".webhook" not in page
    assert client.post(FINE_TUNE, {"your_turn.bell": "on"}).status_code == 302
    assert preferences.choice(preferences.of(user.pk), "your_turn")["email"] == "at_once"  # stored for when it signs up
    client.post(NOTIFICATIONS, {"preset": "turns"})
    assert client.get(NOTIFICATIONS).context["preset"] == "turns"
    assert preferences.choice(preferences.of(user.pk), "chat")["email"] == "digest"
    client.post(f"{SETTINGS}webhooks/", {"url": "https://example.org/"})
    assert not Webhook.objects.exists()


def test_the_page_says_that_mail_goes_to_files(settings: Any) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.filebased.EmailBackend"
    client = signed_in(account("Anna", email="anna@example.org"))
    assert str(settings.EMAIL_FILE_PATH) in client.get(NOTIFICATIONS).content.decode()


def test_webhooks_are_added_and_removed(monkeypatch: pytest.MonkeyPatch) -> None:
    anna = account("Anna")
    client = signed_in(anna)
    monkeypatch.setattr("socket.getaddrinfo", lambda *_, **__: [(2, 1, 6, "", ("93.184.216.34", 443))])
    for number in range(5):
        answer = client.post(f"{SETTINGS}webhooks/", {"url": f"https://example.org/{number}"})
        assert answer["Location"] == f"{SETTINGS}developers/#webhooks"
    assert anna.webhooks.count() == 3 and len(anna.webhooks.earliest("pk").secret) >= 32
    client.post(f"{SETTINGS}webhooks/remove/", {"row": anna.webhooks.earliest("pk").pk})
    assert anna.webhooks.count() == 2


def test_what_is_changed_elsewhere_leads_back_to_its_tab() -> None:
    anna, berta = account("Anna"), account("Berta")
    client = signed_in(anna)
    blocks.block(anna, berta)
    unblocked = client.post(reverse("block_player", args=[berta.public_id]), {"next": "settings", "unblock": "on"})
    assert unblocked["Location"] == f"{SETTINGS}privacy/#blocks" and not blocks.of(anna).exists()
    assert client.post(f"{SETTINGS}devices/remove/", {"row": "1"})["Location"] == f"{NOTIFICATIONS}#push"
    assert f'href="{SETTINGS}developers/"' in client.get(f"{SETTINGS}access/").content.decode()
    assert f'href="{SETTINGS}account/"' in client.get("/accounts/sessions/").content.decode()
