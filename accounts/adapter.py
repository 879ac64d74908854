"""How allauth and our user meet: names without regard to case, and a guest who signs up keeps the row."""

from __future__ import annotations

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts import address_marks
from accounts.models import User
from accounts.names import name_key, normalise, validate_new_name


class AccountAdapter(DefaultAccountAdapter):
    error_messages = {
        **DefaultAccountAdapter.error_messages,
        "email_taken": _("Another account has this e-mail address."),
        "email_barred": _("This e-mail address cannot be used here."),
        "username_taken": _("Another player has this name."),
        "username_password_mismatch": _("This name and this password do not belong together."),
        "email_password_mismatch": _("This e-mail address and this password do not belong together."),
        "too_many_login_attempts": _("Too many attempts. Wait a few minutes and try again."),
        "enter_current_password": _("Type your current password."),
        "incorrect_password": _("This is not your current password."),
    }

    def new_user(self, request: HttpRequest) -> User:
        """The guest who is signing up, to be filled in; anybody else gets a new row."""
        user = request.user
        if isinstance(user, User) and user.is_guest:
            return User.objects.get(pk=user.pk)  # not request.user itself: a refused form must not change it
        return User()

    def save_user(self, request: HttpRequest, user: Any, form: Any, commit: bool = True) -> Any:
        user.is_guest = False
        return super().save_user(request, user, form, commit)

    def clean_email(self, email: str) -> str:
        """Raises ValidationError for an address that a sanction keeps out."""
        address: str = super().clean_email(email)
        if address and address_marks.bars(address):
            raise self.validation_error("email_barred")
        return address

    def clean_username(self, username: str, shallow: bool = False) -> str:
        """The name as it will be stored. Raises ValidationError; `shallow` leaves the database alone."""
        name = normalise(username)
        validate_new_name(name)
        if not shallow:
            others = User.objects.filter(name_key=name_key(name))
            user = self.request.user
            if isinstance(user, User) and user.is_guest:
                others = others.exclude(pk=user.pk)
            if others.exists():
                raise self.validation_error("username_taken")
        return name
