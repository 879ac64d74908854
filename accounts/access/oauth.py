"""OAuth 2 applications: registration, connection, disconnection. The rows are those of allauth.idp.oidc.

Access and refresh tokens are opaque and stored as hashes; a confidential application's secret is stored like a
password. Authorization codes stay in the cache for their lifetime of one minute.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from urllib.parse import urlsplit

from allauth.idp.oidc.models import Client, TokenQuerySet
from allauth.idp.oidc.models import Token as OAuthToken
from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from accounts.access import scopes, tokens
from accounts.access.models import SpentToken
from accounts.sanctions import selectors as sanctions
from accounts.users.models import User
from pyramido_site.infrastructure.site_clock import now_ms

MOST_APPLICATIONS, MOST_REDIRECTS, NAME_LENGTH, REDIRECT_LENGTH = 10, 5, 60, 400
GRANTS = (Client.GrantType.AUTHORIZATION_CODE, Client.GrantType.REFRESH_TOKEN)
LASTING = (OAuthToken.Type.ACCESS_TOKEN, OAuthToken.Type.REFRESH_TOKEN)

_REDIRECT = re.compile(r"[a-z][a-z0-9+.-]*:[A-Za-z0-9._~:/?@!$&()*+=%-]+", re.A)
"""A redirect URI without a fragment and without characters that have a meaning in headers."""

LOOPBACK = {"127.0.0.1", "localhost"}


def redirect_fits(uri: str) -> bool:
    """Whether an application may register this redirect URI: https, loopback, or a private-use scheme.

    RFC 8252: loopback addresses (7.3); private-use schemes are a reversed domain name (7.1).
    """
    if not _REDIRECT.fullmatch(uri) or len(uri) > REDIRECT_LENGTH or "*" in uri:
        return False
    try:
        parts = urlsplit(uri)
        host, _port = parts.hostname, parts.port
    except ValueError:
        return False
    if "@" in parts.netloc:
        return False
    if parts.scheme == "http":
        return host in LOOPBACK
    return bool(host) if parts.scheme == "https" else "." in parts.scheme


def redirect_allowed(client: Client, uri: str) -> bool:
    """Whether `uri` exactly matches a registered one; on 127.0.0.1 any port matches (RFC 8252, 7.3)."""
    allowed = client.get_redirect_uris()
    return uri in allowed or (redirect_fits(uri) and _portless(uri) in {_portless(one) for one in allowed})


def _portless(uri: str) -> str:
    parts = urlsplit(uri)
    if parts.scheme == "http" and parts.hostname == "127.0.0.1":
        return parts._replace(netloc="127.0.0.1").geturl()
    return uri


def form_target(uri: str) -> str:
    """Return the Content-Security-Policy source expression that allows a form to redirect to `uri`."""
    parts = urlsplit(uri)
    if parts.scheme == "http" and parts.hostname == "127.0.0.1":
        return "http://127.0.0.1:*"
    return f"{parts.scheme}://{parts.netloc}" if parts.scheme in {"http", "https"} else f"{parts.scheme}:"


# --- the owner's applications -----------------------------------------------------------------------------------------


def register(owner: User, name: str, redirects: Iterable[str], *, confidential: bool) -> tuple[Client, str | None]:
    """Create an application of `owner`; return it with its secret, which is None unless `confidential`.

    Raise tokens.Unfit if the owner is a guest or has too many applications, or if the name or a redirect URI is not
    allowed.
    """
    name, redirects = tokens.plain(name), list(dict.fromkeys(redirects))
    if owner.is_guest:
        raise tokens.Unfit(None, _("Guests cannot have applications. Create an account first."))
    if not 1 <= len(name) <= NAME_LENGTH:
        raise tokens.Unfit("name", _("A name must have 1 to %(most)s characters.") % {"most": NAME_LENGTH})
    if not 1 <= len(redirects) <= MOST_REDIRECTS:
        raise tokens.Unfit("redirects", _("Enter 1 to %(most)s addresses, one per line.") % {"most": MOST_REDIRECTS})
    for uri in redirects:
        if not redirect_fits(uri):
            raise tokens.Unfit(
                "redirects",
                _(
                    "“%(uri)s” is not a valid redirect URI. Use https://…, http://127.0.0.1/…, or a scheme like "
                    "org.example.app:/…"
                )
                % {"uri": uri[:80]},
            )
    made = Client(name=name, owner=owner, type=Client.Type.CONFIDENTIAL if confidential else Client.Type.PUBLIC)
    made.set_redirect_uris(redirects)
    made.set_scopes(list(scopes.SENTENCES))
    made.set_grant_types([grant.value for grant in GRANTS])
    secret = secrets.token_urlsafe(32) if confidential else None
    made.secret = "!"  # not a valid hash, so that no secret matches  # noqa: S105
    if secret is not None:
        made.set_secret(secret)
    with transaction.atomic():
        User.objects.select_for_update().get(pk=owner.pk)
        if Client.objects.filter(owner=owner).count() >= MOST_APPLICATIONS:
            raise tokens.Unfit(
                None,
                _("You already have %(most)s applications, the maximum. Remove one first.")
                % {"most": MOST_APPLICATIONS},
            )
        made.save()
    return made, secret


def applications_of(owner: User) -> QuerySet[Client]:
    """Return the owner's applications, the latest first."""
    found: QuerySet[Client] = Client.objects.filter(owner=owner).order_by("-created_at")
    return found


