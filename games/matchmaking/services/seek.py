"""Seeking a game: once, or several at a time until withdrawn."""

from __future__ import annotations

import re
from typing import Any

from django.db import transaction
from django.utils.translation import gettext_noop

from accounts.models import User
from engine import registry
from engine.core import GameError
from games.bots.selectors import bot_policies as bots
from games.live import followups
from games.live.lobby import lobby_changed
from games.matchmaking.models import PairingPool, Seek
from games.matchmaking.seek_lifetimes import PATIENT_MS, PRESENT_MS
from games.matchmaking.selectors.pools import CONTROLS, kinds_offered, known_pool
from games.matchmaking.selectors.seeks import LASTS, seeks_with
from games.matchmaking.selectors.who_waits import WAITS, running_seats
from games.matchmaking.services import pool_of
from games.matchmaking.services.prepare_pool import prepare_pool
from games.requests.refusals import Refusal, key_reused
from games.seating.selectors import live_tables
from games.seating.selectors.may_play_rated import check_may_play_rated
from games.seating.selectors.table_kinds import AnyRules, check_open_to
from games.time.terms import Terms
from pyramido_site.infrastructure.site_clock import now_ms

MOST_SEEKS = 10
NONCE = re.compile(r"[0-9a-fA-F]{64}")
MOST_KEPT = 10


def seek(
    user: User,
    game_key: object,
    options: object,
    agreed: Terms,
    keep: int = 0,
    nonce: str | None = None,
    key: str | None = None,
) -> Seek:
    """Return a seek that waits in its pool. `keep` is the number of games at a time; 0 means one game, after which the
    seek ends.

    `nonce` is 64 hex digits for the seed of the game that the seek leads to, if the game's commitment was published
    before the nonce came. A repeated key returns the seek that it made. Raise Refusal if no such game is offered, the
    user may not seek it, or the key belongs to another request.
    """
    try:
        rules = registry.get(game_key)
        checked = rules.options_from_json(options)
    except GameError as error:
        raise Refusal.of(error) from error
    if nonce and not NONCE.fullmatch(nonce):
        raise Refusal(400, "malformed", gettext_noop("A nonce must have 64 hex digits."), field="nonce")
    _check_offered(user, rules, checked, agreed, keep)
    known = known_pool(rules, checked, agreed)
    made = _made_before(user, known, keep, nonce, key)
    if made is not None:
        return made
    _check_may_seek(user, known, agreed)  # nothing is written for a seek that is refused
    pool = pool_of.pool_of(rules, checked, agreed)
    shown = pool.prepared
    prepare_pool(pool.pk)  # in its own transaction, so that it never waits while holding another row
    with transaction.atomic():
        User.objects.select_for_update(no_key=True).get(pk=user.pk)  # serializes seeks of a user
        made = _made_before(user, pool, keep, nonce, key)
        if made is None:
            _check_may_seek(user, pool, agreed)
            now = now_ms()
            wait = None if keep else PRESENT_MS if pool.live else PATIENT_MS
            made = Seek.objects.create(
                pool=pool, user=user, concurrent_games=keep, state=_state(user, pool, keep),
                nonce=(nonce or "").lower(), commitments_shown=shown, key=key,
                made_ms=now, since_ms=now, until_ms=None if wait is None else now + wait,
            )  # fmt: skip
            transaction.on_commit(followups.pair_seeks)
            lobby_changed()
    return made


def _state(user: User, pool: PairingPool, keep: int) -> Seek.State:
    """Return the first state of a seek: a standing one waits only while fewer games are running than it keeps."""
    running = running_seats().filter(user=user, game__pool=pool).count() if keep else 0
    return Seek.State.PAIRED if keep and running >= keep else Seek.State.WAITING


def _check_offered(user: User, rules: AnyRules, options: dict[str, Any], agreed: Terms, keep: int) -> None:
    """Raise Refusal if no pool is made for these options, terms and number of games."""
    if options not in [kind.options for kind in kinds_offered(rules)]:
        raise Refusal(
            422,
            "not_offered",
            gettext_noop("Pairing is not available for this kind of table. Open a table instead."),
            field="options",
        )
    check_open_to(user, rules, options)
    if agreed.time_control not in CONTROLS:
        raise Refusal(
            422,
            "not_offered",
            gettext_noop(
                "Pairing is not available for this time control. Choose one that is offered, or open a table."
            ),
            field="terms.time_control",
        )
    if keep and not agreed.time_control.slow:
        raise Refusal(
            422,
            "not_standing",
            gettext_noop("Recurring searches are available only for correspondence games."),
            field="keep",
        )


def _check_may_seek(user: User, pool: PairingPool | None, agreed: Terms) -> None:
    """Raise Refusal if the user may not seek here or has too many seeks. `pool` is None if no user has sought there
    yet.
    """
    bots.check_may_seek(user)
    if agreed.rated:
        check_may_play_rated(user)
    lasting = list(Seek.objects.filter(LASTS, user=user).values_list("pool_id", flat=True))
    if pool is not None and pool.pk in lasting:
        raise Refusal(409, "already_seeking", gettext_noop("You already have a search for this game."))
    if len(lasting) >= MOST_SEEKS:
        template = gettext_noop("You already have %(most)s searches, the maximum. Cancel one first.")
        raise Refusal(422, "too_many_seeks", template, most=MOST_SEEKS)
    if live_tables.is_live(agreed):
        live_tables.check_free(user)


def _made_before(user: User, pool: PairingPool | None, keep: int, nonce: str | None, key: str | None) -> Seek | None:
    """Return the seek that this key made, or None. Raise Refusal if the key was used for another seek."""
    if key is None:
        return None
    made = seeks_with(user, key).first()
    if made is None:
        return None
    # Used nonces are not kept.
    same_nonce = made.nonce == (nonce or "").lower() or (not made.nonce and made.game_id is not None)
    if pool is None or (made.pool_id, made.concurrent_games) != (pool.pk, keep) or not same_nonce:
        raise key_reused(key, None)
    return made


def attend(made: Seek) -> Seek:
    """Renew a live seek, whose user is present, and return it as it is now."""
    now = now_ms()
    if made.pool.live:
        Seek.objects.filter(WAITS, pk=made.pk, until_ms__gt=now).update(until_ms=now + PRESENT_MS)
        Seek.objects.filter(WAITS, pk=made.pk, until_ms__lte=now).update(state=Seek.State.EXPIRED)
    made.refresh_from_db()
    return made
