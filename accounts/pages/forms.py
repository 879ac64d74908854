"""The sign-in and sign-up forms: allauth's, with our texts."""

from __future__ import annotations

from typing import Any

from allauth.account import forms as allauth_forms
from django import forms
from django.conf import settings
from django.db import transaction
from django.http import HttpRequest
from django.utils.translation import gettext as _

from accounts.identity import terms_of_service
from accounts.users.names import MAX_LENGTH


def password_help() -> str:
    """Return the rules of settings.AUTH_PASSWORD_VALIDATORS in one sentence."""
    return _("At least 8 characters, not too common, not only digits and not similar to your name.")


class LoginForm(allauth_forms.LoginForm):
    """Sign in with a name or an address."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        login, password = self.fields["login"], self.fields["password"]
        login.label, password.label = _("Name or e-mail address"), _("Password")
        login.widget.attrs.update({"autocomplete": "username", "autocapitalize": "none"})
        password.help_text = ""
        for field in (login, password):
            field.widget.attrs.pop("placeholder", None)

    def user_credentials(self) -> dict[str, str]:
        """Return the credentials: an input with an @ is an address only, any other a name only.

        One password check either way.
        """
        login = self.cleaned_data["login"]
        return {"email" if "@" in login else "username": login, "password": self.cleaned_data["password"]}


class SignupForm(allauth_forms.SignupForm):
    """Sign up, with the agreement to the terms if there are any."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        name, email, password = self.fields["username"], self.fields["email"], self.fields["password1"]
        name.label, email.label, password.label = _("Name"), _("E-mail address (optional)"), _("Password")
        text = _("What other players see. Letters, digits, spaces and . ' - _, up to %(most)d characters.")
        name.help_text = text % {"most": MAX_LENGTH}
        email.help_text = _(
            "Only you see it. Once you have confirmed it, you can get e-mail and reset a forgotten password."
        )
        password.help_text = password_help()
        name.widget.attrs["autocapitalize"] = "words"
        for field in (name, email, password):
            field.widget.attrs.pop("placeholder", None)
        if settings.TERMS_VERSION:
            self.fields["terms"] = forms.BooleanField()

    def validate_unique_email(self, value: str) -> str:
        """Accept any address, without looking up whether an account has it:
        several may enter it, one can confirm it.
        """
        return value

    @transaction.atomic
    def save(self, request: HttpRequest) -> Any:
        """Store name, password, address and the agreement to the terms in one transaction."""
        user = super().save(request)
        if settings.TERMS_VERSION:
            terms_of_service.agree(user)
        return user


class ChangePasswordForm(allauth_forms.ChangePasswordForm):
    """Change the password."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        labels = {
            "oldpassword": _("Current password"),
            "password1": _("New password"),
            "password2": _("Repeat new password"),
        }
        for key, label in labels.items():
            self.fields[key].label = label
            self.fields[key].widget.attrs.pop("placeholder", None)
        self.fields["password1"].help_text = password_help()
