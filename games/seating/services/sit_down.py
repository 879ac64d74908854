"""Sitting down at an open table, and starting the game once the table is full."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import replace

from django.db import transaction
from django.utils.crypto import constant_time_compare
from django.utils.translation import gettext_noop

from accounts.models import User
from accounts.users.blocks import apart
from engine import replay
from engine.newtypes import SeatNumber
from games.live.groups import publisher, seat_change
from games.live.lobby import lobby_changed
from games.record import after_commit, frames, positions
from games.record.command_context import context_now
from games.record.models import Game, GameSecret, Invitation, Seat
from games.record.tables import TableInfo, people, seat_is_free
from games.record.write import start_log
from games.requests.refusals import Refusal, not_found, not_open
from games.seating.models import Removal
from games.seating.selectors.expiry import expiry
from games.seating.selectors.invitations import pending_invitations
from games.seating.selectors.may_play_rated import check_may_play_rated
from games.seating.selectors.meetings_limit import MOST_RATED_GAMES
from games.seating.services import one_sitting
from games.seating.services.hold_seats import settle
from games.seating.services.make_unrated_at_limit import lock_users, make_unrated_at_limit, rated_people_at
from games.seating.services.rematch_changed import rematch_changed
from games.time import terms
from pyramido_site.infrastructure.public_ids import PublicId

NONCE_BYTES = 32


def seat_nonce(number: SeatNumber, nonce: bytes | None) -> dict[str, str]:
    """Return a seat's nonce as it is stored. Raise Refusal 400 `malformed` unless it is absent or has 32 bytes."""
    if nonce is None:
        return {}
    if len(nonce) != NONCE_BYTES:
        raise Refusal(400, "malformed", gettext_noop("A nonce must have 64 hex digits."), field="nonce")
    return {str(number): nonce.hex()}


def locked_table(public_id: PublicId) -> Game:
    """Return an open table, with its row locked. Raise Refusal if there is no such table or it is no longer open."""
    game = Game.objects.select_for_update().filter(public_id=public_id).first()
    if game is None:
        raise not_found(public_id)
    if game.status != Game.Status.OPEN:
        raise not_open()
    return game


def sit_down(
    user: User, public_id: PublicId, nonce: bytes | None = None, link: str = "", *, only_rated: bool = False
) -> Game:
    """Take the seat that is held for the user. Without one, take the first free seat; at an unlisted table this needs
    the table's `link`. With `only_rated`, refuse if the game would be unrated. Raise Refusal if the user may not sit
    down here.
    """
    with transaction.atomic():
        game = locked_table(public_id)
        if Seat.objects.filter(game=game, user=user).exists():
            raise Refusal(409, "already_seated", gettext_noop("You are already at this table."))
        invitation = pending_invitations(game).filter(user=user).first()
        if invitation is None:
            if not (game.listed or is_link_of(game, link)):
                template = gettext_noop("This table is private: you need an invitation or its link.")
                raise Refusal(403, "not_listed", template)
            if Removal.objects.filter(game=game, user=user).exists():
                raise cannot_sit_here()
        take_seat(game, user, nonce, invitation, only_rated=only_rated)
    return game


def take_seat(
    game: Game, user: User, nonce: bytes | None, invitation: Invitation | None, *, only_rated: bool = False
) -> None:
    """Seat the user on the invitation's seat or on the first free one, and start the game if the table is full. Call
    inside the transaction that locks the table's row. Raise Refusal if the user may not play here, or if no free seat
    is left.
    """
    if game.rated:
        check_may_play_rated(user)
        lock_users({*rated_people_at(game), user.pk})
    seats = list(Seat.objects.filter(game=game).order_by("number"))
    if apart(user.pk, [seat.user_id for seat in seats if seat.user_id is not None]):
        raise cannot_sit_here()
    one_sitting.free_for_seat(user, terms.of(game.terms))
    seat = seats[invitation.seat] if invitation is not None else _first_free(game, seats)
    seat.user = user
    seat.save(update_fields=["user"])
    if invitation is not None:
        settle(invitation, Invitation.State.ACCEPTED)
    make_unrated_at_limit(game)
    if only_rated and not game.rated:
        raise would_be_unrated(game)
    secret = GameSecret.objects.get(game=game)
    secret.nonces = {**secret.nonces, **seat_nonce(seat.number, nonce)}
    secret.save(update_fields=["nonces"])
    transaction.on_commit(functools.partial(_seat_changed, game.public_id, user.pk, seat.number))
    game.expires_ms = expiry(terms.of(game.terms))
    game.save(update_fields=["expires_ms"])
    if start_if_full(game):
        lobby_changed()
    else:
        table_changed(game)


