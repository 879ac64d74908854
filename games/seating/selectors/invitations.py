"""Invitations to tables: seats that are held for people. Reading them, and what all their verbs share."""

from __future__ import annotations

import secrets
from collections.abc import Collection

from django.db.models import Q, QuerySet
from django.utils.translation import gettext_noop

from accounts.models import Challenges, User
from accounts.notifications import preferences
from accounts.users import blocks
from games.record import selectors
from games.record.models import Game, Invitation, Seat
from games.record.tables import JSON, player_json
from games.requests.refusals import Refusal
from games.seating.selectors.absence import check_may_play_rated
from games.time.clocks import DAY, MINUTE
from games.time.terms import Terms
from pyramido_site.infrastructure.site_clock import now_ms

LIVE_MS = 30 * MINUTE
SLOW_MS = 14 * DAY
"""So long a table waits for players: for a live game, and for any other."""

PENDING = Invitation.State.PENDING


def expiry(agreed: Terms) -> int:
    """When a table at which somebody sits down now is closed, if it does not begin."""
    return now_ms() + (SLOW_MS if agreed.time_control.slow else LIVE_MS)


def new_link() -> str:
    """128 random bits, URL-safe."""
    return secrets.token_urlsafe(16)


def held_seats(game: Game) -> QuerySet[Invitation]:
    """The invitations to a table that wait for an answer, by seat."""
    return Invitation.objects.filter(game=game, state=PENDING).select_related("user").order_by("seat")


def not_invitable() -> Refusal:
    """The same whoever blocks whom, and whatever somebody prefers."""
    return Refusal(403, "cannot_be_invited", gettext_noop("This player cannot be invited."), field="invited")


def check_invitable(by: User, users: Collection[User], rated: bool) -> None:
    """Raises Refusal unless `by` may invite all these users to a table."""
    if len({user.pk for user in users} | {by.pk}) != len(users) + 1:
        raise Refusal(
            422, "invited_twice", gettext_noop("Invite each player only once, and not yourself."), field="invited"
        )
    if blocks.apart(by.pk, [user.pk for user in users]):
        raise not_invitable()
    chosen = preferences.of_many([user.pk for user in users])
    for user in users:
        wanted = chosen[user.pk].challenges
        if not user.is_active or wanted == Challenges.NOBODY:
            raise not_invitable()
        if wanted == Challenges.PLAYED and not have_played(by, user):
            raise not_invitable()
        if rated:
            try:
                check_may_play_rated(user)
            except Refusal:
                raise Refusal(
                    422, "unrated", gettext_noop("This player cannot play rated games at the moment."), field="invited"
                ) from None


def have_played(one: User, other: User) -> bool:
    """Whether the two have been in a game together."""
    mine = Game.objects.filter(seq__isnull=False, seats__user=one)
    return Seat.objects.filter(user=other, game__in=mine).exists()


def to_user(user: User) -> QuerySet[Invitation]:
    """Those that wait for the user's answer, latest first; not of people whom the user blocks."""
    blocked, _blocking = blocks.kept_apart_from(user.pk)
    waiting = Invitation.objects.filter(user=user, state=PENDING, game__status=Game.Status.OPEN)
    return _shown(waiting.exclude(by__in=blocked))


def by_user(user: User) -> QuerySet[Invitation]:
    """Those of the user that wait for somebody's answer, latest first."""
    return _shown(Invitation.objects.filter(by=user, state=PENDING, game__status=Game.Status.OPEN))


def concerned(user: User) -> QuerySet[Invitation]:
    """Both, latest first."""
    return to_user(user) | by_user(user)


def _shown(invitations: QuerySet[Invitation]) -> QuerySet[Invitation]:
    return invitations.select_related("user", "by", "game").order_by("-pk")


def player_by_id(public_id: str, field: str) -> User:
    """Raises Refusal."""
    found = User.objects.filter(public_id=public_id).first()
    if found is None:
        template = gettext_noop("Player “%(id)s” not found.")
        raise Refusal(422, "no_such_player", template, field=field, id=public_id[:20])
    return found


def concerning(user: User, public_id: str) -> Invitation:
    """An invitation to the user or to the user's table. Raises Refusal 404."""
    own = Q(user=user) | Q(by=user) | Q(game__host=user)
    found = Invitation.objects.filter(own, public_id=public_id).select_related("user", "by", "game").first()
    if found is None:
        raise Refusal(404, "no_such_invitation", gettext_noop("Invitation “%(id)s” not found."), id=public_id[:20])
    return found


def invitation_json(invitation: Invitation, table: JSON) -> JSON:
    """`invitation` with its people loaded; `table` as whoever asks sees it."""
    return {
        "id": invitation.public_id,
        "state": invitation.state,
        "reason": invitation.reason or None,
        "player": player_json(invitation.user),
        "by": player_json(invitation.by),
        "seat": invitation.seat,
        "at_ms": invitation.at_ms,
        "answered_ms": invitation.answered_ms,
        "table": table,
    }


def listed_json(user: User, invitations: Collection[Invitation]) -> list[JSON]:
    """Invitations with their tables as the user sees them, in a number of queries that does not grow."""
    games = selectors.games_with_seats().filter(pk__in=[one.game_id for one in invitations])
    tables = {game.pk: selectors.table_of(game, user) for game in games}
    return [invitation_json(one, tables[one.game_id]) for one in invitations]


def not_host() -> Refusal:
    return Refusal(403, "not_host", gettext_noop("Only the host of this table can do this."))
