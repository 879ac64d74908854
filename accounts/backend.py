"""By what one signs in with a password: the own name, or the address that the account has confirmed.

Written against the insides of django-allauth 65.21.1 (tests/site/infrastructure/test_overrides.py).
"""

from __future__ import annotations

from typing import Any

from allauth.account.auth_backends import AuthenticationBackend
from django.contrib.auth.base_user import AbstractBaseUser
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest

from accounts.users.credentials import owner


class Backend(AuthenticationBackend):
    """allauth's, but an address signs in to the account that has confirmed it, and to no other: whether the password of
    an account that has only given the address works with it would tell whether somebody else has confirmed it.
    """

    def authenticate(self, request: HttpRequest | None, **credentials: Any) -> AbstractBaseUser | None:
        """One query and one hash, whoever it is. Raises PermissionDenied, after which no other backend is asked."""
        user: AbstractBaseUser | None = super().authenticate(request, **credentials)
        if user is None:
            raise PermissionDenied
        return user

    def _authenticate(self, request: HttpRequest | None, **credentials: Any) -> AbstractBaseUser | None:
        user: AbstractBaseUser | None = self._check_password(owner(**credentials), credentials["password"])
        return user
