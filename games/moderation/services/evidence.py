"""Evidence that the server records when a report is filed: facts at that moment, and nothing that a running game hides.

A game is recorded as a spectator sees it (audience None); its log up to `seq` is its replay. All times are Unix
milliseconds or, where the name says so, durations in milliseconds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from django.db.models import FilteredRelation, Q

from accounts.models import User
from accounts.users.player_json import player_json
from games.chat.models import ChatLine
from games.record import positions
from games.record.models import Game, Seat
from games.record.tables import JSON, table_json
from games.study import selectors as studies
from games.study.models import Study
from games.time import timing
from games.time.clocks import DAY_MS
from pyramido_site.infrastructure.site_clock import now_ms

AROUND = 5
"""Lines recorded before and after the reported line."""

LATELY_MS = 30 * DAY_MS
"""Period (ms) in which games left are counted."""

MEETINGS = 20
"""Number of latest games between the two whose ids are recorded; all of them are counted."""


def of(reporter: User, reported: User, game: Game | None, line: ChatLine | None, study: Study | None = None) -> JSON:
    """Return the facts known now (docs/formats/moderation.md). The seats of `game` must be prefetched."""
    facts: JSON = {
        "reported": _person(reported),
        "leavings": _leavings(reported),
        "between": _between(reporter, reported),
    }
    if game is not None:
        facts["game"] = _game(game)
        facts["lines"] = _lines_around(line) if line is not None else _lines_of(reported, game)
    if study is not None:
        facts["study"] = _study(study)
    return facts


def _study(study: Study) -> JSON:
    """Return what others could read of a study: its title and comments, that on the beginning first."""
    comments = [study.comment, *(move.comment for move in studies.tree_of(study).main_first())]
    return {"id": study.public_id, "title": study.title, "comments": [text for text in comments if text]}


def _person(user: User) -> JSON:
    return player_json(user) | {"joined_ms": int(user.date_joined.timestamp() * 1000)}


def _leavings(user: User) -> JSON:
    """Return `{"since_ms", "resigned", "timed_out", "finished"}`: how the user's recent games have ended."""
    since = now_ms() - LATELY_MS
    ended = Q(game__status=Game.Status.FINISHED) | ~Q(departure="")
    latest = Seat.objects.filter(ended, user=user, game__last_event_ms__gte=since)
    counts = Counter(latest.values_list("departure", flat=True))
    return {
        "since_ms": since,
        "resigned": counts["resigned"],
        "timed_out": counts["timed_out"],
        "finished": counts[""],
    }


def _between(one: User, other: User) -> JSON:
    """Return `{"games", "ahead", "level", "behind", "latest"}`: how the reported user finished compared with the
    reporter.
    """
    met = Seat.objects.annotate(theirs=FilteredRelation("game__seats", condition=Q(game__seats__user=one)))
    met = met.filter(user=other, theirs__user=one, game__status=Game.Status.FINISHED)
    ranks = met.values_list("rank", "theirs__rank", "game__public_id").order_by("-game__finished_ms", "-game_id")
    rows = [(theirs, own, public_id) for own, theirs, public_id in ranks]
    return {
        "games": len(rows),
        "ahead": sum(own < theirs for theirs, own, _ in rows),
        "level": sum(own == theirs for theirs, own, _ in rows),
        "behind": sum(own > theirs for theirs, own, _ in rows),
        "latest": [public_id for _, _, public_id in rows[:MEETINGS]],
    }


def _game(game: Game) -> JSON:
    facts: JSON = {
        "id": game.public_id,
        "game": game.game_key,
        "status": str(game.status),
        "rated": game.rated,
        "seq": game.seq,
        "started_ms": game.started_ms,
        "finished_ms": game.finished_ms,
    }
    seats: list[JSON] = [
        {
            "seat": seat.number,
            "player": None if seat.user is None else player_json(seat.user),
            "ai": seat.ai or None,
            "left": seat.departure or None,
            "rank": seat.rank,
        }
        for seat in game.seats.all()
    ]
    entry = None if game.seq is None else positions.load_for_display(game)
    if entry is not None:
        table = table_json(entry.info, entry.projection, None)
        facts |= {"seq": table["seq"], "to_move": table["to_move"], "deadline_ms": table["deadline_ms"]}
        facts["paused_ms"] = entry.position.paused_ms
        for seat, clock in zip(seats, timing.read(entry.position), strict=True):
            seat["clock"] = None if clock is None else {
                "left_ms": clock.left_ms,
                "used_ms": clock.used_ms,
                "since_ms": clock.since_ms,
                "deadline_ms": clock.deadline_ms,
            }  # fmt: skip
    return facts | {"seats": seats}


def _lines_around(line: ChatLine) -> list[JSON]:
    """Return lines of the same room before and after, earliest first; the reported one has `"this": true`."""
    room = ChatLine.objects.filter(game_id=line.game_id, room=line.room).select_related("user")
    before = list(room.filter(pk__lt=line.pk).order_by("-pk")[:AROUND])[::-1]
    after = list(room.filter(pk__gt=line.pk).order_by("pk")[:AROUND])
    return [_line(one) | {"this": one.pk == line.pk} for one in (*before, line, *after)]


def _lines_of(user: User, game: Game) -> list[JSON]:
    said = ChatLine.objects.filter(game=game, user=user).select_related("user").order_by("-pk")[: 2 * AROUND]
    return _in_order(said)


def _in_order(latest_first: Iterable[ChatLine]) -> list[JSON]:
    return [_line(line) for line in latest_first][::-1]


def _line(line: ChatLine) -> JSON:
    return {
        "id": line.public_id,
        "room": line.room,
        "by": player_json(line.user),
        "text": line.text,
        "hidden": line.hidden,
        "at_ms": line.at_ms,
    }
