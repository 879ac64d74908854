"""Invitations to tables: seats held for users. Reads, and what all invitation services share."""

from __future__ import annotations

import secrets
from collections.abc import Collection

from django.db.models import Q, QuerySet
from django.utils.translation import gettext_noop

from accounts.models import Challenges, User
from accounts.notifications import preferences
from accounts.users import blocks
from accounts.users.lookups import user_by_id
from accounts.users.player_json import player_json
from games.record import selectors
from games.record.models import Game, Invitation, Seat
from games.record.tables import JSON
from games.requests.refusals import Refusal
from games.seating.selectors.may_play_rated import check_may_play_rated
from pyramido_site.infrastructure.public_ids import PublicId

PENDING = Invitation.State.PENDING


def new_link() -> str:
    """Return 128 random bits, URL-safe."""
    return secrets.token_urlsafe(16)


def pending_invitations(game: Game) -> QuerySet[Invitation]:
    """Return the pending invitations to a table, by seat."""
    return Invitation.objects.filter(game=game, state=PENDING).select_related("user").order_by("seat")


def not_invitable() -> Refusal:
    """Return Refusal 403 `cannot_be_invited`. It is the same for every reason, so that it tells nothing of blocks and
    preferences.
    """
    return Refusal(403, "cannot_be_invited", gettext_noop("This player cannot be invited."), field="invited")


def check_invitable(by: User, users: Collection[User], rated: bool) -> None:
    """Raise Refusal unless `by` may invite all these users to a table."""
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
    """Return whether the two users have played a game together."""
    mine = Game.objects.filter(seq__isnull=False, seats__user=one)
    return Seat.objects.filter(user=other, game__in=mine).exists()


def to_user(user: User) -> QuerySet[Invitation]:
    """Return the user's pending invitations, latest first, without those from users whom the user blocks."""
    blocked, _blocking = blocks.kept_apart_from(user.pk)
    waiting = Invitation.objects.filter(user=user, state=PENDING, game__status=Game.Status.OPEN)
    return _in_display_order(waiting.exclude(by__in=blocked))


def by_user(user: User) -> QuerySet[Invitation]:
    """Return the pending invitations that the user has sent, latest first."""
    return _in_display_order(Invitation.objects.filter(by=user, state=PENDING, game__status=Game.Status.OPEN))


def open_invitations_of(user: User) -> QuerySet[Invitation]:
    """Return the pending invitations that the user has received or sent, latest first."""
    return to_user(user) | by_user(user)


def _in_display_order(invitations: QuerySet[Invitation]) -> QuerySet[Invitation]:
    return invitations.select_related("user", "by", "game").order_by("-pk")


def player_by_id(public_id: PublicId, field: str) -> User:
    """Return the user with this public id. Raise Refusal 422 `no_such_player` if there is none."""
    found = user_by_id(public_id)
    if found is None:
        template = gettext_noop("Player “%(id)s” not found.")
        raise Refusal(422, "no_such_player", template, field=field, id=public_id[:20])
    return found


def invitation_of(user: User, public_id: PublicId) -> Invitation:
    """Return an invitation that the user received or sent, or that belongs to the user's table. Raise Refusal 404
    `no_such_invitation` if there is none.
    """
    own = Q(user=user) | Q(by=user) | Q(game__host=user)
    found = Invitation.objects.filter(own, public_id=public_id).select_related("user", "by", "game").first()
    if found is None:
        raise Refusal(404, "no_such_invitation", gettext_noop("Invitation “%(id)s” not found."), id=public_id[:20])
    return found


def invitation_json(invitation: Invitation, table: JSON) -> JSON:
    """Return the invitation as the API shows it. Its users must be loaded; `table` is the table as the caller may see
    it.
    """
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


def table_by_link(link: str) -> Game | None:
    """Return the table with this invitation link, or None, as `games_with_seats` does."""
    return selectors.games_with_seats().filter(link=link).first()


def tables_of(invitations: Collection[Invitation]) -> dict[int, Game]:
    """Return the tables of these invitations by row id, as `games_with_seats` does."""
    games = selectors.games_with_seats().filter(pk__in=[one.game_id for one in invitations])
    return {game.pk: game for game in games}


def listed_json(user: User, invitations: Collection[Invitation]) -> list[JSON]:
    """Return invitations with their tables as the user may see them, in a fixed number of queries."""
    tables = {pk: selectors.table_of(game, user) for pk, game in tables_of(invitations).items()}
    return [invitation_json(one, tables[one.game_id]) for one in invitations]


def not_host() -> Refusal:
    """Return Refusal 403 `not_host`."""
    return Refusal(403, "not_host", gettext_noop("Only the host of this table can do this."))
