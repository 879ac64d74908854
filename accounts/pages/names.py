"""The page on which a player whose name looks like an older one chooses another."""

from __future__ import annotations

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render, resolve_url
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts.identity import name_availability
from accounts.identity.sessions import player
from accounts.pages.security import for_accounts
from accounts.users import names
from accounts.users.models import User


@for_accounts
@require_http_methods(["GET", "POST"])
def choose_name(request: HttpRequest) -> HttpResponse:
    """Rename the player. Raise Http404 unless the player was asked to choose another name."""
    user = player(request)
    if not user.look_alike:
        raise Http404("the name is no other's")
    typed, problem = "", ""
    if request.method == "POST":
        typed = names.normalise(request.POST.get("name", ""))
        problem = _rename(user, typed)
        if not problem:
            messages.success(request, _("Your name is now %(name)s.") % {"name": user.display_name})
            return HttpResponseRedirect(resolve_url("settings_account"))
    shown = {"typed": typed[: names.MAX_LENGTH], "problem": problem, "most": names.MAX_LENGTH}
    return render(request, "account/name.html", shown, status=400 if problem else 200)


def _rename(user: User, name: str) -> str:
    """Rename the user; return the reason if the name is invalid or taken, otherwise ""."""
    try:
        names.validate_new_name(name)
    except ValidationError as error:
        return str(error.messages[0])
    return "" if name_availability.rename(user, name) else _(name_availability.TAKEN)
