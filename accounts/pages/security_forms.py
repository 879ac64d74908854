"""allauth's forms for addresses, passwords and second factors, with our texts."""

from __future__ import annotations

from typing import Any

from allauth.account import adapter as account_adapter
from allauth.account import forms as account_forms
from allauth.account.utils import user_pk_to_url_str
from allauth.mfa.adapter import get_adapter
from allauth.mfa.base import forms as mfa_forms
from allauth.mfa.models import Authenticator
from allauth.mfa.totp import forms as totp_forms
from allauth.mfa.webauthn import forms as webauthn_forms
from django import forms
from django.http import HttpRequest
from django.utils.translation import gettext as _

from accounts.identity import app_codes
from accounts.notifications import letters
from accounts.pages.forms import password_help
from accounts.users import addresses
from accounts.users.models import User

NAME_LENGTH = 60


def _worded(form: forms.Form, labels: dict[str, str]) -> None:
    for name, label in labels.items():
        form.fields[name].label = label
        form.fields[name].widget.attrs.pop("placeholder", None)


class AddressForm(account_forms.AddEmailForm):
    """Add an address."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _worded(self, {"email": _("New e-mail address")})

    def clean_email(self) -> str:
        """Return the address in lower case, without looking up whether other accounts have it.

        Raise ValidationError if the account has it already.
        """
        email: str = account_adapter.get_adapter().clean_email(str(self.cleaned_data["email"]).lower())
        if addresses.has(self.user, email):
            raise account_adapter.get_adapter().validation_error("duplicate_email")
        return email


class ResetPasswordForm(account_forms.ResetPasswordForm):
    """Request a password reset. Neither the page nor its response time reveals whether an account has the address."""

    user: User | None
    """The active account that has confirmed the address, or None."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _worded(self, {"email": _("E-mail address")})

    def clean_email(self) -> str:
        """Return the address in lower case; any is accepted."""
        email = str(self.cleaned_data["email"]).lower()
        user = addresses.owner(email)
        self.user = user if user is not None and user.is_active else None
        return email

    def save(self, request: HttpRequest, **kwargs: Any) -> str:
        """Write the letter. For an address without an account it is composed as well, but never sent."""
        user = self.user or User(pk=0)
        key = f"{user_pk_to_url_str(user)}-{account_forms.default_token_generator.make_token(user)}"
        link = account_adapter.get_adapter().get_reset_password_from_key_url(key)
        email = str(self.cleaned_data["email"])
        letters.write("account/email/password_reset_key", email, self.user, link=link)
        return email


class NewPasswordForm(account_forms.ResetPasswordKeyForm):
    """Choose a new password."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _worded(self, {"password1": _("New password"), "password2": _("Repeat new password")})
        self.fields["password1"].help_text = password_help()


class ReauthenticateForm(account_forms.ReauthenticateForm):
    """Reauthenticate with the password."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _worded(self, {"password": _("Password")})


class _Code(mfa_forms.BaseAuthenticateForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _worded(self, {"code": _("Code from your authenticator app, or a recovery code")})
        self.fields["code"].widget.attrs.update({"inputmode": "numeric", "autofocus": True})

    def clean_code(self) -> str:
        code: str = super().clean_code()
        if self.authenticator.type == Authenticator.Type.TOTP and not app_codes.spend(self.authenticator, code):
            raise get_adapter().validation_error("incorrect_code")
        return code


class CodeForm(_Code, mfa_forms.AuthenticateForm):
    """Sign in with a code."""


class CodeAgainForm(_Code, mfa_forms.ReauthenticateForm):
    """Reauthenticate with a code."""


class ActivateTOTPForm(totp_forms.ActivateTOTPForm):
    """Set up an authenticator app."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _worded(self, {"code": _("Code shown by the app")})
        self.fields["code"].widget.attrs.update({"inputmode": "numeric", "maxlength": "6"})


class PasskeyForm(webauthn_forms.AddWebAuthnForm):
    """Add a passkey. Each can sign in without a password, since the device verifies its user."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        del self.fields["passwordless"]
        _name_of_key(self)

    def clean(self) -> dict[str, Any]:
        """Make the passkey one that signs in without a password."""
        self.cleaned_data["passwordless"] = True
        cleaned: dict[str, Any] = super().clean()
        return cleaned


class RenamePasskeyForm(webauthn_forms.EditWebAuthnForm):
    """Rename a passkey."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _name_of_key(self)


def _name_of_key(form: forms.Form) -> None:
    _worded(form, {"name": _("Name of the passkey")})
    name = form.fields["name"]
    assert isinstance(name, forms.CharField)
    name.max_length = NAME_LENGTH
    name.help_text = _("A name to recognize it by, such as the device it is on.")
    name.widget.attrs["maxlength"] = str(NAME_LENGTH)
