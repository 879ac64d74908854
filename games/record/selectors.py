"""Functions that read. All that shows a game's state passes through `view()` and `redact()` of the engine."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import islice
from random import Random

from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.models import AnonymousUser
from django.db.models import Prefetch, Q, QuerySet
from django.utils.translation import gettext, gettext_noop

from accounts.models import User
from engine import export as engine_export
from engine.newtypes import BEFORE_FIRST, FIRST, SeatNumber, Seq
from engine.position import Position
from games.record import frames, positions
from games.record.models import Event, Game, Invitation, Seat
from games.record.positions import Entry
from games.record.tables import JSON, TableInfo, table_info, table_json, with_players, with_rematch
from games.requests.refusals import Refusal, broken_log, not_found
from pyramido_site.infrastructure.public_ids import PublicId

EVENTS_AT_ONCE = 1000
"""Maximum number of events in one response."""

STATUSES_AT_ONCE = 400
"""Maximum number of tables in one query: SQLite may take no more than 999 values."""

Person = AbstractBaseUser | AnonymousUser


def user_id_of(user: Person | None) -> int | None:
    """Return the id of a signed-in user or guest, or None."""
    return user.pk if user is not None and user.is_authenticated else None


def games_with_seats() -> QuerySet[Game]:
    """Return games, newest first, with all that `table_of` needs, prefetched in a fixed number of queries."""
    seats = Seat.objects.select_related("user").order_by("number")
    held = Invitation.objects.filter(state=Invitation.State.PENDING).select_related("user")
    rematches = Game.objects.exclude(status=Game.Status.ABORTED).prefetch_related("seats")
    shown = (Prefetch("seats", seats), Prefetch("invitations", held), Prefetch("rematches", rematches))
    return Game.objects.prefetch_related(*shown).order_by("-opened_at", "-id")


def games_of(user: User) -> QuerySet[Game]:
    """Return the tables where the user sits or sat, without those that were closed before their game started."""
    return games_with_seats().filter(seats__user=user).exclude(status=Game.Status.ABORTED, seq=None)


def game_by_id(public_id: PublicId) -> Game:
    """Return a game of `games_with_seats()`. Raise Refusal 404 `not_found`."""
    game = games_with_seats().filter(public_id=public_id).first()
    if game is None:
        raise not_found(public_id)
    return game


def info_of(game: Game) -> TableInfo:
    """Return the fixed part of a table whose seats are prefetched."""
    return table_info(game, game.seats.all(), game.invitations.all() if game.status == Game.Status.OPEN else ())


def table_of(game: Game, user: Person | None) -> JSON:
    """Return the table as the user sees it."""
    info = info_of(game)
    seat = info.audience_of(user_id_of(user))
    late = seen_late(game, seat)
    if late is None:
        return with_rematch(table_json(info, game, seat), game)
    return table_json(info.played_by(late.position.ai), late.projection, seat)


def seen_late(game: Game, seat: SeatNumber | None) -> Entry | None:
    """Return a running game as an audience with a delay sees it; None if the audience sees what the row says."""
    if seat is not None or not game.watch_delay or game.status != Game.Status.RUNNING:
        return None
    entry = positions.load_for_display(game)
    return None if entry is None else entry.seen_by(seat)


def last_seen(game: Game, seat: SeatNumber | None) -> Seq | None:
    """Return the last event that an audience may know of; None before the game starts."""
    late = seen_late(game, seat)
    return game.seq if late is None else late.position.seq


def seat_of(public_id: PublicId, user: Person | None) -> SeatNumber | None:
    """Return the user's seat at a table, even if an AI has taken it over, or None. Raise Refusal 404 `not_found`."""
    kept = positions.cache.get(public_id)  # players keep their seats once a game has started
    number = None if kept is None else kept.info.seat_of(user_id_of(user))
    if number is not None:
        return number
    return _seat_of(public_id, user, Q())


def audience_of(public_id: PublicId, user: Person | None) -> SeatNumber | None:
    """Return the audience to which the user belongs: the seat that the user plays, or None.

    A player whose seat an AI has taken over sees what spectators see, not the AI's secrets. Raise Refusal 404
    `not_found`.
    """
    return _seat_of(public_id, user, Q(ai=""))


def has_used_key(public_id: PublicId, user: Person | None, key: str) -> bool:
    """Whether an event of the user's seat was written with this idempotency key."""
    seats = Seat.objects.filter(game__public_id=public_id, user_id=user_id_of(user) or 0).values_list("game", "number")
    return any(Event.objects.filter(game_id=game, seat=number, key=key).exists() for game, number in seats)


StatusQuery = tuple[PublicId, int | None]
"""(public id, user id)"""

TableStatus = tuple[Seq | None, str, SeatNumber | None]
"""(the last event that the asking user sees, status, the user's audience) of a game."""


