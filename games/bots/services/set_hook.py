"""Set, change or remove a bot's address."""

from __future__ import annotations

import secrets

from django.db.models import Exists, OuterRef, QuerySet
from django.utils.translation import gettext_noop

from accounts.models import User
from games.bots.models import BotCall, BotHook
from games.record.models import Seat
from games.requests.refusals import Refusal
from pyramido_site.infrastructure import outbound
from pyramido_site.infrastructure.site_clock import now_ms


def set_hook(bot: User, url: str) -> BotHook:
    """Set the address with a new secret, which is shown only now. Raise Refusal 422 `bad_address` if it may not be
    called.
    """
    try:
        outbound.check_url(url)
        outbound.look_up(url)
    except (outbound.Forbidden, outbound.Unreachable) as error:
        template = gettext_noop("“%(url)s” is not a public address that begins with https://.")
        raise Refusal(422, "bad_address", template, field="url", url=url[:100]) from error
    made, _new = BotHook.objects.update_or_create(
        user=bot,
        defaults={
            "url": url,
            "secret": secrets.token_urlsafe(32),
            "created_ms": now_ms(),
            "answered_ms": None,
            "problem": "",
        },
    )
    _calls(bot).update(due_ms=now_ms(), attempts=0, accepted=False)  # earlier calls went to another address
    return made


def remove_hook(bot: User) -> None:
    """Remove the bot's address and the calls that are due."""
    BotHook.objects.filter(user=bot).delete()
    _calls(bot).delete()


def _calls(bot: User) -> QuerySet[BotCall]:
    mine = Seat.objects.filter(game=OuterRef("game"), number=OuterRef("seat"), user=bot)
    return BotCall.objects.filter(Exists(mine))
