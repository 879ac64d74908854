"""The pairing task: games for live seeks, with several workers, on both databases.

In one file: all of one task.
"""

from __future__ import annotations

import hashlib
import itertools
import json
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import Block
from games import tasks
from games.live.groups import publisher
from games.matchmaking.pairing import CORRESPONDENCE
from games.matchmaking.selectors.who_waits import waiting_in
from games.matchmaking.services import pair_seeks as service
from games.matchmaking.services.pair_seeks import pair_seeks
from games.matchmaking.services.withdraw_seek import withdraw_seek
from games.models import Game, PoolSecret, Seat, Seek
from games.people.services.purge_game import purge_game
from games.record import selectors
from games.record.checking import faults
from games.record.services.resign import resign
from games.requests.refusals import Refusal
from games.seating.selectors import table_terms
from games.seating.services.open_table import open_table
from games.seating.services.sit_down import sit_down
from games.time.clocks import DAY_MS, HOUR_MS
from tests.games import play
from tests.games.seeking import DAYS, GAME, LIVE, check_pools, fresh, game_of, seeking
from tests.games.threads import at_once
from tests.games.timed import Now

pytestmark = pytest.mark.django_db(transaction=True)


def test_two_equal_seeks_are_paired_and_their_pages_notified(monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[tuple[str, Any]] = []
    monkeypatch.setattr(publisher, "publish", sent.extend)
    one, other = seeking(), seeking()
    elsewhere = seeking(seats=3)
    assert pair_seeks() == 1
    assert fresh(elsewhere).state == "waiting"
    game = game_of(one)
    assert game == game_of(other)
    assert (game.status, game.pool, game.host, game.listed) == ("running", one.pool, None, False)
    assert set(game.seats.values_list("user_id", flat=True)) == {one.user_id, other.user_id}
    assert faults(game) == []
    frames = {group: json.loads(message["text"]) for group, message in sent if group.startswith("account.")}
    table = {"id": game.public_id, "url": f"/games/{game.public_id}/"}
    assert frames == {
        f"account.{seek.user_id}": {"type": "seek", "id": seek.public_id, "state": "paired", "table": table}
        for seek in (one, other)
    }
    assert pair_seeks() == 0


@pytest.mark.parametrize("seats", [3, 4])
def test_larger_tables_wait_until_enough_have_come(seats: int) -> None:
    for _ in range(seats - 1):
        seeking(seats=seats, agreed=LIVE)
    assert pair_seeks() == 0
    last = seeking(seats=seats, agreed=LIVE)
    assert pair_seeks() == 1
    assert game_of(last).seats.count() == seats
    check_pools()


def test_users_with_a_block_between_them_are_never_paired() -> None:
    one, other = seeking(), seeking()
    Block.objects.create(blocker=other.user, blocked=one.user)
    Seek.objects.update(since_ms=0)
    assert pair_seeks() == 0
    third = seeking()
    assert pair_seeks() == 1
    assert fresh(third).state == "paired"
    assert sorted([fresh(one).state, fresh(other).state]) == ["paired", "waiting"]


def test_a_block_that_comes_while_the_arithmetic_is_done_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    one, other = seeking(), seeking()
    known = waiting_in

    def then_blocked(*arguments: Any) -> Any:
        found = known(*arguments)
        Block.objects.create(blocker=one.user, blocked=other.user)
        return found

    monkeypatch.setattr("games.matchmaking.services.pair_seeks.waiting_in", then_blocked)
    assert pair_seeks() == 0
    check_pools()


def test_the_same_two_are_not_paired_endlessly(now: Now) -> None:
    people = [play.person() for _ in range(2)]
    games = 0
    for _ in range(6):
        for user in people:
            if not Seek.objects.filter(user=user, state="waiting").exists():
                seeking(user)
        games += pair_seeks()
    assert games == 3
    now.ms += CORRESPONDENCE.anybody_ms
    assert pair_seeks() == 0, "however long they wait today"
    now.ms += DAY_MS
    assert pair_seeks() == 1, "another day they may"


def test_games_at_tables_and_in_other_pools_count_as_meetings() -> None:
    one, other = play.person(), play.person()
    for control in (DAYS, {"time_control": {"system": "per_move", "seconds": DAY_MS // 1000}}):
        table = open_table(one, GAME, {"seats": 2}, agreed=table_terms.read(control))
        sit_down(other, table.public_id)
    agreed: list[dict[str, Any]] = [{**DAYS, "weekend": zone} for zone in ("UTC", "Europe/Paris")]
    for wanted in agreed:
        seeking(one, wanted)
        seeking(other, wanted)
    assert pair_seeks() == 1, "the third game at this pace is the last of the day"
    for user in (one, other):
        seeking(user, LIVE)
        seeking(user, game="pyramido")
    assert pair_seeks() == 2, "another pace and another game are rated apart"


def test_sitting_down_during_pairing_leads_to_one_live_game() -> None:
    tables, seeks = [], []
    for _ in range(6):
        tables.append(open_table(play.person(), GAME, {"seats": 2}, agreed=table_terms.read(LIVE)))
        seeks.append(seeking(agreed=LIVE))
    sitting = [partial(sit_down, seek.user, at.public_id) for seek, at in zip(seeks, tables, strict=True)]
    calls: list[Callable[[], Any]] = [pair_seeks, *sitting, pair_seeks]
    outcomes = at_once(calls)
    assert {one.code for one in outcomes if isinstance(one, Refusal)} <= {"playing_live"}
    for seek in map(fresh, seeks):
        assert Seat.objects.filter(user=seek.user, game__status="running").count() == 1
        assert seek.state == ("paired" if seek.game else "withdrawn")


def test_two_live_seeks_of_a_player_lead_to_one_game() -> None:
    user = play.person()
    wanted = [seeking(user, LIVE, seats) for seats in (2, 3)]
    days = seeking(user)
    for seats in (2, 3, 3):
        seeking(agreed=LIVE, seats=seats)
    assert pair_seeks() == 1
    assert sorted(fresh(seek).state for seek in wanted) == ["paired", "withdrawn"]
    assert fresh(days).state == "waiting"
    with pytest.raises(Refusal) as refused:
        seeking(user, LIVE)
    game = next(game_of(seek) for seek in wanted if fresh(seek).state == "paired")
    assert refused.value.code == "playing_live" and game.public_id in refused.value.detail
    resign(game.public_id, game.seats.get(user=user).number)
    seeking(user, LIVE)


def test_workers_that_pair_at_once_never_use_anything_twice(caplog: pytest.LogCaptureFixture) -> None:
    people = [play.person() for _ in range(24)]
    for user in people:
        seeking(user)
        for seats in (2, 3):
            seeking(user, LIVE, seats)
    at_once([pair_seeks] * 4)
    pair_seeks()
    assert caplog.messages == [], "the pairings did not interfere"
    live, days = (
        list(Seat.objects.filter(game__pool__live=live).values_list("user_id", flat=True)) for live in (True, False)
    )
    assert len(live) == len(set(live)) >= len(people) - 1, "one may be left over"
    assert sorted(days) == [user.pk for user in people]
    waiting = Seek.objects.filter(state="waiting").values_list("user_id", flat=True)
    assert set(waiting).isdisjoint(live)
    check_pools()


def test_two_concurrent_requests_make_one_seek() -> None:
    user = play.person()
    other = seeking()
    made = at_once([partial(seeking, user)] * 3)
    seeks = [seek for seek in made if isinstance(seek, Seek)]
    assert len(seeks) == 1
    assert [one.code for one in made if isinstance(one, Refusal)] == ["already_seeking"] * 2
    keyed = at_once([partial(seeking, user, seats=3, key="one")] * 3)
    assert len({seek.pk for seek in keyed if isinstance(seek, Seek)}) == 1
    assert not any(isinstance(one, Refusal) for one in keyed)
    assert pair_seeks() == 1
    assert game_of(other) == game_of(seeks[0])
    check_pools()


def test_withdrawing_during_pairing_leads_to_no_table() -> None:
    seeks = [seeking() for _ in range(16)]
    withdrawing: list[Callable[[], int | None]] = [
        partial(withdraw_seek, seek.user, seek.public_id) for seek in seeks[:4]
    ]
    at_once([pair_seeks, pair_seeks, *withdrawing])
    for seek in map(fresh, seeks[:4]):
        assert seek.state == ("paired" if seek.game else "withdrawn")
    check_pools()


class Killed(BaseException):
    """The worker is killed: no code runs after it, and no handler catches it."""


@pytest.mark.parametrize("where", ["_take_secrets", "_note_games", "begin", "table_info"])
def test_a_worker_killed_in_the_middle_leaves_nothing_half_done(where: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for _ in range(8):
        seeking()
    calls = itertools.count()
    real = getattr(service, where)

    def killed(*arguments: Any) -> Any:
        if where in ("_take_secrets", "_note_games") or next(calls) == 2:
            real(*arguments)
            raise Killed
        return real(*arguments)

    with monkeypatch.context() as patched:
        patched.setattr(service, where, killed)
        with pytest.raises(Killed):
            pair_seeks()
    assert not Game.objects.exists()
    check_pools()
    assert pair_seeks() == 4
    check_pools()


def test_commitments_are_shown_before_and_taken_in_order_and_say_who_sits_where() -> None:
    pool = seeking().pool
    seeking()
    pool.refresh_from_db()
    shown = dict(PoolSecret.objects.filter(pool=pool).values_list("number", "commitment"))
    assert len(shown) == pool.prepared >= 32 + 2
    for _ in range(30):
        seeking()
    assert pair_seeks() == 16
    pool.refresh_from_db()
    taken = PoolSecret.objects.filter(pool=pool, number__lt=16).order_by("number")
    assert [secret.commitment for secret in taken] == [shown[number] for number in range(16)]
    assert [secret.game_id for secret in taken] == list(pool.games.order_by("pk").values_list("pk", flat=True))
    assert pool.taken == 16 and pool.prepared - pool.taken >= 32
    for game in pool.games.all():
        people = [seat.user.public_id for seat in game.seats.all() if seat.user is not None]
        places = [hashlib.sha256((game.commitment + person).encode()).hexdigest() for person in people]
        assert len(places) == 2 and places == sorted(places)
    check_pools()


def test_a_nonce_counts_only_if_its_commitment_was_shown_before() -> None:
    nonces = [f"{number:064X}" for number in range(1, 5)]
    early = [seeking(nonce=nonce) for nonce in nonces[:2]]  # the first seek created the pool: nothing was shown before
    pair_seeks()
    assert [seek.commitments_shown > 0 for seek in early] == [False, True]
    kept = game_of(early[0]).secret_part.nonces
    seat = game_of(early[1]).seats.get(user=early[1].user).number
    assert kept == {str(seat): nonces[1].lower()}
    later = [seeking(nonce=nonce) for nonce in nonces[2:]]
    Seek.objects.filter(pk=later[0].pk).update(commitments_shown=1)  # number 1 belongs to the next game
    pair_seeks()
    assert set(game_of(later[1]).secret_part.nonces.values()) == {nonces[3].lower()}
    assert not Seek.objects.exclude(nonce="").exists(), "a nonce is used for one game only"


def test_the_proof_of_a_paired_game_is_checked_offline(tmp_path: Any) -> None:
    seeking(nonce="ab" * 32)
    Seek.objects.all().delete()
    one, other = seeking(nonce="11" * 32), seeking(nonce="22" * 32)
    pool = one.pool
    pool.refresh_from_db()
    promised = PoolSecret.objects.get(pool=pool, number=pool.taken).commitment
    pair_seeks()
    game = game_of(one)
    play.play_to_the_end(game)
    export = selectors.export_of(game.public_id)
    assert export["commitment"] == promised
    seats = {seat.user_id: seat.number for seat in game.seats.all()}
    assert export["nonces"][seats[one.user_id]] == "11" * 32
    assert export["nonces"][seats[other.user_id]] == "22" * 32
    assert hashlib.sha256(bytes.fromhex(export["secret"])).hexdigest() == promised
    file = tmp_path / "game.json"
    file.write_text(json.dumps(export))
    done = subprocess.run(
        [sys.executable, "-m", "engine", "verify", str(file)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_a_removed_game_leaves_its_number_taken() -> None:
    one, _ = seeking(), seeking()
    pair_seeks()
    game = game_of(one)
    purge_game(game.public_id, "asked for")
    secret = PoolSecret.objects.get(pool=one.pool, number=0)
    assert secret.game is None
    later, _ = seeking(), seeking()
    pair_seeks()
    assert game_of(later).commitment == PoolSecret.objects.get(pool=one.pool, number=1).commitment != secret.commitment


def test_the_number_of_queries_does_not_grow_with_the_seeks() -> None:
    def queries(call: Any) -> list[str]:
        with CaptureQueriesContext(connection) as captured:
            call()
        return [query["sql"] for query in captured.captured_queries]

    people = [play.person() for _ in range(80)]
    assert len(queries(pair_seeks)) == 1, "without seeks, one query"
    one = seeking(people[0])
    counts = []
    for waiting in (8, 80):
        for user in people[1:waiting]:
            if not Seek.objects.filter(user=user).exists():
                seeking(user)
        assert Seek.objects.filter(state="waiting").count() == waiting
        counts.append(len(queries(lambda: waiting_in(one.pool, 0))))
    assert counts[0] == counts[1] <= 5
    ran = queries(pair_seeks)
    starts = sum("UPDATE games_game SET" in sql for sql in ran)
    assert starts == 40
    batches = 40 // service.AT_ONCE
    events = 1 if connection.vendor == "sqlite" else 0
    vacations = 1  # after the commit, for each game
    assert len(ran) <= 14 + 20 * batches + 40 * (1 + events + vacations + (2 if events else 0))


def test_one_task_pairs_everywhere_and_may_come_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    for game, seats in (("pyramido", 2), ("forgotten-treasures", 3), ("silver-gold-pyramids", 4)):
        for _ in range(2 * seats):
            seeking(seats=seats, game=game)
    broken = fresh(seeking(seats=4)).pool
    real = service.pair_in
    monkeypatch.setattr(service, "pair_in", lambda pool: 1 // 0 if pool == broken else real(pool))
    tasks.pair_seeks()
    tasks.pair_seeks()
    assert Counter(Game.objects.values_list("game_key", flat=True)) == {"pyramido": 2, "forgotten-treasures": 2}
    check_pools()


def test_an_expired_seek_is_not_paired_before_it_is_swept(now: Now) -> None:
    gone = seeking(agreed=LIVE)
    now.ms += HOUR_MS
    seeking(agreed=LIVE)
    assert pair_seeks() == 0
    assert fresh(gone).state == "waiting"
