"""The page on which somebody deletes the own account."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render, resolve_url
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_variables
from django.views.decorators.http import require_http_methods

from accounts.access.reauthentication import confirmed
from accounts.identity.sessions import player
from accounts.models import User
from accounts.sanctions import services as sanctions
from accounts.users.names import name_key
from games.people.services.delete_account import delete_account as delete
from games.record.models import Game, Seat
from games.requests.refusals import Refusal


@never_cache
@login_required
@confirmed
@require_http_methods(["GET", "POST"])
def delete_account(request: HttpRequest) -> HttpResponse:
    """Says what goes and what stays; who has just shown to be the owner types the name to confirm it."""
    return _page(request, player(request))


@never_cache
@require_http_methods(["GET", "POST"])
@sensitive_variables("token")
def delete_closed_account(request: HttpRequest, token: str) -> HttpResponse:
    """The same for somebody who cannot sign in any more, by the signed link of `accounts.sanctions.services`."""
    user = sanctions.user_of_appeal_token(token)
    if user is None:
        raise Http404
    answer = _page(request, user)
    answer["Referrer-Policy"] = "no-referrer"  # the address is a key
    return answer


def _page(request: HttpRequest, user: User) -> HttpResponse:
    refused = ""
    if request.method == "POST":
        try:
            if name_key(request.POST.get("name", "")) != user.name_key:
                template = gettext_noop("That is not the name of the account. Nothing was deleted.")
                raise Refusal(422, "other_name", template, field="name")
            delete(user)
        except Refusal as refusal:
            refused = refusal.detail
        else:
            if not request.user.is_authenticated or request.user.pk == user.pk:  # a guest could not come back
                logout(request)
            messages.success(request, _("Your account is deleted. Thank you for having played here."))
            return HttpResponseRedirect(resolve_url("home"))
    running = Seat.objects.filter(user=user, left="", ai="", game__status=Game.Status.RUNNING).count()
    values = {"person": user, "running": running, "refused": refused}
    return render(request, "account/delete.html", values, status=400 if refused else 200)
