"""A player's own addresses that receive events as signed JSON (docs/notifications.md)."""

from __future__ import annotations

import secrets

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from accounts.notifications.models import Webhook
from accounts.users.models import User
from pyramido_site.infrastructure import outbound
from pyramido_site.infrastructure.site_clock import now_ms

MOST, LONGEST_URL = 3, 500


class Unfit(ValueError):
    """The address cannot be a webhook; the text is a sentence for the user."""


class TooMany(Unfit):
    """The user has the maximum number of webhooks."""


def of(user: User) -> QuerySet[Webhook]:
    """Return the player's webhooks, the oldest first."""
    return Webhook.objects.filter(user=user).order_by("pk")


def remove(user: User, url: str) -> None:
    """Remove the player's webhook with this address, if there is one."""
    of(user).filter(url=url).delete()


def remove_row(user: User, row: int) -> None:
    """Remove the player's webhook with this row id, if there is one."""
    of(user).filter(pk=row).delete()


def add(user: User, url: str) -> tuple[Webhook, bool]:
    """Return the webhook, and whether it is new: an address that is already registered stays as it is.

    Raise Unfit if the address is not public, and TooMany for guests and at the limit.
    """
    try:
        if len(url) > LONGEST_URL:
            raise outbound.Forbidden("it is too long")
        host = outbound.host_of(outbound.check_url(url))
    except outbound.Forbidden:
        raise Unfit(_("“%(url)s” is not a public address that begins with https://.") % {"url": url[:100]}) from None
    known = user.webhooks.filter(url=url).first()
    if known is not None:
        return known, False
    if user.is_guest or user.webhooks.count() >= MOST:
        raise TooMany(_("You have reached the maximum number of webhooks."))
    try:
        outbound.look_up(url)
    except outbound.Forbidden:
        sentence = _("“%(host)s” leads to an address that is not on the public internet.")
        raise Unfit(sentence % {"host": host}) from None
    except outbound.Unreachable:
        raise Unfit(_("“%(host)s” has no address. Check the name.") % {"host": host}) from None
    with transaction.atomic():
        User.objects.select_for_update(no_key=True).get(pk=user.pk)  # serialised, so that the limit holds
        if user.webhooks.count() >= MOST:
            raise TooMany(_("You have reached the maximum number of webhooks."))
        made = {"secret": secrets.token_urlsafe(32), "created_ms": now_ms()}
        return Webhook.objects.get_or_create(user=user, url=url, defaults=made)
