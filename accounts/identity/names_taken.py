"""Availability of names: not taken, not similar to a taken one, and not given up within the last year.

Of a name that was given up, only HMACs of its skeletons are stored (keyed with the site's key), with the user who may
take it back. A guest's name was drawn at random and becomes free at once.
"""

from __future__ import annotations

from typing import Final

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext_lazy, gettext_noop

from accounts.notifications import services as notify
from accounts.notifications.models import Notification
from accounts.sanctions import address_digests
from accounts.users.models import RestingName, User
from accounts.users.names import looks, name_key
from pyramido_site.infrastructure.site_clock import now_ms

TAKEN: Final = gettext_noop("This name, or one that looks like it, is taken or was in use within the last year.")
REST_MS: Final = 365 * 24 * 3600 * 1000
BATCH: Final = 500

ASKED: Final = "account:look_alike"
"""Key of the notification that asks the user for another name."""


def is_free(name: str, user: User | None = None) -> bool:
    """Whether this user, or a new one, can take the name."""
    shown, small = looks(name)
    alike = Q(name_key=name_key(name)) | Q(skeleton=shown) | Q(skeleton_small=small)
    others, resting = User.objects.filter(alike), _resting(name)
    if user is not None and user.pk is not None:
        others, resting = others.exclude(pk=user.pk), resting.exclude(user=user)
    return not others.exists() and not resting.exists() and not address_digests.bars(name_key(name))


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


def rest(name: str, user: User | None) -> None:
    """Reserve the name for a year; only `user`, if not None, can take it back. A guest's name is not reserved."""
    if user is not None and user.is_guest:
        return
    now = now_ms()
    RestingName.objects.bulk_create([RestingName(user=user, digest=one, at_ms=now) for one in _digests(name)])


def rest_of_deleted(user: User) -> None:
    """Reserve the name of a deleted user and all its earlier names, without exception."""
    RestingName.objects.filter(user=user).update(user=None)
    if not user.is_guest:
        rest(user.display_name, None)


def fill_skeletons() -> None:
    """Add skeletons to names without one, in the order of accounts.

    Of two similar names both stay, and the owner of the later one is asked for another name.
    """
    with_one = User.objects.filter(look_alike=False)
    shown = set(with_one.exclude(skeleton=None).values_list("skeleton", flat=True))
    small = set(with_one.exclude(skeleton_small=None).values_list("skeleton_small", flat=True))
    last = 0
    while users := list(User.objects.filter(pk__gt=last, skeleton=None).order_by("pk")[:BATCH]):
        for user in users:
            user.skeleton, user.skeleton_small = looks(user.display_name)
            user.look_alike = user.skeleton in shown or user.skeleton_small in small
            shown.add(user.skeleton)
            small.add(user.skeleton_small)
        User.objects.bulk_update(users, ["skeleton", "skeleton_small", "look_alike"])
        last = users[-1].pk


def delete_old_resting_names() -> int:
    """Free the names that were reserved for a year; return how many digests were deleted."""
    return RestingName.objects.filter(at_ms__lt=now_ms() - REST_MS).delete()[0]


def ask_owners() -> None:
    """Ask the owners of names that look like an older one for another name, once.

    Also adds skeletons to accounts that processes of older versions made during an upgrade.
    """
    for user in User.objects.filter(skeleton=None).order_by("pk")[:BATCH]:
        shown, small = looks(user.display_name)
        alike = User.objects.filter(Q(skeleton=shown) | Q(skeleton_small=small)).exists()
        User.objects.filter(pk=user.pk).update(skeleton=shown, skeleton_small=small, look_alike=alike)
    told = Exists(Notification.objects.filter(user=OuterRef("pk"), key=ASKED))
    for user in User.objects.filter(~told, look_alike=True, is_guest=False, is_active=True).order_by("pk")[:BATCH]:
        notify.tell("account", [user.pk], key=ASKED, data={"what": "look_alike", "name": user.display_name})


def _resting(name: str) -> QuerySet[RestingName]:
    digests = [
        digest for key in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS) for digest in _digests(name, key)
    ]
    return RestingName.objects.filter(digest__in=digests, at_ms__gte=now_ms() - REST_MS)


def _digests(name: str, key: str | None = None) -> list[bytes]:
    """Return the HMACs (32 bytes each) of the name's skeletons, as shown and in lower case."""
    return [
        salted_hmac("accounts.names_taken", f"{way}:{look}", secret=key, algorithm="sha256").digest()
        for way, look in zip(("shown", "small"), looks(name), strict=True)
    ]
