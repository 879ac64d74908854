"""Changing how many games a standing seek keeps running."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext_noop

from accounts.models import User
from games.live import followups
from games.matchmaking.models import Seek
from games.matchmaking.selectors.seeks import LASTS, own_seek
from games.matchmaking.selectors.who_waits import running_seats
from games.matchmaking.services.seek import MOST_KEPT
from games.requests.refusals import Refusal
from pyramido_site.infrastructure.public_ids import PublicId
from pyramido_site.infrastructure.site_clock import now_ms


def keep_games(user: User, public_id: PublicId, keep: int) -> Seek:
    """Set how many games the seek keeps running at a time; running games are not affected. Raise Refusal if the number
    is out of range, or the seek is not the user's, does not stand or has ended.
    """
    if not 1 <= keep <= MOST_KEPT:
        template = gettext_noop("Choose 1 to %(most)s games at a time.")
        raise Refusal(422, "out_of_range", template, field="keep", most=MOST_KEPT)
    found = own_seek(user, public_id)
    with transaction.atomic():
        standing = (
            Seek.objects.select_for_update(no_key=True).filter(LASTS, pk=found.pk, concurrent_games__gt=0).first()
        )
        if standing is None:
            raise Refusal(409, "not_lasting", gettext_noop("This is not a recurring search, or it has ended."))
        running = running_seats().filter(user=user, game__pool=standing.pool_id).count()
        standing.concurrent_games = keep
        if running >= keep:
            standing.state = Seek.State.PAIRED
        elif standing.state == Seek.State.PAIRED:
            standing.state, standing.since_ms = Seek.State.WAITING, now_ms()
        standing.save(update_fields=["concurrent_games", "state", "since_ms"])
        transaction.on_commit(followups.pair_seeks)
    found.refresh_from_db()
    return found
