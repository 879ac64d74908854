"""Applications that act for people by OAuth 2: registered, connected, disconnected. allauth.idp.oidc keeps the rows.

Access and refresh tokens are opaque and stored as hashes, a confidential application's secret as a password is. Codes
lie in the cache for their minute.
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
from accounts.sanctions import services as sanctions
from accounts.users.models import User
from pyramido_site.infrastructure.site_clock import now_ms

MOST_APPLICATIONS, MOST_REDIRECTS, NAME_LENGTH, REDIRECT_LENGTH = 10, 5, 60, 400
GRANTS = (Client.GrantType.AUTHORIZATION_CODE, Client.GrantType.REFRESH_TOKEN)
LASTING = (OAuthToken.Type.ACCESS_TOKEN, OAuthToken.Type.REFRESH_TOKEN)

_REDIRECT = re.compile(r"[a-z][a-z0-9+.-]*:[A-Za-z0-9._~:/?@!$&()*+=%-]+", re.A)
"""Without a fragment, and without anything that would mean something in a header."""

LOOPBACK = {"127.0.0.1", "localhost"}


def redirect_fits(uri: str) -> bool:
    """Whether an application may be called back there: over TLS, on its user's own machine, or by a scheme of its own.

    RFC 8252: loopback addresses (7.3) and private-use schemes, which are a reversed domain name (7.1).
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
    """Whether `uri` is, letter by letter, one that was registered; on 127.0.0.1 the port is free (RFC 8252, 7.3)."""
    allowed = client.get_redirect_uris()
    return uri in allowed or (redirect_fits(uri) and _portless(uri) in {_portless(one) for one in allowed})


def _portless(uri: str) -> str:
    parts = urlsplit(uri)
    if parts.scheme == "http" and parts.hostname == "127.0.0.1":
        return parts._replace(netloc="127.0.0.1").geturl()
    return uri


def form_target(uri: str) -> str:
    """The source expression of the Content-Security-Policy by which a form may lead on to `uri`."""
    parts = urlsplit(uri)
    if parts.scheme == "http" and parts.hostname == "127.0.0.1":
        return "http://127.0.0.1:*"
    return f"{parts.scheme}://{parts.netloc}" if parts.scheme in {"http", "https"} else f"{parts.scheme}:"


# --- one's own applications -------------------------------------------------------------------------------------------


def register(owner: User, name: str, redirects: Iterable[str], *, confidential: bool) -> tuple[Client, str | None]:
    """A new application of `owner`, and its secret if it can keep one. Raises tokens.Unfit."""
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
    made.secret = "!"  # no password's hash: it fits nothing  # noqa: S105
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
    found: QuerySet[Client] = Client.objects.filter(owner=owner).order_by("-created_at")
    return found


def working() -> TokenQuerySet:
    """The tokens but those of applications whose owner is banned: they act for nobody meanwhile."""
    return OAuthToken.objects.exclude(client__owner__in=sanctions.banned())


def is_stopped(client_id: str) -> bool:
    """Whether there is such an application, and its owner is banned."""
    return bool(Client.objects.filter(pk=client_id, owner__in=sanctions.banned()).exists())


# --- what people have connected ---------------------------------------------------------------------------------------


@dataclass
class Connection:
    """An application that may act for somebody now; `renewed` is when it last fetched a token."""

    client: Client
    scopes: list[str]
    renewed: datetime


def connections(user: User) -> list[Connection]:
    """The applications that may act for `user`, by name."""
    found: dict[str, Connection] = {}
    for token in OAuthToken.objects.valid().filter(user=user, type__in=LASTING).select_related("client"):
        if token.client is None:
            continue
        one = found.setdefault(token.client.pk, Connection(token.client, [], token.created_at))
        one.scopes = scopes.in_order({*one.scopes, *token.get_scopes()})
        one.renewed = max(one.renewed, token.created_at)
    return sorted(found.values(), key=lambda one: (one.client.name.casefold(), one.client.pk))


def disconnect(user_id: int, client_id: str) -> None:
    """All tokens that the application has for the user end."""
    OAuthToken.objects.filter(user_id=user_id, client_id=client_id, type__in=LASTING).delete()


# --- what counts once -------------------------------------------------------------------------------------------------


def spend(shown: str, access_token: str) -> None:
    """Note that the code or refresh token `shown` was exchanged for `access_token`. Raises IntegrityError if it was."""
    granted = OAuthToken.objects.by_value(access_token).get(type=OAuthToken.Type.ACCESS_TOKEN)
    SpentToken(
        hash=tokens.digest(shown), client_id=granted.client_id, user_id=granted.user_id, at_ms=now_ms()
    ).save(force_insert=True)  # fmt: skip


def shown_again(shown: str) -> bool:
    """Whether the code or refresh token was exchanged before; then what came of it ends."""
    spent = SpentToken.objects.filter(hash=tokens.digest(shown)).first()
    if spent is not None:
        disconnect(spent.user_id, spent.client_id)
    return spent is not None


def forget() -> None:
    """Remove what has expired and can mean nothing any more."""
    OAuthToken.objects.expired().delete()
    lifetime_ms = settings.IDP_OIDC_REFRESH_TOKEN_EXPIRES_IN * 1000
    SpentToken.objects.filter(at_ms__lt=now_ms() - lifetime_ms).delete()
