"""Pairing waiting seeks: for each pool the arithmetic decides who plays with whom, and games start."""

from __future__ import annotations

import functools
import hashlib
import json
import logging
from collections.abc import Collection, Iterator, Sequence
from itertools import combinations, islice

from django.db import transaction
from django.db.models import Case, Q, Value, When
from django.urls import reverse

from accounts.notifications import bell
from engine.newtypes import SeatNumber
from games.live.groups import publisher
from games.live.lobby import lobby_changed
from games.matchmaking import pairing
from games.matchmaking.models import PairingPool, PoolSecret, Seek
from games.matchmaking.selectors.pools import persons_seats, rules_of, terms_of
from games.matchmaking.selectors.who_waits import WAITS, kept_apart, pools_to_pair, waiting_in
from games.matchmaking.services.prepare_pool import prepare, prepare_pool
from games.record import command_context, positions
from games.record.models import Game, GameSecret, Seat
from games.record.tables import table_info
from games.seating.selectors import live_tables, meetings
from games.seating.selectors.may_play_rated import excluded
from games.seating.services import make_unrated_at_limit
from games.seating.services.sit_down import begin
from pyramido_site.infrastructure.site_clock import now_ms

logger = logging.getLogger(__name__)

AT_ONCE = 10
"""Games that one transaction starts; on SQLite all other writers wait meanwhile."""

Group = tuple[int, ...]
"""Seeks of one table, by row id."""


def pair_seeks() -> int:
    """Pair in all pools in which enough seeks wait, and return how many games have started. Safe to run
    concurrently.
    """
    begun = 0
    for pool in pools_to_pair(now_ms()):
        try:
            begun += pair_in(pool)
        except Exception:
            logger.exception("nobody could be paired in pool %s", pool)
    return begun


def pair_in(pool: PairingPool) -> int:
    """Pair in one pool, and return how many games have started. Stop if another worker is pairing in this pool."""
    seats = len(persons_seats(rules_of(pool), pool))
    waiting = waiting_in(pool, now_ms())
    players = {seek.id: seek.player for seek in waiting}
    begun = 0
    for groups in _batches(pairing.groups(waiting, seats, live=pool.live)):
        made = _begin_games(pool.pk, groups, {players[seek] for group in groups for seek in group})
        if made is None:
            break
        begun += made
    if begun:
        prepare_pool(pool.pk)
    return begun


def _batches(groups: Sequence[Group]) -> Iterator[list[Group]]:
    rest = iter(groups)
    while batch := list(islice(rest, AT_ONCE)):
        yield batch


def _begin_games(pool_id: int, groups: Sequence[Group], user_ids: Collection[int]) -> int | None:
    """Start a game for each group whose seeks all still wait, and return how many. Return None if another worker is
    pairing in this pool.

    Rows are locked in the order pool, users, seeks, each by id, so that there is no deadlock.
    """
    with transaction.atomic():
        pool = PairingPool.objects.select_for_update(skip_locked=True, no_key=True).filter(pk=pool_id).first()
        if pool is None:
            return None
        rated = terms_of(pool).rated
        if pool.live or rated:  # locks out workers that find the same user in two pools
            make_unrated_at_limit.lock_users(user_ids)
        seeks = _lock_seeks([seek for group in groups for seek in group])
        busy = set(live_tables.live_tables(user_ids)) if pool.live else set()
        apart = kept_apart(list(user_ids))
        if rated:
            busy |= excluded(user_ids)
            apart |= meetings.at_limit(user_ids, pool.game_key, now_ms(), live=pool.live)

        def may_play(group: Group) -> bool:
            users = [seeks[seek].user_id for seek in group if seek in seeks]
            pairs = map(frozenset, combinations(users, 2))
            return len(users) == len(group) and busy.isdisjoint(users) and apart.isdisjoint(pairs)

        tables = [[seeks[seek] for seek in group] for group in groups if may_play(group)]
        if tables:
            _write_games(pool, tables)
        return len(tables)


def _lock_seeks(numbers: Collection[int]) -> dict[int, Seek]:
    locked = Seek.objects.select_for_update(no_key=True, of=("self",)).filter(
        WAITS, Q(until_ms=None) | Q(until_ms__gt=now_ms()), pk__in=numbers
    )
    return {seek.pk: seek for seek in locked.order_by("pk").select_related("user")}


