"""User input never becomes part of a page's markup."""

from __future__ import annotations

import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.models import Game
from tests.games.api import api_world
from tests.people import PASSWORD, signed_in
from tests.security import hostile
from tests.security.admin_pages import admin_pages
from tests.security.walking import addresses

pytestmark = pytest.mark.django_db

RAW = ("<img src=x", "<script>window.evil", "</script></textarea>")


def harmless(client: Client, path: str) -> bool:
    """Check that the response contains the texts only as text; return whether it contains them."""
    answer = client.get(path)
    assert answer.status_code < 500, path
    shown = answer.getvalue()
    kind, text = answer.headers.get("Content-Type", ""), shown.decode(errors="replace")
    if kind.startswith(("text/html", "image/svg+xml")):
        assert not [raw for raw in RAW if raw in text], path
        assert "default-src 'self'" in answer.headers["Content-Security-Policy"], path
    else:  # browsers do not treat it as HTML
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert not kind or kind.split(";")[0] not in ("application/xhtml+xml", "image/svg+xml", "text/xml"), path
    return "img src=x" in text


def test_hostile_texts_are_texts_on_every_page() -> None:
    world = api_world.make()
    game = Game.objects.get(public_id=world.places["game"]["public_id"])
    ids = hostile.written(world.seated, world.opponent, world.moderator, game)
    walk = [address.path for address in addresses(world)]
    player = signed_in(world.seated)
    met = {path for path in walk if harmless(player, path)}
    for path in (
        f"/games/{ids['game']}/",
        f"/players/{ids['other']}/",
        "/accounts/settings/privacy/",
        "/accounts/settings/developers/",
        "/reports/",
        "/standing/",
    ):
        assert path in met or harmless(player, path), path
    assert len(met) > 15  # otherwise this test would check nothing

    boss = signed_in(User.objects.create_superuser("Boss", password=PASSWORD))
    for path in (
        "/desk/", f"/desk/reports/{ids['report']}/", f"/desk/players/{ids['owner']}/", "/desk/log/", "/desk/log.csv",
        "/desk/appeals/", "/desk/signals/",
    ):  # fmt: skip
        assert harmless(boss, path), path
    for model in admin_pages():
        name = f"admin:{model._meta.app_label}_{model._meta.model_name}"
        harmless(boss, reverse(f"{name}_changelist"))
        for row in model._default_manager.order_by("-pk")[:2]:
            harmless(boss, reverse(f"{name}_change", args=[row.pk]))


def test_a_name_breaks_no_letter() -> None:
    user = User.objects.create_user("Ada", email="ada@example.org", password=PASSWORD)
    User.objects.filter(pk=user.pk).update(display_name="<b>\nBcc: x@y", name_key="evil")
    user.refresh_from_db()
    message = mail.EmailMultiAlternatives("News for Ada", user.display_name, "a@b.c", [user.email])
    assert "\nBcc:" not in message.message().as_string().partition("\n\n")[0]
    with pytest.raises(ValueError, match="eader values"):
        mail.EmailMessage(user.display_name, "", "a@b.c", [user.email]).message()
