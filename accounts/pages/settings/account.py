"""The tabs about the account: security; privacy; tools for developers."""

from __future__ import annotations

from typing import Any

from allauth.mfa.utils import is_mfa_enabled
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.shortcuts import resolve_url
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from accounts.identity.sessions import player
from accounts.notifications import preferences, webhook_addresses
from accounts.notifications.models import Challenges
from accounts.pages.settings import tabs
from accounts.users import addresses, blocks
from accounts.users.models import User


@never_cache
@login_required
@require_GET
def account(request: HttpRequest) -> HttpResponse:
    """Show how the user signs in, and what moderators have decided."""
    user = player(request)
    values = {
        "address": addresses.confirmed(user),
        "address_waiting": addresses.waiting(user),
        "has_factor": is_mfa_enabled(user),
    }
    return tabs.show(request, tabs.ACCOUNT, values)


@never_cache
@login_required
@require_http_methods(["GET", "POST"])
def privacy(request: HttpRequest) -> HttpResponse:
    """Show who may challenge the user, where the name is public, and who is blocked; a POST stores the first two."""
    return tabs.form_page(request, tabs.PRIVACY, _read_privacy, _privacy_values)


def _read_privacy(form: QueryDict, _user: User) -> dict[str, Any]:
    chosen = {"challenges": form["challenges"]} if "challenges" in form else {}
    return {**chosen, "named": "named" in form}


def _privacy_values(user: User) -> dict[str, Any]:
    stored = preferences.of(user.pk)
    return {
        "challenges": [(value, name, value == stored.challenges) for value, name in Challenges.choices],
        "named": stored.named,
        "blocks": blocks.of(user),
    }


@never_cache
@login_required
@require_GET
def developers(request: HttpRequest) -> HttpResponse:
    """Show the user's webhooks and the ways to tokens, applications and the bot account."""
    user = player(request)
    webhooks = webhook_addresses.of(user)
    values = {"webhooks": webhooks, "can_add_webhook": webhooks.count() < webhook_addresses.MOST}
    return tabs.show(request, tabs.DEVELOPERS, values)


@never_cache
@login_required
@require_POST
def add_webhook(request: HttpRequest) -> HttpResponse:
    """Add a webhook; for guests, at the limit, and for an address that may not be called, show the reason instead."""
    user = player(request)
    try:
        webhook_addresses.add(user, request.POST.get("url", "").strip())
    except webhook_addresses.Unfit as unfit:
        messages.error(request, str(unfit))
    return HttpResponseRedirect(resolve_url("settings_developers") + "#webhooks")


@never_cache
@login_required
@require_POST
def remove_webhook(request: HttpRequest) -> HttpResponse:
    """Remove a webhook."""
    webhook_addresses.remove_row(player(request), tabs.posted_row(request))
    return HttpResponseRedirect(resolve_url("settings_developers") + "#webhooks")
