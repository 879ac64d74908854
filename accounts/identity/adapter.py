"""The adapter between allauth and our user model: case-insensitive names, guests who keep their row on signing up,
mails written as letters.

Written against the internals of django-allauth 65.21.1 (tests/site/infrastructure/test_overrides.py).
"""

from __future__ import annotations

import ipaddress
from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.models import EmailAddress
from allauth.core.internal import ratelimit
from allauth.core.internal.httpkit import clean_client_ip
from django.conf import settings
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.db import IntegrityError, transaction
from django.http import HttpRequest
from django.shortcuts import resolve_url
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext_lazy as _

from accounts.identity import name_availability
from accounts.identity.closed_sign_in import ClosedAccounts
from accounts.notifications import letters
from accounts.notifications.models import browser_name
from accounts.sanctions import address_digests, device_fingerprints
from accounts.users import addresses
from accounts.users.credentials import owner as credentials_owner
from accounts.users.models import User
from accounts.users.names import name_key, normalise, validate_new_name
from pyramido_site.infrastructure.client_address import address_of

LIMITS = "allauth.account"
"""The app by which allauth's rate limiter finds settings.ACCOUNT_RATE_LIMITS."""


class AccountAdapter(ClosedAccounts, DefaultAccountAdapter):
    """allauth's account adapter for this site's users, rate limits and mails."""

    error_messages = {
        **DefaultAccountAdapter.error_messages,
        "email_taken": _("This e-mail address is already in use by another account."),
        "duplicate_email": _("This is already your address."),
        "email_barred": _("This e-mail address cannot be used here."),
        "username_taken": _(name_availability.TAKEN),
        "username_password_mismatch": _("Wrong name or password."),
        "email_password_mismatch": _("Wrong e-mail address or password, or the address is not confirmed."),
        "too_many_login_attempts": _("Too many attempts. Wait a few minutes and try again."),
        "rate_limited": _("Too many attempts. Wait a few minutes and try again."),
        "enter_current_password": _("Enter your current password."),
        "incorrect_password": _("This is not your current password."),
        "incorrect_code": _("Wrong code."),
    }

    # --- the user -----------------------------------------------------------------------------------------------------

    def new_user(self, request: HttpRequest) -> User:
        """Return the guest who is signing up, to be completed, or a new user."""
        user = request.user
        if isinstance(user, User) and user.is_guest:
            return User.objects.get(pk=user.pk)  # not request.user itself: a refused form must not change it
        return User()

    def save_user(self, request: HttpRequest, user: Any, form: Any, commit: bool = True) -> Any:
        """Save the user of the sign-up form as an account, no longer a guest."""
        user.is_guest = user.look_alike = False
        return super().save_user(request, user, form, commit)

    def clean_username(self, username: str, shallow: bool = False) -> str:
        """Return the name as it will be stored; `shallow` skips the database.

        Raise ValidationError if the name is malformed, not allowed or taken.
        """
        name = normalise(username)
        validate_new_name(name)
        if not shallow:
            user = self.request.user
            guest = user if isinstance(user, User) and user.is_guest else None
            if not name_availability.is_free(name, guest):
                raise self.validation_error("username_taken")
        return name

    # --- addresses and redirects --------------------------------------------------------------------------------------

    def get_client_ip(self, request: HttpRequest) -> str:
        """Return the caller's address as all limits count it (settings.TRUSTED_PROXIES).

        Raise PermissionDenied if there is none.
        """
        remote = request.META.get("REMOTE_ADDR", "")
        forwarded = request.headers.get("X-Forwarded-For", "")
        address = clean_client_ip(address_of(forwarded, remote)) or clean_client_ip(remote)
        if address is None:
            raise PermissionDenied("the caller has no address")
        # IPv6 is limited by network, and mapped IPv4 addresses would all share one.
        return str(getattr(ipaddress.ip_address(address), "ipv4_mapped", None) or address)

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Count a sign-in attempt by what was typed, whether or not an account has it.

        On a device where the account was signed in before, attempts are counted for that device alone, so that
        strangers cannot use them up. Raise ValidationError after too many attempts.
        """
        user = credentials_owner(**credentials)
        device = device_fingerprints.known_device(request, user)
        kind = "_known" if device else ""
        key = f"{user and user.pk}:{device}" if device else self._get_login_attempts_cache_key(request, **credentials)
        within = ratelimit.consume(request, app=LIMITS, action=f"sign_in{kind}", key=key)
        # allauth returns this usage after a correct password.
        self._login_failed_rl_usage = within and ratelimit.consume(
            request, app=LIMITS, action=f"wrong_password{kind}", key=key
        )
        if not self._login_failed_rl_usage:
            raise self.validation_error("too_many_login_attempts")

    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: Any) -> str:
        """Return separate keys for names and addresses: a shared one would reveal which name has which address."""
        name = credentials.get("username")
        return f"name:{name_key(name)}" if name else f"address:{credentials.get('email', '').lower()}"

    def _delete_login_attempts_cached_email(self, request: HttpRequest, **credentials: Any) -> None:
        """Do nothing: after a password reset by mail the device is a known one, which has attempts of its own."""

    def is_safe_url(self, url: str) -> bool:
        """Whether the URL is on this very host."""
        request = self.request
        return url_has_allowed_host_and_scheme(url, {request.get_host()}, require_https=request.is_secure())

    def get_password_change_redirect_url(self, request: HttpRequest) -> str:
        """Return the settings of the account."""
        return resolve_url("settings_account")

    def get_email_verification_redirect_url(self, email_address: EmailAddress) -> str:
        """Return the page to show after an address was confirmed, which depends on who is signed in."""
        user = self.request.user
        if user.is_authenticated:
            return resolve_url("account_email" if user.pk == email_address.user_id else "home")
        return resolve_url("account_login")

    # --- letters -----------------------------------------------------------------------------------------------------

    def get_reset_password_from_key_url(self, key: str) -> str:
        """Return the absolute link of a password-reset mail."""
        path = reverse("account_reset_password_from_key", kwargs={"uidb36": "UID", "key": "KEY"})
        return settings.SITE_URL + path.replace("UID-KEY", key)

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Send the mail with its link, as a letter."""
        link = context.get("password_reset_url") or context.get("activate_url") or ""
        letters.write(template_prefix, email, context["user"], link=link)

    def send_confirmation_mail(self, request: HttpRequest, emailconfirmation: Any, signup: bool) -> None:
        """Send the link that confirms an address; if it is another account's, tell the recipient so instead."""
        address: EmailAddress = emailconfirmation.email_address
        path = reverse("account_confirm_email", args=[emailconfirmation.key])
        kind = "account/email/email_confirmation"
        if addresses.is_of_another(address):
            kind, path = "account/email/account_already_exists", reverse("account_reset_password")
        letters.write(kind, address.email, address.user, link=settings.SITE_URL + path)

    def send_notification_mail(
        self, template_prefix: str, user: Any, context: dict[str, Any] | None = None, email: str | None = None
    ) -> None:
        """Send to the confirmed address.

        `confirm_email` reports a change of address itself, since it knows the old one.
        """
        if email is None:
            self.tell(template_prefix, addresses.confirmed(user), user)

    def tell(self, kind: str, to: str, user: User, **values: str) -> None:
        """Send a letter about a change that was just made to the account, naming browser and network address.

        Without a recipient `to`, do nothing.
        """
        if to:
            browser = browser_name(self.request.META.get("HTTP_USER_AGENT", ""))
            letters.write(kind, to, user, whence=f"{browser}, {self.get_client_ip(self.request)}", values=values)

    def confirm_email(self, request: HttpRequest, email_address: EmailAddress) -> bool:
        """Confirm the address and notify the one it replaces; return False if it is barred or another account's."""
        if address_digests.bars(email_address.email):  # barred after it was entered
            messages.error(request, str(self.error_messages["email_barred"]))
            return False
        before = addresses.confirmed(email_address.user)
        try:
            with transaction.atomic():
                done = bool(super().confirm_email(request, email_address))
        except IntegrityError:  # another account confirmed it in the same moment
            failed = _("Another account has already confirmed %(email)s.")
            messages.error(request, str(failed) % {"email": email_address.email})
            return False
        if done and before != email_address.email:
            self.tell("account/email/email_changed", before, email_address.user, to_email=email_address.email)
        return done
