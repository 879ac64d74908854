"""Security pages of an account: its address, a new password, its sessions, and the steps of signing in.

They are allauth's, for accounts only. A guest who signs in to an account stays a guest until the last step.

Written against the internals of django-allauth 65.21.1 (tests/site/infrastructure/test_overrides.py).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, cast

from allauth.account import views as account_views
from allauth.account.decorators import reauthentication_required
from allauth.account.models import EmailAddress
from allauth.core import ratelimit
from allauth.mfa.base import views as mfa_views
from allauth.mfa.totp import views as totp_views
from allauth.mfa.webauthn import views as webauthn_views
from allauth.usersessions.internal import flows
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import AnonymousUser
from django.db import transaction
from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponseRedirect
from django.shortcuts import render, resolve_url
from django.utils.decorators import method_decorator
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.identity import app_codes
from accounts.identity import sessions as own_sessions
from accounts.identity.adapter import AccountAdapter
from accounts.identity.sessions import player
from accounts.notifications.models import browser_name
from accounts.pages.identity import AccountsOnly, GuestsWelcome, note_guest_left
from accounts.sanctions import device_fingerprints
from accounts.users import addresses
from accounts.users.models import User

View = Callable[..., HttpResponseBase]


def for_accounts(view: View) -> View:
    """Decorate a view to require an account; guests are redirected to the sign-up page."""

    @never_cache
    @login_required
    @wraps(view)
    def wrapped(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if player(request).is_guest:
            return HttpResponseRedirect(resolve_url("account_signup"))
        return view(request, *args, **kwargs)

    return wrapped


# --- the address ------------------------------------------------------------------------------------------------------


@method_decorator(reauthentication_required(allow_get=True), name="dispatch")
class AddressView(AccountsOnly, account_views.EmailView):
    """The account's one address; a new one replaces it once confirmed."""

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Add the confirmed address and the one that waits for confirmation."""
        user = player(self.request)
        own = {"confirmed": addresses.confirmed(user), "waiting": addresses.waiting(user)}
        return {**super().get_context_data(**kwargs), **own}

    def _action_send(self, request: HttpRequest, *args: Any, **kwargs: Any) -> None:
        super()._action_send(request, *args, **kwargs)
        if not self._did_send_verification_email:
            messages.info(request, _("We have just sent a link. Wait a few minutes before asking for another one."))

    def _action_remove(self, request: HttpRequest, *args: Any, **kwargs: Any) -> None:
        """Remove an address, even a confirmed one, which is notified."""
        address: EmailAddress | None = self._get_email_address(request)
        if address is None:
            return
        user = player(request)
        address.remove()
        messages.success(request, _("The address %(email)s was removed.") % {"email": address.email})
        if address.verified:
            AccountAdapter(request).tell("account/email/email_deleted", address.email, user)

    def _action_primary(self, request: HttpRequest, *args: Any, **kwargs: Any) -> None:
        """Do nothing: there is only one address."""


class StaysSignedIn:
    """View mixin: following a link in a mail of another account does not
    sign out, since a guest could not come back.
    """

    def logout(self) -> None:
        """Do nothing."""


class ConfirmAddressView(StaysSignedIn, account_views.ConfirmEmailView):
    """Confirm an address."""


class ForgottenPasswordView(account_views.PasswordResetView):
    """Request a password reset. The page does not reveal whether the address has an account, or a letter was written.

    When the letters of an hour are used up, the owner's mailbox already holds that many, each with a working link.
    """

    def form_valid(self, form: Any) -> HttpResponse:
        """Send the letter, within the limits for this device or address."""
        request, user, email = self.request, form.user, form.cleaned_data["email"]
        device = device_fingerprints.known_device(request, user)
        if not device:
            refused = ratelimit.consume_or_429(request, action="reset_password")
            if refused is not None:
                return cast(HttpResponse, refused)
        # Signing in invalidates earlier links, so letters are counted anew from then on.
        key = f"{user.pk}:{device}" if device else f"{email}:{user.last_login if user else None}"
        if ratelimit.consume(request, action="reset_letter_known" if device else "reset_letter", key=key):
            form.save(request)
        response: HttpResponse = super(account_views.PasswordResetView, self).form_valid(form)
        return response


class NewPasswordView(StaysSignedIn, account_views.PasswordResetFromKeyView):
    """Choose a new password by the link in a letter."""

    def form_valid(self, form: Any) -> HttpResponse:
        """Store the password and note the device: the link proves ownership,
        so attempts of others no longer block it.
        """
        response: HttpResponse = super().form_valid(form)
        device_fingerprints.note_device(self.request, self.reset_user)
        return response


# --- the authenticator app --------------------------------------------------------------------------------------------


class ActivateAppView(totp_views.ActivateTOTPView):
    """Set up an authenticator app."""

    @transaction.atomic
    def form_valid(self, form: Any) -> HttpResponse:
        """Mark the code that activates the app as used, so that it cannot sign in afterwards."""
        response: HttpResponse = super().form_valid(form)
        app_codes.spend(app_codes.app_of(player(self.request)), form.cleaned_data["code"])
        return response


# --- signing in -------------------------------------------------------------------------------------------------------


class PasskeyLoginView(GuestsWelcome, webauthn_views.LoginWebAuthnView):
    """Sign in with a passkey."""

    def form_valid(self, form: Any) -> HttpResponse:
        """Sign in; a guest who enters another account is told that the guest's games stay behind."""
        before = self.request.user
        response: HttpResponse = super().form_valid(form)
        note_guest_left(self.request, before)
        return response


def second_step(request: HttpRequest) -> HttpResponseBase:
    """Ask for the second factor.

    A guest, who allauth would refuse as signed in, remains a guest until the code is correct.
    """
    before = request.user
    if isinstance(before, User) and before.is_guest:
        request.user = AnonymousUser()
    response: HttpResponseBase = mfa_views.authenticate(request)
    if request.user.is_anonymous:
        request.user = before
    note_guest_left(request, before)
    return response


# --- sessions ---------------------------------------------------------------------------------------------------------


@for_accounts
@require_http_methods(["GET", "POST"])
def sessions(request: HttpRequest) -> HttpResponse:
    """List the account's sessions. A POST ends the one in `session`, or all but this one without it."""
    user = player(request)
    if request.method == "POST":
        chosen = request.POST.get("session", "")
        is_number = chosen.isascii() and chosen.isdecimal() and len(chosen) < 18
        row = int(chosen) if is_number else 0
        ended = list(own_sessions.other(request, user, row) if chosen else own_sessions.others(request, user))
        flows.sessions.end_sessions(request, ended)
        if ended:
            messages.success(request, _("The session was signed out.") if chosen else _("Signed out everywhere else."))
        return HttpResponseRedirect(resolve_url("usersessions_list"))
    listed = [
        {
            "pk": row.pk,
            "browser": browser_name(row.user_agent),
            "network": row.ip,
            "begun": row.created_at,
            "seen": row.last_seen_at,
            "current": row.is_current(),
        }
        for row in own_sessions.listed(user)
    ]
    return render(request, "usersessions/usersession_list.html", {"sessions": listed})
