"""Pages of the account's security: its address, a new password, its sessions, and how a sign-in goes on.

They are allauth's, for accounts alone; a guest who enters an account stays the guest until it is done.

Written against the insides of django-allauth 65.21.1 (tests/site/infrastructure/test_overrides.py).
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
from allauth.mfa.models import Authenticator
from allauth.mfa.totp import views as totp_views
from allauth.mfa.webauthn import views as webauthn_views
from allauth.usersessions.internal import flows
from allauth.usersessions.models import UserSession
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

from accounts.identity.adapter import AccountAdapter
from accounts.identity.sessions import player
from accounts.notifications.models import browser_name
from accounts.pages.identity import AccountsOnly, GuestsWelcome, note_guest_left
from accounts.pages.security_forms import spend
from accounts.sanctions import device_fingerprints
from accounts.users import addresses
from accounts.users.models import User

View = Callable[..., HttpResponseBase]


def for_accounts(view: View) -> View:
    """A guest has nothing to secure: that is what signing up is for."""

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
    """One address; a new one takes its place when it is confirmed."""

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        user = player(self.request)
        own = {"confirmed": addresses.confirmed(user), "waiting": addresses.waiting(user)}
        return {**super().get_context_data(**kwargs), **own}

    def _action_send(self, request: HttpRequest, *args: Any, **kwargs: Any) -> None:
        super()._action_send(request, *args, **kwargs)
        if not self._did_send_verification_email:
            messages.info(request, _("We have just sent a link. Wait a few minutes before asking for another one."))

    def _action_remove(self, request: HttpRequest, *args: Any, **kwargs: Any) -> None:
        """Also the one that is confirmed, which hears of it."""
        address: EmailAddress | None = self._get_email_address(request)
        if address is None:
            return
        user = player(request)
        address.remove()
        messages.success(request, _("The address %(email)s was removed.") % {"email": address.email})
        if address.verified:
            AccountAdapter(request).tell("account/email/email_deleted", address.email, user)

    def _action_primary(self, request: HttpRequest, *args: Any, **kwargs: Any) -> None:
        """There is but one."""


class StaysSignedIn:
    """Whoever follows a link of another account's mail stays who they are: a guest could not come back."""

    def logout(self) -> None:
        pass


class ConfirmAddressView(StaysSignedIn, account_views.ConfirmEmailView):
    pass


class ForgottenPasswordView(account_views.PasswordResetView):
    """The page says the same whether the address has an account, and whether one letter more was written: whoever has
    used up the letters of an hour has left as many in the owner's mail, each with a link that works.
    """

    def form_valid(self, form: Any) -> HttpResponse:
        request, user, email = self.request, form.user, form.cleaned_data["email"]
        device = device_fingerprints.known_device(request, user)
        if not device:
            refused = ratelimit.consume_or_429(request, action="reset_password")
            if refused is not None:
                return cast(HttpResponse, refused)
        # Signing in ends the links of before: letters are counted anew from then on.
        key = f"{user.pk}:{device}" if device else f"{email}:{user.last_login if user else None}"
        if ratelimit.consume(request, action="reset_letter_known" if device else "reset_letter", key=key):
            form.save(request)
        response: HttpResponse = super(account_views.PasswordResetView, self).form_valid(form)
        return response


class NewPasswordView(StaysSignedIn, account_views.PasswordResetFromKeyView):
    def form_valid(self, form: Any) -> HttpResponse:
        """Who has the link has the account: wrong passwords of others do not shut out this device any more."""
        response: HttpResponse = super().form_valid(form)
        device_fingerprints.note_device(self.request, self.reset_user)
        return response


# --- the authenticator app --------------------------------------------------------------------------------------------


class ActivateAppView(totp_views.ActivateTOTPView):
    @transaction.atomic
    def form_valid(self, form: Any) -> HttpResponse:
        """The code that sets the app up has counted with that: it signs nobody in afterwards."""
        response: HttpResponse = super().form_valid(form)
        app = Authenticator.objects.get(user=player(self.request), type=Authenticator.Type.TOTP)
        spend(app, form.cleaned_data["code"])
        return response


# --- signing in -------------------------------------------------------------------------------------------------------


class PasskeyLoginView(GuestsWelcome, webauthn_views.LoginWebAuthnView):
    def form_valid(self, form: Any) -> HttpResponse:
        before = self.request.user
        response: HttpResponse = super().form_valid(form)
        note_guest_left(self.request, before)
        return response


def second_step(request: HttpRequest) -> HttpResponseBase:
    """allauth lets nobody who is signed in go on with a sign-in; a guest may, and is one until it is done."""
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
    """Where the account is signed in. A POST with a `session` ends that one, and any other all but this one."""
    user = player(request)
    if request.method == "POST":
        own = UserSession.objects.filter(user=user).exclude(session_key=request.session.session_key)
        chosen = request.POST.get("session", "")
        if chosen:
            is_number = chosen.isascii() and chosen.isdecimal() and len(chosen) < 18
            own = own.filter(pk=int(chosen) if is_number else 0)
        ended = list(own)
        flows.sessions.end_sessions(request, ended)
        if ended:
            messages.success(request, _("Signed out there.") if chosen else _("Signed out everywhere else."))
        return HttpResponseRedirect(resolve_url("usersessions_list"))
    rows = sorted(UserSession.objects.purge_and_list(user), key=lambda row: row.last_seen_at, reverse=True)
    listed = [
        {
            "pk": row.pk,
            "browser": browser_name(row.user_agent),
            "network": row.ip,
            "begun": row.created_at,
            "seen": row.last_seen_at,
            "current": row.is_current(),
        }
        for row in rows
    ]
    return render(request, "usersessions/usersession_list.html", {"sessions": listed})
