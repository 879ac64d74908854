"""Guests: users who play without signing up and may turn their guest into an account later."""

from __future__ import annotations

from allauth.account.adapter import get_adapter
from allauth.core import ratelimit
from allauth.core.exceptions import ImmediateHttpResponse
from django.db import IntegrityError, transaction
from django.http import HttpRequest

from accounts.users.models import User
from accounts.users.names import guest_name, name_key

_TRIES_PER_LENGTH = 5
_LONGEST_NUMBER = 12


def new_guest() -> User:
    """Return a new stored guest with a free name and no usable password.

    Raise RuntimeError if no free name was found.
    """
    for digits in range(4, _LONGEST_NUMBER + 1):
        for _ in range(_TRIES_PER_LENGTH):
            name = guest_name(digits)
            if User.objects.filter(name_key=name_key(name)).exists():
                continue
            try:
                with transaction.atomic():
                    return User.objects.create_user(name, is_guest=True)
            except IntegrityError:
                continue  # the name was taken between the check and the insert
    raise RuntimeError(f"no free guest name with up to {_LONGEST_NUMBER} digits")


def ensure_player(request: HttpRequest) -> User:
    """Return the signed-in user; make a visitor a guest and sign them in.

    Raise ImmediateHttpResponse (a 429 page) if the address makes too many guests.
    """
    if isinstance(request.user, User):
        return request.user
    refusal = ratelimit.consume_or_429(request, action="guest")
    if refusal is not None:
        raise ImmediateHttpResponse(refusal)
    guest = new_guest()
    get_adapter().login(request, guest)
    return guest
