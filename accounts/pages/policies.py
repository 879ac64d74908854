"""The privacy and terms pages: who runs the site, what it asks of users and what it stores about them."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render, resolve_url
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.identity import terms_of_service
from accounts.identity.retention_periods import DAYS
from accounts.identity.sessions import player
from pyramido_site.infrastructure.previews import Preview
from pyramido_site.infrastructure.redirects import safe_next


@require_safe
def privacy(request: HttpRequest) -> HttpResponse:
    """Show the privacy page, with the retention periods."""
    about = _("What this site stores about those who play here, for how long, and what they can do about it.")
    preview = Preview(_("Privacy"), about, resolve_url("privacy"))
    return render(request, "site/privacy.html", {**_operator(), "days": DAYS, "preview": preview})


@require_safe
def terms(request: HttpRequest) -> HttpResponse:
    """Show the terms."""
    preview = Preview(_("Terms"), _("What you agree to when you play here."), resolve_url("terms"))
    return render(request, "site/terms.html", {**_operator(), "preview": preview})


@never_cache
@login_required
@require_http_methods(["GET", "POST"])
def agree_to_terms(request: HttpRequest) -> HttpResponse:
    """Ask a user who agreed to older terms, or to none, to agree to the current ones; then redirect to `next`."""
    user = player(request)
    if request.method == "POST" and "terms" in request.POST:
        terms_of_service.agree(user)
        messages.success(request, _("Thank you. You have agreed to the terms."))
        return HttpResponseRedirect(safe_next(request))
    if not terms_of_service.is_asked(user):
        return HttpResponseRedirect(safe_next(request))
    values = {"next": safe_next(request, resolve_url("lobby")), "refused": request.method == "POST"}
    return render(request, "site/agree.html", values, status=400 if values["refused"] else 200)


def _operator() -> dict[str, Any]:
    """Return the operator's details, and the names of the required variables that are not set."""
    return {
        "operator": settings.OPERATOR,
        "unfilled": [f"OPERATOR_{name.upper()}" for name in ("name", "contact") if not settings.OPERATOR[name]],
    }
