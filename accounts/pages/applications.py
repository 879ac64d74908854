"""Pages of OAuth applications: registering and removing one's own, and disconnecting connected ones."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.access import oauth, tokens
from accounts.access.reauthentication import confirmed
from accounts.identity.sessions import player
from accounts.pages.tokens import confirm, ended


@never_cache
@login_required
@confirmed
@require_http_methods(["GET", "POST"])
def new_application(request: HttpRequest) -> HttpResponse:
    """Show the form; after a POST show the new secret, which appears in this answer only."""
    form, refused = request.POST, None
    if request.method == "POST":
        try:
            made, secret = oauth.register(
                player(request),
                form.get("name", ""),
                form.get("redirects", "").split(),
                confidential=form.get("kind") == "confidential",
            )
        except tokens.Unfit as unfit:
            refused = unfit
        else:
            return render(request, "account/application_made.html", {"made": made, "secret": secret}, status=201)
    values = {
        "refused": refused,
        "name": form.get("name", "")[: oauth.NAME_LENGTH],
        "name_length": oauth.NAME_LENGTH,
        "redirects": form.get("redirects", "")[: oauth.MOST_REDIRECTS * oauth.REDIRECT_LENGTH],
        "confidential": form.get("kind") == "confidential",
    }
    return render(request, "account/application_new.html", values, status=400 if refused else 200)


@never_cache
@login_required
@require_http_methods(["GET", "POST"])
def remove_application(request: HttpRequest, client_id: str) -> HttpResponse:
    """Ask for confirmation, then remove the user's application. Raise Http404 if the user has no such application."""
    found = oauth.application_of(player(request), client_id)
    if found is None:
        raise Http404
    if request.method == "POST":
        found.delete()
        return ended(request, _("The application “%(name)s” was removed.") % {"name": found.name})
    return confirm(
        request,
        _("Remove your application “%(name)s”?") % {"name": found.name},
        _("It will no longer be able to act for any user. This cannot be undone."),
        _("Remove it"),
    )


@never_cache
@login_required
@require_http_methods(["GET", "POST"])
def disconnect(request: HttpRequest, client_id: str) -> HttpResponse:
    """Ask for confirmation, then disconnect an application. Raise Http404 if it is not connected."""
    user = player(request)
    found = next((one for one in oauth.connections(user) if one.client.pk == client_id), None)
    if found is None:
        raise Http404
    if request.method == "POST":
        oauth.disconnect(user.pk, client_id)
        return ended(request, _("“%(name)s” can no longer act for you.") % {"name": found.client.name})
    return confirm(
        request,
        _("Disconnect “%(name)s”?") % {"name": found.client.name},
        _("It will no longer be able to act for you unless you allow it again."),
        _("Disconnect it"),
    )
