"""Sign-in by password: with the user's name, or with an address that the account has confirmed.

Written against the internals of django-allauth 65.21.1 (tests/site/infrastructure/test_overrides.py).
"""

from __future__ import annotations

from typing import Any

from allauth.account.auth_backends import AuthenticationBackend
from django.contrib.auth.base_user import AbstractBaseUser
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest

from accounts.users.credentials import owner


class Backend(AuthenticationBackend):
    """allauth's backend, except that an address signs in only to the account that has confirmed it.

    If unconfirmed addresses worked as well, trying one would reveal whether another account has confirmed it.
    """

    def authenticate(self, request: HttpRequest | None, **credentials: Any) -> AbstractBaseUser | None:
        """Return the user of these credentials, with one query and one hash in every case.

        Raise PermissionDenied if they are wrong, so that Django asks no other backend.
        """
        user: AbstractBaseUser | None = super().authenticate(request, **credentials)
        if user is None:
            raise PermissionDenied
        return user

    def _authenticate(self, request: HttpRequest | None, **credentials: Any) -> AbstractBaseUser | None:
        user: AbstractBaseUser | None = self._check_password(owner(**credentials), credentials["password"])
        return user
