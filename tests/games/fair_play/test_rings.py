"""Ten accounts that know the rules raise one of their own for a week, by games that all but one leave at once: through
the services, on a clock of their own.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from random import Random

import pytest

from accounts.models import User
from games import tasks
from games.matchmaking.services import pair_seeks
from games.models import Flag, Game
from games.record.services.resign import resign
from games.requests.refusals import Refusal
from games.seating.selectors.table_terms import read
from games.seating.services.answer_invitation import accept
from games.seating.services.open_table import open_table
from games.seating.services.rematch import ask_rematch
from games.seating.services.sit_down import sit_down
from games.time.clocks import DAY_MS, HOUR_MS, MINUTE_MS
from ratings.models import Rating, RatingPool
from tests.games import play
from tests.games.seeking import seeking
from tests.games.timed import Now, per_move
from tests.people import account

pytestmark = pytest.mark.django_db

MOST = 4000
"""The rise of a rating, in hundredths of a point, that may stay unnoticed."""
GAMES_A_DAY = int(os.environ.get("PYRAMIDO_RING_GAMES", "2"))
"""The full form has 60: more than the limit at which games between the same people become unrated."""
KEYS = ("silver-gold-pyramids", "pyramido", "forgotten-treasures")

Way = Callable[[list[User], str, int], Game]


def by_sitting(users: list[User], key: str, seconds: int) -> Game:
    game = _opened(users, key, seconds)
    for user in users[1:]:
        sit_down(user, game.public_id)
    return game


def by_link(users: list[User], key: str, seconds: int) -> Game:
    game = _opened(users, key, seconds, listed=False)
    for user in users[1:]:
        sit_down(user, game.public_id, link=game.link or "")
    return game


def by_invitation(users: list[User], key: str, seconds: int) -> Game:
    game = _opened(users, key, seconds, invited=users[1:])
    for invitation in list(game.invitations.select_related("user")):
        accept(invitation.user, invitation.public_id)
    return game


def by_rematch(users: list[User], key: str, seconds: int) -> Game:
    ended = Game.objects.filter(game_key=key, status=Game.Status.FINISHED)
    for user in users:
        ended = ended.filter(seats__user=user)
    last = ended.order_by("-pk").first()
    if last is None or last.seats.count() != len(users) or last.rematches.exists():
        return by_sitting(users, key, seconds)
    for user in users:
        game = ask_rematch(user, last.public_id)
    return game


def by_pairing(users: list[User], key: str, seconds: int) -> Game:
    made = [seeking(user, _terms(seconds), len(users), game=key) for user in users]
    if not pair_seeks.pair_seeks():
        raise Refusal(409, "not_paired", "They have met too often.")
    made[0].refresh_from_db()
    assert made[0].game is not None
    return made[0].game


WAYS: tuple[Way, ...] = (by_sitting, by_link, by_invitation, by_rematch, by_pairing)


def _terms(seconds: int) -> dict[str, object]:
    return per_move(1000 * seconds, rated=True)


def _opened(users: list[User], key: str, seconds: int, **more: object) -> Game:
    agreed = read(_terms(seconds))
    return open_table(users[0], key, {"seats": len(users)}, agreed=agreed, **more)  # type: ignore[arg-type]


class Ring:
    """The accounts and their results; an account with too high a rating must be flagged within the hour."""

    def __init__(self, now: Now) -> None:
        self.now = now
        self.users = [account(f"Ring {number}", email=f"ring{number}@example.org") for number in range(10)]
        self.rated = self.unrated = 0

    def game(self, winner: User, givers: list[User], way: Way, key: str, seconds: int, *, late: bool) -> None:
        users = [winner, *givers]
        try:
            game = way(users, key, seconds)
        except Refusal:  # they may not meet, or may not play rated games at present
            Game.objects.filter(status=Game.Status.OPEN).update(status=Game.Status.ABORTED)
            return
        play.play_until(game, Random(1), lambda at: at.under_way)
        for giver in givers:
            self._leave(play.fresh(game), giver, late)
        game = play.fresh(game)
        assert game.status == Game.Status.FINISHED or (late and game.status == Game.Status.RUNNING)
        self.rated += game.rated
        self.unrated += not game.rated
        for pool in RatingPool.objects.all():
            tasks.rate(pool.pk)
        self.now.ms += 2 * MINUTE_MS
        tasks.raise_flags()
        self.check()

    def _leave(self, game: Game, giver: User, late: bool) -> None:
        if game.status != Game.Status.RUNNING:
            return
        seat = game.seats.get(user=giver).number
        if late and game.deadline_ms is not None and seat in game.seats_to_move:
            self.now.sweep(after=game.deadline_ms - self.now.ms)
        elif not game.seats.get(user=giver).departure:
            resign(game.public_id, seat)

    def check(self) -> None:
        high = Rating.objects.filter(value__gt=150_000 + MOST).values_list("user_id", "value")
        for user, value in high:
            assert Flag.objects.filter(user=user, kind="forfeits").exists(), (
                f"{user} has a rating of {value}, unflagged"
            )

    @property
    def highest(self) -> int:
        return max(Rating.objects.values_list("value", flat=True), default=150_000) - 150_000


def one_for_all(ring: Ring, rng: Random) -> Iterator[tuple[User, list[User]]]:
    """Yield games in which all others lose to one account, at tables of two to four."""
    while True:
        yield ring.users[0], rng.sample(ring.users[1:], rng.choice((1, 1, 1, 2, 3)))


def each_a_little(ring: Ring, rng: Random) -> Iterator[tuple[User, list[User]]]:
    """Yield games in which the account nearest below the limit wins, of those that have won games themselves."""
    while True:
        users = rng.sample(ring.users, 2)
        yield users[0], users[1:]


@pytest.mark.slow(30)
@pytest.mark.sampled(one_of=2)
@pytest.mark.parametrize("plan", [one_for_all, each_a_little])
def test_no_account_is_raised_unseen(
    now: Now, plan: Callable[[Ring, Random], Iterator[tuple[User, list[User]]]]
) -> None:
    rng, ring = Random(plan.__name__), Ring(now)
    chosen = plan(ring, rng)
    begin = now.ms
    for day in range(7):
        now.ms = max(now.ms, begin + day * DAY_MS)
        for number in range(GAMES_A_DAY):
            winner, givers = next(chosen)
            key = KEYS[0] if rng.random() < 0.6 else rng.choice(KEYS)
            late = rng.random() < 0.2
            ring.game(winner, givers, rng.choice(WAYS), key, rng.choice((60, DAY_MS // 1000)), late=late)
            now.ms += HOUR_MS // (2 if number % 3 else 4)
    assert ring.rated > 10 and Flag.objects.exists()
    assert {one.kind for one in Flag.objects.all()} <= {"forfeits", "one_sided", "shared"}


def test_two_accounts_playing_all_day_are_flagged_and_mostly_unrated(now: Now) -> None:
    ring = Ring(now)
    one, two = ring.users[:2]
    for number in range(8):
        ring.game(one, [two], WAYS[number % 4], KEYS[0], DAY_MS // 1000, late=False)
    assert (ring.rated, ring.unrated) == (3, 5)
    assert {flag.user_id for flag in Flag.objects.all()} == {one.pk, two.pk}
    assert 4000 < ring.highest < 6000


def test_honest_games_that_end_by_resignation_raise_no_flag(now: Now) -> None:
    ring = Ring(now)
    one, two, three = ring.users[:3]
    for pair in ((one, two), (two, three)):
        ring.game(pair[0], [pair[1]], by_sitting, KEYS[0], DAY_MS // 1000, late=False)
    assert not Flag.objects.exists() and ring.highest <= MOST
