"""The page on which an account becomes a bot's, and which shows the bot's state to its owner."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render, resolve_url
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.identity.sessions import player
from games.bots.selectors import bot_policies as bots
from games.bots.selectors import calls
from games.people.services.become_bot import become_bot, may_become_bot
from games.requests.refusals import Refusal


@never_cache
@login_required
@require_http_methods(["GET", "POST"])
def bot_account(request: HttpRequest) -> HttpResponse:
    """Show the page; a POST with `confirm`, the account's name, makes the account a bot's."""
    user = player(request)
    refusal: Refusal | None = None
    if request.method == "POST":
        try:
            become_bot(user, request.POST.get("confirm", "").strip())
            messages.success(request, _("This account is now a bot account."))
            return HttpResponseRedirect(resolve_url("bot_account"))
        except Refusal as refused:
            refusal = refused
    context = {
        "refusal": refusal,
        "may": may_become_bot(user),
        "typed": request.POST.get("confirm", "")[:100] if refusal else "",
        "policy": bots.policy_of(user) if user.is_bot else None,
        "hook": calls.hook_of(user) if user.is_bot else None,
        "busy": bots.games_at_once(user) if user.is_bot else 0,
    }
    return render(request, "games/bot_account.html", context, status=refusal.status if refusal else 200)
