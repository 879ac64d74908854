"""Owners of names that look like an older one, which dates from before names were compared by their looks: they are
asked for another name.
"""

from __future__ import annotations

from typing import Final

from django.db.models import Exists, OuterRef, Q

from accounts.notifications import services as notify
from accounts.notifications.models import Notification
from accounts.users.models import User
from accounts.users.names import looks

BATCH: Final = 500

ASKED: Final = "account:look_alike"
"""Key of the notification that asks the user for another name."""


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
