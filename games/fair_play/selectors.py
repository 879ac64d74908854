"""The input of the detectors: results, fingerprints, chat lines, and the logs of finished rated games. Running games
are never read.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

from django.db.models import Count

from accounts.models import Fingerprint
from accounts.sanctions.device_fingerprints import KEPT_MS
from engine import registry
from engine.position import Event as LogEvent
from games.chat import selectors as chat
from games.fair_play.detectors import abuse, forfeits
from games.fair_play.detectors import shared_device_or_network as shared
from games.fair_play.detectors.finding import Finding
from games.fair_play.detectors.forfeits import Played
from games.fair_play.detectors.one_sided import Meeting
from games.record import positions
from games.record.models import Event, Game, Seat
from games.time.clocks import DAY_MS
from pyramido_site.infrastructure.public_ids import PublicId
from ratings import elo
from ratings.models import REMOVED, RatingChange, RatingPool, Result, ResultSeat

WINDOW_MS = 90 * DAY_MS
"""Age limit (ms) of what is considered."""
MEETINGS = 60
"""Greatest number of latest games between two users that are considered."""
EARLY = 0.4
"""A resignation before this part of a game's usual length is early."""
USUAL, USUAL_OF = 5, 100
"""Least and greatest number of games from which the usual length is computed."""
LINES = 400


@dataclass(frozen=True, slots=True)
class Rated:
    """A finished rated game. `users` are people's accounts, by seat."""

    result: int
    game: PublicId
    key: str
    pace: str
    population: str
    users: dict[int, int]
    ranks: dict[int, int]
    left: dict[int, str]


def ended(after_ms: int, until_ms: int, limit: int) -> list[tuple[int, str]]:
    """Return `finished_ms` and public id of the rated games that finished in (after, until], earliest first. Games of
    the same millisecond are returned together, so that the next call may start after the last one.
    """
    rows: list[tuple[int, str]] = []
    for rules in registry.games():
        of_kind = Game.objects.filter(game_key=rules.key, status=Game.Status.FINISHED, rated=True)
        between = of_kind.filter(finished_ms__gt=after_ms, finished_ms__lte=until_ms)
        found = _times(between.order_by("finished_ms")[:limit])
        if len(found) == limit:
            last = found[-1][0]
            found = [row for row in found if row[0] < last] + _times(between.filter(finished_ms=last))
            until_ms = min(until_ms, last)
        rows += found
    return sorted(row for row in rows if row[0] <= until_ms)


def _times(games: Iterable[Game]) -> list[tuple[int, str]]:
    return [(game.finished_ms or 0, game.public_id) for game in games]


def rated(public_ids: Sequence[str]) -> list[Rated]:
    """Return the games with rated, not annulled results, by finish time."""
    results = Result.objects.filter(game__in=public_ids, annulled=False).select_related("pool")
    return [_rated(row) for row in results.prefetch_related("seats__user").order_by("finished_ms", "pk")]


def _rated(row: Result) -> Rated:
    seats = [seat for seat in row.seats.all() if seat.user is not None and not seat.user.is_bot]
    return Rated(
        row.pk,
        row.game,
        row.pool.game,
        row.pool.pace,
        row.pool.population,
        {seat.number: seat.user_id for seat in seats if seat.user_id is not None},
        {seat.number: seat.rank for seat in seats},
        {seat.number: seat.departure for seat in seats},
    )


def latest(user: int, now_ms: int, most: int, *, key: str, seats: int = 2, other: int | None = None) -> list[Rated]:
    """Return the player's latest rated games among people, of one key, with at least this many people, and with
    `other`.
    """
    query = Result.objects.filter(
        annulled=False, finished_ms__gt=now_ms - WINDOW_MS, seats__user=user, pool__game=key,
        pool__population=RatingPool.Population.PEOPLE,
    )  # fmt: skip
    if other is not None:
        query = query.filter(pk__in=ResultSeat.objects.filter(user=other).values("result"))
    ids = query.order_by("-finished_ms").values_list("game", flat=True)[: most * (1 if seats == 2 else 3)]
    return [game for game in rated(list(ids)) if len(game.users) >= seats][-most:]


# --- results ----------------------------------------------------------------------------------------------------------


def meetings(user: int, other: int, now_ms: int) -> list[Meeting]:
    """Return the rated games between two users, as `user` sees them, by finish time."""
    both = ResultSeat.objects.filter(user=other).values("result")
    rows = list(
        Result.objects.filter(annulled=False, finished_ms__gt=now_ms - WINDOW_MS, seats__user=user, pk__in=both)
        .exclude(pk__in=ResultSeat.objects.filter(departure=REMOVED, user__in=(user, other)).values("result"))
        .select_related("pool")
        .order_by("-finished_ms")[:MEETINGS]
    )[::-1]
    seats: dict[int, dict[int, ResultSeat]] = defaultdict(dict)
    for seat in ResultSeat.objects.filter(result__in=rows, user__in=(user, other)):
        seats[seat.result_id][seat.user_id or 0] = seat
    current = RatingChange.objects.current().filter(seat__result__in=rows, seat__user__in=(user, other))
    before = {change.seat_id: (change.before, change.games_before) for change in current}
    lengths = dict(Game.objects.filter(public_id__in=[row.game for row in rows]).values_list("public_id", "seq"))
    usual = {key: usual_length(key, now_ms) for key in {row.pool.game for row in rows}}
    found = []
    for row in rows:
        mine, theirs = seats[row.pk][user], seats[row.pk][other]
        if mine.pk not in before or theirs.pk not in before:
            continue  # not rated yet
        (own, own_games), (others, other_games) = before[mine.pk], before[theirs.pk]
        length, normal = lengths.get(row.game), usual[row.pool.game]
        short = length is not None and normal is not None and length < EARLY * normal
        points = 2 * (mine.rank < theirs.rank) + (mine.rank == theirs.rank)
        settled = not (elo.is_provisional(own_games) or elo.is_provisional(other_games))
        early = points == 2 and theirs.departure == "resigned" and short
        found.append(Meeting(own, others, settled, points, early, row.game))
    return found


