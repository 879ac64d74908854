"""Availability of names: not taken, not similar to a taken one, and not given up within the last year
(accounts.identity.reserved_former_names).
"""

from __future__ import annotations

from typing import Final

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models import Q
from django.utils.translation import gettext_lazy, gettext_noop

from accounts.identity.reserved_former_names import rest, resting
from accounts.sanctions import address_digests
from accounts.users.models import User
from accounts.users.names import looks, name_key

TAKEN: Final = gettext_noop("This name, or one that looks like it, is taken or was in use within the last year.")


def is_free(name: str, user: User | None = None) -> bool:
    """Whether this user, or a new one, can take the name."""
    shown, small = looks(name)
    alike = Q(name_key=name_key(name)) | Q(skeleton=shown) | Q(skeleton_small=small)
    others, reserved = User.objects.filter(alike), resting(name)
    if user is not None and user.pk is not None:
        others, reserved = others.exclude(pk=user.pk), reserved.exclude(user=user)
    return not others.exists() and not reserved.exists() and not address_digests.bars(name_key(name))


def check_free(name: str) -> None:
    """Raise ValidationError if a new user cannot take the name."""
    if not is_free(name):
        raise ValidationError(gettext_lazy(TAKEN), code="username_taken")


def rename(user: User, name: str) -> bool:
    """Rename the user and reserve the old name for a year; return False, changing nothing, if the name is not free."""
    before, asked = user.display_name, user.look_alike
    user.display_name, user.look_alike = name, False
    try:
        with transaction.atomic():
            if is_free(name, user):
                user.save(update_fields=["display_name", "look_alike"])
                rest(before, user)
                return True
    except IntegrityError:
        pass  # the name was taken between the check and the update
    user.display_name, user.look_alike = before, asked
    user.take_key()
    return False
