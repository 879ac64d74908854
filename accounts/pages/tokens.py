"""The access page: personal tokens, connected applications, and the user's own applications."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render, resolve_url
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.access import oauth, scopes, tokens
from accounts.access.models import Token
from accounts.access.reauthentication import confirmed
from accounts.identity.sessions import player
from accounts.users.models import User
from pyramido_site.infrastructure.public_ids import PublicId
from pyramido_site.infrastructure.site_clock import now_ms
from pyramido_site.infrastructure.utc import utc_datetime

LIFETIMES = {
    "30": gettext_lazy("30 days"),
    "90": gettext_lazy("90 days"),
    "365": gettext_lazy("1 year"),
    "never": gettext_lazy("Until you revoke it"),
}
"""Lifetimes offered by the form, as in `tokens.DAYS`."""


def _date(at_ms: int | None) -> datetime | None:
    return None if at_ms is None else utc_datetime(at_ms)


def listed(token: Token) -> dict[str, Any]:
    """Return a token as the page shows it."""
    return {
        "id": token.public_id,
        "name": token.name,
        "scopes": token.scopes,
        "created": _date(token.created_ms),
        "last_used": _date(token.last_used_ms),
        "expires": _date(token.expires_ms),
        "expired": token.expires_ms is not None and token.expires_ms <= now_ms(),
    }


@never_cache
@login_required
@require_safe
def access(request: HttpRequest) -> HttpResponse:
    """List tokens and applications."""
    user = player(request)
    own, applications = tokens.of(user), oauth.applications_of(user)
    values = {
        "tokens": [listed(token) for token in own],
        "room_for_token": len(own) < tokens.MOST,
        "connections": oauth.connections(user),
        "applications": applications,
        "room_for_application": len(applications) < oauth.MOST_APPLICATIONS,
    }
    return render(request, "account/access.html", values)


@never_cache
@login_required
@confirmed
@require_http_methods(["GET", "POST"])
def new_token(request: HttpRequest) -> HttpResponse:
    """Show the form; after a POST show the token's text, which appears in this answer only."""
    user = player(request)
    form, refused = request.POST, None
    if request.method == "POST":
        days = form.get("days", "")
        try:
            number = None if days == "never" else int(days) if days in LIFETIMES else 0
            made, text = tokens.make(user, form.get("name", ""), form.getlist("scopes"), number)
        except tokens.Unfit as unfit:
            refused = unfit
        else:
            return render(request, "account/token_made.html", {"token": listed(made), "text": text}, status=201)
    return render(
        request, "account/token_new.html", form_values(user, request, refused), status=400 if refused else 200
    )


def form_values(user: User, request: HttpRequest, refused: tokens.Unfit | None) -> dict[str, Any]:
    """Return the values of the form, with the input so far."""
    chosen = set(request.POST.getlist("scopes")) if request.method == "POST" else {scopes.GAMES_READ}
    days = request.POST.get("days", "90")
    return {
        "refused": refused,
        "name": request.POST.get("name", "")[: Token.NAME_LENGTH],
        "name_length": Token.NAME_LENGTH,
        "offered": [(name, scopes.SENTENCES[name], name in chosen) for name in scopes.offered_to(user)],
        "lifetimes": [(value, words, value == days) for value, words in LIFETIMES.items()],
    }


def confirm(request: HttpRequest, question: str, consequence: str, button: str) -> HttpResponse:
    """Render a confirmation page, whose form posts to the same address."""
    return render(
        request, "account/access_end.html", {"question": question, "consequence": consequence, "button": button}
    )


def ended(request: HttpRequest, sentence: str) -> HttpResponse:
    """Redirect to the access page with a message."""
    messages.success(request, sentence)
    return HttpResponseRedirect(resolve_url("access"))


@never_cache
@login_required
@require_http_methods(["GET", "POST"])
def revoke_token(request: HttpRequest, token_id: PublicId) -> HttpResponse:
    """Ask for confirmation, then revoke a token. Raise Http404 if the user has no such token."""
    token = tokens.own(player(request), token_id)
    if token is None:
        raise Http404
    if request.method == "POST":
        tokens.revoke(player(request), token_id)
        return ended(request, _("The token “%(name)s” was revoked.") % {"name": token.name})
    return confirm(
        request,
        _("Revoke the token “%(name)s”?") % {"name": token.name},
        _("Programs that use it stop working immediately. This cannot be undone."),
        _("Revoke it"),
    )