def table_statuses(asked: Sequence[StatusQuery]) -> dict[StatusQuery, TableStatus]:
    """Return the status of games by (public id, user id), without games that do not exist. Two queries for each 400
    pairs; more where watchers see a game with a delay.
    """
    found: dict[StatusQuery, TableStatus] = {}
    for first in range(0, len(asked), STATUSES_AT_ONCE):
        some = asked[first : first + STATUSES_AT_ONCE]
        ids, users = {public_id for public_id, _ in some}, {user for _, user in some if user is not None}
        rows = list(Game.objects.filter(public_id__in=ids).values_list("public_id", "seq", "status", "watch_delay"))
        games = {public_id: (seq, status) for public_id, seq, status, _ in rows}
        delaying = [public_id for public_id, _, status, delay in rows if delay and status == Game.Status.RUNNING]
        late = Game.objects.filter(public_id__in=delaying) if delaying else Game.objects.none()
        seen = {game.public_id: last_seen(game, None) for game in late}
        seats = Seat.objects.filter(game__public_id__in=ids, user_id__in=users, ai="") if users else Seat.objects.none()
        own: dict[StatusQuery, SeatNumber] = {
            (game, user): seat for game, user, seat in seats.values_list("game__public_id", "user_id", "number")
        }
        for one in some:
            if one[0] in games:
                (seq, status), seat = games[one[0]], own.get(one)
                found[one] = (seq if seat is not None else seen.get(one[0], seq), status, seat)
    return found


def _seat_of(public_id: PublicId, user: Person | None, those: Q) -> SeatNumber | None:
    user_id = user_id_of(user)
    if user_id is not None:
        own = Seat.objects.filter(those, game__public_id=public_id, user_id=user_id)
        number = own.values_list("number", flat=True).first()
        if number is not None:
            return number
    if not Game.objects.filter(public_id=public_id).exists():
        raise not_found(public_id)
    return None


def with_seq(refusal: Refusal, public_id: PublicId, user: Person | None) -> Refusal:
    """Return the Refusal with a seq that the user may know, which is never later than the last event that the user
    sees. Malformed input is refused before the game is read, and gets that event.
    """
    malformed = refusal.status == 400 and refusal.seq is None
    game = Game.objects.filter(public_id=public_id).first() if malformed or refusal.seq is not None else None
    if game is not None and (malformed or game.watch_delay):
        last = last_seen(game, audience_of(public_id, user))
        refusal.seq = last if last is None or refusal.seq is None else min(refusal.seq, last)
    return refusal


def entry_of(public_id: PublicId) -> Entry | None:
    """Return the game at its last event, or its last good one; None before it starts. Raise Refusal 404 `not_found`."""
    game = Game.objects.filter(public_id=public_id).first()
    if game is None:
        raise not_found(public_id)
    return None if game.seq is None else positions.load_for_display(game)


def view_for(public_id: PublicId, seat: SeatNumber | None) -> JSON:
    """Return the `view` frame of one audience. Raise Refusal 404 `not_found`."""
    entry = entry_of(public_id)
    if entry is not None:
        frame = frames.view_frame(entry, seat)
        table = with_players(frame["table"], positions.read_players(entry.info.game_id))
        return {**frame, "table": with_rematch(table, game_by_id(public_id)) if entry.position.ended else table}
    game = game_by_id(public_id)
    return frames.open_frame(table_json(info_of(game), game, seat), broken_at=None if game.seq is None else FIRST)


def page_frame(game: Game, user: Person | None) -> JSON:
    """Return the `view` frame for the user, as `view_for` does, for a started game of `games_with_seats()`, whose rows
    are not read again. Which audience the user belongs to is decided by the position that is shown, not by the rows.
    """
    entry = positions.load_for_display(game)
    table = table_of(game, user)
    if entry is None:
        return frames.open_frame(table, broken_at=FIRST)
    frame = frames.view_frame(entry, entry.info.audience_of(user_id_of(user)))
    players = {one["seat"]: one["player"] for one in table["seats"]}
    return {**frame, "table": {**with_players(frame["table"], players), "rematch": table["rematch"]}}


def events_for(public_id: PublicId, seat: SeatNumber | None, since: Seq) -> JSON:
    """Return `{"game", "seq", "next", "events"}`: the first events after `since` as the audience may see them. `next`
    is the seq to continue from, or None after the last event. Raise Refusal 404 `not_found`.
    """
    game = Game.objects.filter(public_id=public_id).first()
    if game is None:
        raise not_found(public_id)
    last = last_seen(game, seat)
    found = [] if last is None else positions.good_events(game, since, EVENTS_AT_ONCE)
    events = [event for event in found if last is not None and event.seq <= last]
    whole = len(events) < EVENTS_AT_ONCE or events[-1].seq == last
    shown = frames.redacted(events, seat, ended=game.status in frames.OVER)
    following = None if whole else events[-1].seq
    return {"game": game.game_key, "seq": last, "next": following, "events": shown}


def export_digest(public_id: PublicId) -> bytes:
    """Return the hash of an ended game's last event, which identifies its export.

    Raise Refusal 404 `not_found`, or 409 `aborted` or `still_running`.
    """
    return bytes(_ended(public_id).head_hash or b"")


