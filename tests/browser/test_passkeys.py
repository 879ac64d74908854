"""Passkeys with Chromium's virtual authenticator: created, used as second factor, and for signing in on their own."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.layout import fits
from tests.browser.player import NewContext
from tests.people import PASSWORD

NAME = "Passkey Holder"


def give_authenticator(page: Page) -> None:
    """Add an authenticator that verifies its user and stores passkeys, as a phone does."""
    devices = page.context.new_cdp_session(page)
    devices.send("WebAuthn.enable")
    options = {
        "protocol": "ctap2",
        "transport": "internal",
        "hasResidentKey": True,
        "hasUserVerification": True,
        "isUserVerified": True,
        "automaticPresenceSimulation": True,
    }
    devices.send("WebAuthn.addVirtualAuthenticator", {"options": options})


def sign_out(page: Page) -> None:
    page.goto("/accounts/logout/")
    page.locator("main").get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("link", name="Sign in").first).to_be_visible()


@pytest.mark.slow(8)
def test_a_passkey_is_made_and_signs_in(new_context: NewContext) -> None:
    page = new_context(viewport={"width": 360, "height": 740}).new_page()
    problems: list[str] = []
    page.on("console", lambda message: problems.append(message.text) if message.type == "error" else None)
    give_authenticator(page)
    page.goto("/accounts/signup/")
    page.get_by_label("Name", exact=True).fill(NAME)
    page.get_by_label("Password").fill(PASSWORD)
    page.locator("main").get_by_role("button", name="Sign up").click()
    page.wait_for_url("**/")
    page.goto("/accounts/settings/#security")
    page.wait_for_url("**/settings/account/#security")
    page.locator("#security").get_by_role("link", name="Passkeys and two-factor authentication: Set up").click()
    expect(page.get_by_role("link", name="Add a passkey")).to_be_visible()
    fits(page)
    page.get_by_role("link", name="Add a passkey").click()
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Continue").click()
    page.get_by_label("Name of the passkey").fill("Phone")
    fits(page)
    page.get_by_role("button", name="Add a passkey").click()
    expect(page.get_by_role("heading", name="Recovery codes")).to_be_visible()
    expect(page.locator(".codes li")).to_have_count(10)
    page.get_by_role("link", name="I’ve saved them").click()
    expect(page.locator(".fact-name")).to_have_text("Phone")

    sign_out(page)  # on its own
    page.goto("/accounts/login/?next=/games/mine/")
    fits(page)
    page.get_by_role("button", name="Sign in with a passkey").click()
    expect(page.locator(".menu-name")).to_have_text(NAME)
    expect(page).to_have_url(re.compile(r"^[^?]+/games/mine/$"))

    sign_out(page)  # after the password
    page.goto("/accounts/login/")
    page.get_by_label("Name or e-mail address").fill(NAME)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in", exact=True).click()
    page.get_by_role("button", name="Use a passkey").click()
    expect(page.locator(".menu-name")).to_have_text(NAME)

    page.goto("/accounts/factors/")  # and to reauthenticate
    page.get_by_role("link", name="Remove Phone").click()
    page.get_by_role("link", name="Use a passkey").click()
    page.get_by_role("button", name="Use a passkey").click()
    page.get_by_role("button", name="Remove it").click()
    expect(page.get_by_text("The passkey was removed.")).to_be_visible()
    assert problems == []