def is_link_of(game: Game, link: str) -> bool:
    """Return whether `link` is the secret part of this table's address."""
    return game.link is not None and constant_time_compare(link, game.link)


def _first_free(game: Game, seats: list[Seat]) -> Seat:
    held = {one.seat for one in pending_invitations(game)}
    free = next((seat for seat in seats if seat_is_free(seat) and seat.number not in held), None)
    if free is None:
        raise Refusal(409, "seats_held", gettext_noop("The free seats are reserved for invited players."))
    return free


def cannot_sit_here() -> Refusal:
    """Return Refusal 403 `cannot_sit`. It is the same for a removed user, a blocking user and a blocked one, so that it
    tells nothing of blocks.
    """
    return Refusal(403, "cannot_sit", gettext_noop("You cannot join this table."))


def would_be_unrated(game: Game) -> Refusal:
    """Return Refusal 409 `unrated` for a user who wanted to sit down only for a rated game."""
    template = gettext_noop("This game is unrated.")
    if game.unrated_by_limit:
        template = gettext_noop(
            "You and someone at this table have already started %(most)s rated games of this kind in the last 24 "
            "hours, so this one would be unrated. You can still play it as an unrated game."
        )
    return Refusal(409, "unrated", template, field="only_rated", most=MOST_RATED_GAMES)


def _seat_changed(public_id: PublicId, user_id: int, seat: SeatNumber) -> None:
    publisher.publish(seat_change(public_id, None, user_id, seat))


def start_if_full(game: Game) -> bool:
    """Start the game if no seat is free, and return whether it started. Call inside the transaction that locks the
    table's row.
    """
    info = positions.read_info(game)
    if any(map(seat_is_free, info.seats)):
        return False
    secret, nonces = positions.read_secret(game.pk, (seat.kind for seat in info.seats))
    begin(game, info, secret, nonces)
    game.refresh_from_db()
    return True


def begin(game: Game, info: TableInfo, secret: bytes, nonces: Sequence[bytes]) -> None:
    """Write event 0 of a game whose seats are taken and publish it after the commit; this settles whether the game is
    rated. Call inside the transaction that locks or made the table's row.
    """
    if game.rated:
        lock_users(rated_people_at(game))
        if make_unrated_at_limit(game):
            info = replace(info, rated=False, unrated_by_limit=True, terms=game.terms)
    ai = {seat.number: seat.ai for seat in info.seats if seat.ai is not None}
    context = context_now(info)
    step = replay.start(
        game.game_key,
        game.rules_version,
        game.options,
        secret,
        nonces,
        context["at_ms"],
        ai,
        game.terms,
        context["clocks"],
    )
    start_log(game, step, len(people(info)))
    entry = positions.Entry.after(replace(info, started_ms=step.events[0].at_ms), step.position, step.events)
    transaction.on_commit(functools.partial(after_commit.publish_start, entry, step.events))
    rematch_changed(game)


def table_changed(game: Game) -> None:
    """After the commit, publish the table's state to the table and to the lobby."""
    messages = frames.table_messages(positions.read_info(game), game)
    transaction.on_commit(functools.partial(publisher.publish, messages))
    rematch_changed(game)
    lobby_changed()