def export_of(public_id: PublicId) -> JSON:
    """Return the export of a finished or aborted game (docs/formats/log.md), with its secret and nonces.

    Raise Refusal 404 `not_found`, or 409 `aborted` (a table without a game), `still_running` or `broken_log`.
    """
    game = _ended(public_id)
    position, events = positions.load(game).position, positions.good_events(game, since=BEFORE_FIRST)
    if len(events) <= position.seq:
        raise broken_log(Seq(len(events)))
    return engine_export.export(position, events)


def points_of(public_id: PublicId) -> JSON:
    """Return where the points of a finished game come from, in the language of the request (docs/formats/api.md).

    Raise Refusal 404 `not_found`, or 409 `aborted`, `still_running` or `broken_log`.
    """
    game = _game(public_id)
    if game.status == Game.Status.ABORTED:
        template = gettext_noop("This game ended without a result, so it has no points.")
        raise Refusal(409, "aborted", template, seq=game.seq)
    if game.status != Game.Status.FINISHED:
        template = gettext_noop("Points are explained only once the game is finished.")
        raise Refusal(409, "still_running", template, seq=game.seq)
    position = positions.load(game).position
    points = position.rules.points(position.state)
    return {
        "stages": [gettext(points.stage) % {"number": number} for number in range(1, 1 + len(points.seats[0]))],
        "sources": [{"key": source.key, "name": gettext(source.name)} for source in points.sources],
        "seats": points.seats,
    }


def _ended(public_id: PublicId) -> Game:
    """Return the game if it is finished or aborted, so that its secret is public (docs/rules.md E). Raise Refusal
    otherwise.
    """
    game = _game(public_id)
    if game.status not in (Game.Status.FINISHED, Game.Status.ABORTED):
        template = gettext_noop("A game can be exported only once it has ended.")
        raise Refusal(409, "still_running", template, seq=game.seq)
    if game.seq is None:
        template = gettext_noop("This table was closed before its game started, so it has no export.")
        raise Refusal(409, "aborted", template)
    return game


def _game(public_id: PublicId) -> Game:
    game = Game.objects.filter(public_id=public_id).first()
    if game is None:
        raise not_found(public_id)
    return game


MOST = 500
"""Maximum number of actions listed. Only some secret submissions have more (docs/formats/actions.md)."""


def legal_actions(public_id: PublicId, seat: SeatNumber) -> JSON:
    """Return `{"game", "seq", "actions", "complete"}` (docs/formats/api.md). `actions` is empty before the start, if
    the seat is not to move, and if the log is broken. Raise Refusal 404 `not_found`.
    """
    entry = entry_of(public_id)
    if entry is None:
        return {"game": game_by_id(public_id).game_key, "seq": None, "actions": [], "complete": True}
    has_left = entry.position.ai[seat] is not None
    if entry.broken_at is not None or has_left:
        seen = entry.seen_by(None if has_left else seat)
        return {"game": entry.info.game, "seq": seen.position.seq, "actions": [], "complete": True}
    return legal_at(entry.position, seat)


def legal_at(position: Position, seat: SeatNumber) -> JSON:
    """Return the seat's legal actions at a position, as `legal_actions` does. They are those in a state that is
    imagined from the seat's view, so they reveal nothing that the view hides.
    """
    owed = seat in position.to_move and position.paused_ms is None and position.ai[seat] is None
    if position.ended or not owed:
        return {"game": position.rules.key, "seq": position.seq, "actions": [], "complete": True}
    rules = position.rules
    imagined = rules.imagine(position.view(seat), Random(0))  # noqa: S311 (any imagined state does)
    found = list(islice(rules.legal_actions(imagined, seat), MOST + 1))
    return {
        "game": rules.key,
        "seq": position.seq,
        "actions": [rules.action_to_json(action) for action in found[:MOST]],
        "complete": len(found) <= MOST,
    }


def exists(public_id: PublicId) -> bool:
    """Whether there is a table with this public id."""
    return Game.objects.filter(public_id=public_id).exists()


def private_games(public_ids: Collection[PublicId], user: Person | None) -> set[PublicId]:
    """Return which of these games are private and not the user's own, so that no list may lead the user to them."""
    private = Game.objects.filter(public_id__in=public_ids, private=True)
    user_id = user_id_of(user)
    if user_id is not None:
        private = private.exclude(seats__user_id=user_id)
    return set(private.values_list("public_id", flat=True))


def has_person(public_id: PublicId, seat: SeatNumber) -> bool:
    """Whether a user sits on this seat."""
    return Seat.objects.filter(game__public_id=public_id, number=seat, user__isnull=False).exists()


def seats_held(user: User, *statuses: Game.Status) -> QuerySet[Seat]:
    """Return the seats on which the user plays, and has not left, at tables with one of these statuses."""
    return Seat.objects.filter(user=user, ai="", departure="", game__status__in=statuses)


def seats_with_games(user: User, *statuses: Game.Status) -> QuerySet[Seat]:
    """Return `seats_held` with their games, in the order of the games' rows."""
    return seats_held(user, *statuses).select_related("game").order_by("game_id")
