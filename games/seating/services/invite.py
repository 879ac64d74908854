"""Inviting a user to a free seat of an open table."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext_noop

from accounts.models import User
from engine.newtypes import SeatNumber
from games.record.models import Invitation, Seat
from games.record.tables import seat_is_free
from games.requests.refusals import Refusal
from games.seating.models import Removal
from games.seating.selectors.invitations import check_invitable, pending_invitations
from games.seating.services.hold_seats import let_programs_answer, make_invitations
from games.seating.services.make_unrated_at_limit import make_unrated_at_limit
from games.seating.services.seat_ai import free_seat_of, own_table
from games.seating.services.sit_down import table_changed
from pyramido_site.infrastructure.public_ids import PublicId


def invite(user: User, public_id: PublicId, whom: User, number: SeatNumber | None = None) -> Invitation:
    """Hold a seat for `whom`: the first free one or the one with this number. Raise Refusal if the user is not the
    host, may not invite `whom`, or if there is no such free seat.
    """
    with transaction.atomic():
        game = own_table(user, public_id)
        check_invitable(user, [whom], game.rated)
        seats = list(Seat.objects.filter(game=game).order_by("number"))
        held = pending_invitations(game)
        if any(seat.user_id == whom.pk for seat in seats) or any(one.user_id == whom.pk for one in held):
            template = gettext_noop("%(name)s is already at this table or invited.")
            raise Refusal(409, "already_invited", template, field="invited", name=whom.display_name)
        taken = {one.seat for one in held}
        if number is None:
            free = [seat.number for seat in seats if seat_is_free(seat) and seat.number not in taken]
            if not free:
                raise Refusal(409, "seats_held", gettext_noop("The free seats are reserved for invited players."))
            number = free[0]
        else:
            free_seat_of(seats, taken, number)
        Removal.objects.filter(game=game, user=whom).delete()
        made = make_invitations(game, user, {number: whom})[0]
        make_unrated_at_limit(game)
        table_changed(game)
        if let_programs_answer([made]):
            made = Invitation.objects.select_related("user", "by", "game").get(pk=made.pk)
    return made
