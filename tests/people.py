"""Users for tests of accounts and pages, each with a browser of their own."""

from __future__ import annotations

import secrets
from typing import Any

from allauth.account.models import EmailAddress
from django.core.cache import caches
from django.test import Client

from accounts.models import User

PASSWORD = "lantern-Moth-47"


def forget_limits() -> None:
    """Reset the rate limits: earlier tests have used the same names and addresses."""
    caches["default"].key_prefix = secrets.token_hex(8)


def visitor(**options: Any) -> Client:
    """Return a browser that is not signed in."""
    return Client(**options)


def guest() -> Client:
    """Return a guest's browser."""
    client = visitor()
    assert client.post("/accounts/guest/").status_code == 302
    return client


def account(name: str, password: str = PASSWORD, **fields: Any) -> User:
    """Create an account; an `email` is confirmed."""
    user = User.objects.create_user(name, password=password, **fields)
    if user.email:
        EmailAddress.objects.create(user=user, email=user.email, primary=True, verified=True)
    return user


def confirm_all() -> None:
    """Confirm an address for every user."""
    users = User.objects.exclude(pk__in=EmailAddress.objects.filter(verified=True).values("user"))
    EmailAddress.objects.bulk_create(
        EmailAddress(user=user, email=f"confirmed{user.pk}@example.org", verified=True) for user in users
    )


def signed_in(user: User) -> Client:
    client = visitor()
    client.force_login(user)
    return client


def user_of(client: Client) -> User | None:
    """Return the user who is signed in in this browser."""
    key = client.session.get("_auth_user_id")
    return None if key is None else User.objects.get(pk=key)
