"""Signing up, signing in, and playing as a guest."""

from __future__ import annotations

from typing import Any

from allauth.account import views as allauth_views
from allauth.account.adapter import get_adapter
from django.contrib import messages
from django.db import IntegrityError
from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponseRedirect
from django.shortcuts import resolve_url
from django.utils.translation import check_for_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST
from django.views.i18n import set_language as django_set_language

from accounts.identity.guests import ensure_player
from accounts.notifications import preferences
from accounts.users.models import User
from pyramido_site.infrastructure.redirects import safe_next


@never_cache
@require_POST
def guest(request: HttpRequest) -> HttpResponse:
    """Make a visitor a guest, and redirect to `next`. A user who is signed in is only redirected."""
    ensure_player(request)
    return HttpResponseRedirect(safe_next(request))


@require_POST
def set_language(request: HttpRequest) -> HttpResponseBase:
    """Set the language as Django does, and use it for messages to the player, too."""
    answer = django_set_language(request)
    code = request.POST.get("language", "")
    if isinstance(request.user, User) and check_for_language(code):
        preferences.note_language(request.user.pk, code, chosen=True)
    return answer


class GuestsWelcome:
    """View mixin that lets guests sign up or in, where allauth redirects every signed-in user."""

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Redirect users with an account; show the page to guests and visitors."""
        if request.user.is_authenticated and not request.user.is_guest:
            return HttpResponseRedirect(safe_next(request))
        response: HttpResponseBase = super().dispatch(request, *args, **kwargs)  # type: ignore[misc]
        return response


def note_guest_left(request: HttpRequest, before: object) -> None:
    """Tell a user who was the guest `before` that the guest's games stay with that guest."""
    if isinstance(before, User) and before.is_guest and request.user.pk != before.pk:
        template = _("You no longer have access to the games you played as %(name)s.")
        text = template % {"name": before.display_name}
        messages.info(request, text)


class LoginView(GuestsWelcome, allauth_views.LoginView):
    """Sign in."""

    def form_valid(self, form: Any) -> HttpResponse:
        """Sign in; a guest who enters another account is told that the guest's games stay behind."""
        before = self.request.user
        response: HttpResponse = super().form_valid(form)
        note_guest_left(self.request, before)
        return response


class SignupView(GuestsWelcome, allauth_views.SignupView):
    """Sign up."""

    def form_valid(self, form: Any) -> HttpResponse:
        """Create the account; a name that was just taken is an error of the form."""
        response: HttpResponse
        try:
            response = super().form_valid(form)
        except IntegrityError:  # the name was taken between the check and the insert
            form.add_error("username", get_adapter().validation_error("username_taken"))
            response = self.form_invalid(form)
        return response


class AccountsOnly:
    """View mixin that redirects guests to the sign-up page: they have no password to change or set."""

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Redirect guests; show the page to other users."""
        if request.user.is_authenticated and request.user.is_guest:
            return HttpResponseRedirect(resolve_url("account_signup"))
        response: HttpResponseBase = super().dispatch(request, *args, **kwargs)  # type: ignore[misc]
        return response


class PasswordChangeView(AccountsOnly, allauth_views.PasswordChangeView):
    """Change the password."""


class PasswordSetView(AccountsOnly, allauth_views.PasswordSetView):
    """Set a first password, for accounts that sign in without one."""