def _write_games(pool: PairingPool, tables: Sequence[list[Seek]]) -> None:
    """Store and start the games of these seeks. Call inside the transaction that locks all their rows."""
    rules, agreed = rules_of(pool), terms_of(pool)
    kinds, chairs = rules.seat_kinds(pool.options), persons_seats(rules, pool)
    command_context.nights.of([seek.user_id for table in tables for seek in table])  # one query for all
    prepared = _take_secrets(pool, len(tables))
    games = Game.objects.bulk_create(
        Game(
            game_key=rules.key, rules_version=rules.version, options=pool.options, commitment=secret.commitment,
            terms=pool.terms, rated=agreed.rated, listed=False, pool=pool,
        )
        for secret in prepared
    )  # fmt: skip
    seated = [dict(zip(chairs, _in_order(t, s.commitment), strict=True)) for t, s in zip(tables, prepared, strict=True)]
    seats = [
        [
            Seat(
                game=game,
                number=SeatNumber(number),
                kind=kind,
                user=sitting[number].user if number in sitting else None,
            )
            for number, kind in enumerate(kinds)
        ]
        for game, sitting in zip(games, seated, strict=True)
    ]
    Seat.objects.bulk_create(seat for row in seats for seat in row)
    nonces = [
        {
            str(number): seek.nonce
            for number, seek in sitting.items()
            if seek.nonce and secret.number < seek.commitments_shown
        }
        for sitting, secret in zip(seated, prepared, strict=True)
    ]
    GameSecret.objects.bulk_create(
        GameSecret(game=game, secret=secret.secret, nonces=known)
        for game, secret, known in zip(games, prepared, nonces, strict=True)
    )
    _note_games(pool, prepared, games, seated)
    for game, row, secret, known in zip(games, seats, prepared, nonces, strict=True):
        given = tuple(bytes.fromhex(known[str(n)]) if str(n) in known else positions.NO_NONCE for n in chairs)
        begin(game, table_info(game, row), bytes(secret.secret), given)
    transaction.on_commit(functools.partial(_tell_seekers, games, seated))
    lobby_changed()


def _in_order(table: Sequence[Seek], commitment: str) -> list[Seek]:
    """Return the seeks in the order of seats: random, fixed by the commitment before any user sought, and
    verifiable.
    """

    def place(seek: Seek) -> bytes:
        return hashlib.sha256(f"{commitment}{seek.user.public_id}".encode()).digest()

    return sorted(table, key=place)


def _take_secrets(pool: PairingPool, count: int) -> list[PoolSecret]:
    """Mark the pool's next secrets as used and return them by number. Raise RuntimeError if they contradict the pool's
    row.
    """
    prepare(pool, count)
    first = pool.taken
    pool.taken += count
    pool.save(update_fields=["taken"])
    taken = list(PoolSecret.objects.filter(pool=pool, number__range=(first, pool.taken - 1)).order_by("number"))
    if len(taken) != count or any(secret.game_id is not None for secret in taken):
        raise RuntimeError(f"the secrets of pool {pool} from number {first} on are not what its row says")
    return taken


def _note_games(
    pool: PairingPool, prepared: Sequence[PoolSecret], games: Sequence[Game], seated: Sequence[dict[int, Seek]]
) -> None:
    """Store on secrets and seeks which game they led to, and withdraw the users' other live seeks. Raise RuntimeError
    if seeks or secrets were used while the pool's row was locked.
    """
    of_number = [When(number=s.number, then=Value(g.pk)) for s, g in zip(prepared, games, strict=True)]
    numbers = [secret.number for secret in prepared]
    taken = PoolSecret.objects.filter(pool=pool, number__in=numbers, game=None).update(game=Case(*of_number))
    of_seek = [
        When(pk__in=[seek.pk for seek in sitting.values()], then=Value(game.pk))
        for sitting, game in zip(seated, games, strict=True)
    ]
    seeks = [seek for sitting in seated for seek in sitting.values()]
    paired = Seek.objects.filter(WAITS, pk__in=[seek.pk for seek in seeks]).update(
        state=Seek.State.PAIRED, nonce="", game=Case(*of_seek)
    )
    if (taken, paired) != (len(games), len(seeks)):
        raise RuntimeError(f"seeks or secrets of pool {pool} were used while its row was locked")
    if pool.live:
        users = [seek.user_id for seek in seeks]
        Seek.objects.filter(WAITS, user__in=users, pool__live=True).update(state=Seek.State.WITHDRAWN, nonce="")


def _tell_seekers(games: Sequence[Game], seated: Sequence[dict[int, Seek]]) -> None:
    """Publish to the open pages of the paired users where they play."""
    messages = []
    for game, sitting in zip(games, seated, strict=True):
        table = {"id": game.public_id, "url": reverse("table", args=[game.public_id])}
        for seek in sitting.values():
            text = json.dumps({"type": "seek", "id": seek.public_id, "state": Seek.State.PAIRED, "table": table})
            messages.append((bell.group_name(seek.user_id), {"type": "forward", "text": text}))
    publisher.publish(messages)