def usual_length(key: str, now_ms: int) -> float | None:
    """Return the mean number of events of rated games of a key that no player left; None if there are too few."""
    whole = Game.objects.filter(
        game_key=key, status=Game.Status.FINISHED, rated=True, finished_ms__gt=now_ms - WINDOW_MS
    )
    left = ("resigned", "timed_out", "removed")
    lengths = list(
        whole.exclude(seats__departure__in=left).order_by("-finished_ms").values_list("seq", flat=True)[:USUAL_OF]
    )
    return sum(length or 0 for length in lengths) / len(lengths) if len(lengths) >= USUAL else None


def played(user: int, now_ms: int) -> list[Played]:
    """Return the player's latest rated games among people, oldest first, and who left them at once."""
    among_people = Result.objects.filter(
        annulled=False, finished_ms__gt=now_ms - WINDOW_MS, pool__population=RatingPool.Population.PEOPLE
    )
    latest = among_people.filter(seats__user=user).order_by("-finished_ms", "-pk").values_list("game", flat=True)
    games = rated(list(latest[: forfeits.LATEST]))
    moves = _moves([game.game for game in games if any(game.left.values())])
    return [
        Played(
            game.game,
            frozenset(game.users.values()),
            frozenset(
                user
                for seat, user in game.users.items()
                if game.left[seat] not in ("", REMOVED) and moves.get((game.game, seat), 0) <= forfeits.MOVES
            ),
        )
        for game in games
    ]


def _moves(public_ids: Sequence[str]) -> dict[tuple[str, int], int]:
    """Return the number of moves of each seat of these games: actions not taken back, and simultaneous phases
    revealed.
    """
    if not public_ids:
        return {}
    games = dict(Game.objects.filter(public_id__in=public_ids).values_list("pk", "public_id"))
    counted = Event.objects.filter(game_id__in=list(games), kind__in=("action", "taken_back", "revealed"))
    kinds = counted.order_by().values_list("game_id", "seat", "kind").annotate(n=Count("pk"))
    moves: Counter[tuple[str, int]] = Counter()
    shown: Counter[str] = Counter()
    for game, seat, kind, n in kinds:
        if seat is None:
            shown[games[game]] += n
        else:
            moves[games[game], seat] += -n if kind == "taken_back" else n
    seats = Seat.objects.filter(game_id__in=list(games)).values_list("game__public_id", "number")
    return {(game, seat): moves[game, seat] + shown[game] for game, seat in seats}


# --- fingerprints -----------------------------------------------------------------------------------------------------


def shared_fingerprints(now_ms: int, users: Iterable[int] | None = None) -> list[Finding]:
    """Return the findings about each pair of accounts that share a fingerprint and have met in rated games. With
    `users`, only pairs that include one of them.
    """
    held: dict[shared.Trace, set[int]] = defaultdict(set)
    known = Fingerprint.objects.filter(last_ms__gt=now_ms - KEPT_MS, user__is_bot=False)
    wanted: set[int] = set()
    if users is not None:
        wanted = set(users)
        theirs = {(kind, bytes(digest)) for kind, digest in known.filter(user__in=wanted).values_list("kind", "digest")}
        known = known.filter(digest__in=[digest for _, digest in theirs])
    for kind, digest, user in known.values_list("kind", "digest", "user"):
        held[kind, bytes(digest)].add(user)
    accounts = {trace: len(owners) for trace, owners in held.items()}
    common: dict[tuple[int, int], list[shared.Trace]] = defaultdict(list)
    for trace, owners in sorted(held.items()):
        if 2 <= len(owners) <= shared.CROWD:
            for pair in combinations(sorted(owners), 2):
                if users is None or not wanted.isdisjoint(pair):
                    common[pair].append(trace)
    found = []
    for (one, two), traces in common.items():
        recent = ResultSeat.objects.filter(result__finished_ms__gt=now_ms - WINDOW_MS, result__annulled=False)
        met = recent.filter(user=one, result__in=recent.filter(user=two).values("result")).count()
        if met >= shared.MEETINGS:
            games = (recent.filter(user=one).count(), recent.filter(user=two).count())
            found.append(shared.detect((one, two), traces, accounts, met, games))
    return [finding for finding in found if finding is not None]


# --- chats ------------------------------------------------------------------------------------------------------------


def lines_of(user: int, now_ms: int) -> list[abuse.SaidLine]:
    """Return the user's lines that others could read."""
    return [abuse.SaidLine(*row) for row in chat.lines_others_could_read(user, now_ms - WINDOW_MS, LINES)]


# --- replayed games ---------------------------------------------------------------------------------------------------


def events_of(game: Rated) -> list[LogEvent]:
    """Return the log of a finished game; empty if the game was deleted."""
    row = Game.objects.filter(public_id=game.game, status=Game.Status.FINISHED).first()
    return [] if row is None else positions.read_events(row.pk)