def application(client_id: str) -> Client | None:
    """Return the application with this id, or None."""
    return Client.objects.filter(pk=client_id).first()


def application_of(owner: User, client_id: str) -> Client | None:
    """Return the owner's application with this id, or None."""
    return applications_of(owner).filter(pk=client_id).first()


def lasting(text: str) -> OAuthToken | None:
    """Return the access or refresh token with this text, or None."""
    return OAuthToken.objects.by_value(text).filter(type__in=LASTING).first()


def working() -> TokenQuerySet:
    """Return OAuth tokens except those of applications whose owner is banned: these are suspended with the owner."""
    return OAuthToken.objects.exclude(client__owner__in=sanctions.banned())


def is_stopped(client_id: str) -> bool:
    """Whether the application exists and its owner is banned."""
    return bool(Client.objects.filter(pk=client_id, owner__in=sanctions.banned()).exists())


# --- applications connected to an account -----------------------------------------------------------------------------


@dataclass
class Connection:
    """An application that may currently act for a user; `renewed` is when it last received a token."""

    client: Client
    scopes: list[str]
    renewed: datetime


def connections(user: User) -> list[Connection]:
    """Return the applications that may act for `user`, by name."""
    found: dict[str, Connection] = {}
    for token in OAuthToken.objects.valid().filter(user=user, type__in=LASTING).select_related("client"):
        if token.client is None:
            continue
        one = found.setdefault(token.client.pk, Connection(token.client, [], token.created_at))
        one.scopes = scopes.in_order({*one.scopes, *token.get_scopes()})
        one.renewed = max(one.renewed, token.created_at)
    return sorted(found.values(), key=lambda one: (one.client.name.casefold(), one.client.pk))


def disconnect(user_id: int, client_id: str) -> None:
    """Delete all tokens that the application has for the user."""
    OAuthToken.objects.filter(user_id=user_id, client_id=client_id, type__in=LASTING).delete()


# --- one-time use -----------------------------------------------------------------------------------------------------


def spend(shown: str, access_token: str) -> None:
    """Record that the code or refresh token `shown` was exchanged for `access_token`.

    Raise IntegrityError if it was exchanged before.
    """
    granted = OAuthToken.objects.by_value(access_token).get(type=OAuthToken.Type.ACCESS_TOKEN)
    SpentToken(
        hash=tokens.digest(shown), client_id=granted.client_id, user_id=granted.user_id, at_ms=now_ms()
    ).save(force_insert=True)  # fmt: skip


def shown_again(shown: str) -> bool:
    """Whether the code or refresh token was exchanged before; if so, end the connection that was made with it."""
    spent = SpentToken.objects.filter(hash=tokens.digest(shown)).first()
    if spent is not None:
        disconnect(spent.user_id, spent.client_id)
    return spent is not None


def forget() -> None:
    """Delete expired tokens, and spent tokens older than the lifetime of a refresh token."""
    OAuthToken.objects.expired().delete()
    lifetime_ms = settings.IDP_OIDC_REFRESH_TOKEN_EXPIRES_IN * 1000
    SpentToken.objects.filter(at_ms__lt=now_ms() - lifetime_ms).delete()
