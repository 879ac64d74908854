"""Which path a write takes, what a repeated key returns, and that planned answers are played afterwards."""

from __future__ import annotations

from functools import partial
from random import Random
from typing import Any

import pytest
from django.db import transaction

from engine import canonical
from engine.newtypes import Seq, UnixMs
from engine.position import Event as LogEvent
from games.models import Game
from games.record import after_commit, append, positions
from games.record.after_commit import Acted, Follower
from games.record.decide import Decided
from games.record.services.resign import resign
from games.record.services.submit_action import submit_action
from games.requests.refusals import Refusal
from pyramido_site.infrastructure.public_ids import PublicId
from tests.games import play
from tests.seats import SEAT_0, SEAT_1

pytestmark = pytest.mark.django_db(transaction=True)

FAST, LOCKING = "fast", "locking"


@pytest.fixture
def game() -> Game:
    return play.table(3)[0]


@pytest.fixture
def ways(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The paths that decided or wrote, in order: each write's, and `locking` also for a refusal there."""
    found: list[str] = []
    publish, locking = after_commit.publish, append._locking

    def published(decided: Decided, way: str) -> None:
        if way == FAST:
            found.append(way)
        publish(decided, way)

    def locked(*arguments: Any) -> append.CommandResult:
        found.append(LOCKING)
        return locking(*arguments)

    monkeypatch.setattr(after_commit, "publish", published)
    monkeypatch.setattr(append, "_locking", locked)
    return found


def move(game: Game, key: str | None = None, number: int = 0) -> Any:
    """Return the call that makes a legal action of the seat to move."""
    at = play.position(game)
    seat = at.to_move[0]
    actions = [at.rules.action_to_json(action) for action in at.rules.legal_actions(at.state, seat)]
    return partial(submit_action, game.public_id, seat, at.seq, actions[number], key)


def put_back(entry: positions.Entry | None) -> None:
    """Let this process know the game only as it stood then, as if another process had played on."""
    assert entry is not None
    positions.cache.clear()
    positions.cache.put(entry)


def test_a_cached_position_takes_the_fast_path_and_others_the_locking_one(game: Game, ways: list[str]) -> None:
    move(game)()
    assert ways == [FAST]
    again = move(game, "key")
    positions.cache.clear()
    again()
    assert ways == [FAST, LOCKING]
    move(game, "another key")()
    assert ways == [FAST, LOCKING, FAST]


def test_a_game_that_there_is_not_is_not_found(ways: list[str]) -> None:
    with pytest.raises(Refusal) as refusal:
        resign(PublicId("nowhere"), SEAT_0)
    assert (refusal.value.status, refusal.value.code, ways) == (404, "not_found", [LOCKING])


def test_who_leaves_takes_the_locking_path(game: Game, ways: list[str]) -> None:
    resign(game.public_id, SEAT_0)
    resign(game.public_id, SEAT_1)
    assert ways == [LOCKING, LOCKING]
    assert play.fresh(game).status == Game.Status.FINISHED


def test_the_end_of_a_game_is_told_once_in_its_own_transaction(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    ends: list[tuple[bool, bool]] = []

    def with_end(decided: Decided) -> None:
        ends.append((decided.step.position.ended, transaction.get_connection().in_atomic_block))

    monkeypatch.setattr(after_commit, "_followers", [])
    after_commit.register(Follower(with_end=with_end))
    resign(game.public_id, SEAT_0)
    assert ends == []
    resign(game.public_id, SEAT_1)
    assert ends == [(True, True)]


@pytest.mark.parametrize("key", [None, "key"])
def test_what_others_wrote_is_read_and_the_fast_path_tried_again(game: Game, ways: list[str], key: str | None) -> None:
    old = positions.cache.get(game.public_id)
    play.play_until(game, Random(1), lambda at: at.seq == 3)
    now = move(game, key)
    put_back(old)
    ways.clear()
    assert now().seq == 4
    assert ways == [FAST]


def test_a_refusal_on_the_current_position_needs_no_lock_unless_the_key_may_have_been_used(
    game: Game, ways: list[str]
) -> None:
    old = positions.cache.get(game.public_id)
    stale, with_key = move(game), move(game, "key")
    play.play_until(game, Random(1), lambda at: at.seq == 5)
    new = positions.cache.get(game.public_id)
    for call, entry, expected in (
        (stale, new, []), (stale, old, []), (with_key, new, [LOCKING]), (with_key, old, [LOCKING]),
    ):  # fmt: skip
        put_back(entry)
        ways.clear()
        with pytest.raises(Refusal) as refusal:
            call()
        assert (refusal.value.code, refusal.value.seq, ways) == ("stale", 5, expected)


def test_only_the_row_s_own_position_is_current(game: Game) -> None:
    entry = positions.load(play.fresh(game))
    assert append._is_current(entry)
    Game.objects.filter(pk=game.pk).update(seq=1)
    assert not append._is_current(entry)
    Game.objects.filter(pk=game.pk).update(seq=0, head_hash=bytes(32))
    assert not append._is_current(entry)
    Game.objects.filter(pk=game.pk).update(head_hash=None, seq=None, status=Game.Status.OPEN)
    assert not append._is_current(entry)
    gone = positions.Entry(entry.info.__class__(**fields(entry.info) | {"game_id": -1}), entry.position)
    assert not append._is_current(gone)


def fields(of: Any) -> dict[str, Any]:
    return {name: getattr(of, name) for name in of.__slots__}


@pytest.mark.parametrize("cached", [True, False])
def test_planned_answers_are_played_once_the_write_is_over(
    game: Game, cached: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Acted] = []
    played: list[tuple[PublicId, int | None]] = []

    def has_reply(acted: Acted) -> bool:
        asked.append(acted)
        return acted.conditional_seats > 0

    def reply(public_id: PublicId) -> None:
        played.append((public_id, play.fresh(public_id).seq))

    monkeypatch.setattr(after_commit, "_followers", [])
    after_commit.register(Follower(has_reply=has_reply, reply=reply))
    for conditional, after in ((0, []), (5, [(game.public_id, 2)])):
        Game.objects.filter(pk=game.pk).update(conditional_seats=conditional)
        call = move(game)
        if not cached:
            positions.cache.clear()
        with transaction.atomic():
            result = call()
            assert played == []
        assert played == after and (len(result.replies) == len(after))
        acted = asked[-1]
        assert (acted.public_id, acted.seat, acted.conditional_seats) == (game.public_id, call.args[1], conditional)
        assert acted.after.position.seq == result.seq


def test_a_used_key_returns_all_that_was_written_with_it_and_tells_all_to_look_again(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked: list[PublicId] = []
    monkeypatch.setattr(append, "look_again", looked.append)
    resign(game.public_id, SEAT_0)
    first = resign(game.public_id, SEAT_1, "bye")
    assert [event["kind"] for event in first.events] == ["resigned", "finished"]
    assert first.seq == first.events[-1]["seq"] == play.fresh(game).seq and looked == []
    assert resign(game.public_id, SEAT_1, "bye") == first
    assert looked == [game.public_id]
    with pytest.raises(Refusal) as refusal:
        submit_action(game.public_id, SEAT_1, Seq(0), {}, "bye")
    assert (refusal.value.code, refusal.value.seq) == ("key_reused", first.seq)


def test_a_key_of_another_legal_action_is_refused(game: Game, ways: list[str]) -> None:
    """The fast path, to which the action is legal, learns it from the database."""
    play.play_until(game, Random(1), lambda at: len(list(at.rules.legal_actions(at.state, at.to_move[0]))) > 1)
    first = move(game, "key")
    result = first()
    ways.clear()
    seat = first.args[1]
    play.play_until(game, Random(1), lambda at: at.seq > result.seq and at.to_move == (seat,))
    ways.clear()
    with pytest.raises(Refusal) as refusal:
        move(game, "key")()
    assert (refusal.value.code, ways) == ("key_reused", [LOCKING])
    assert play.fresh(game).seq == play.position(game).seq > result.seq


@pytest.mark.parametrize(("last", "open_"), [("finished", True), ("aborted", True), ("resigned", False)])
def test_hashes_are_shown_once_the_last_event_ends_the_game(last: str, open_: bool) -> None:
    events = [
        LogEvent(Seq(seq), SEAT_0, kind, {"b": 1, "a": 2}, UnixMs(1), canonical.GENESIS)
        for seq, kind in enumerate(("submission", last))
    ]
    own, other = (append._events_json(events, seat) for seat in (SEAT_0, SEAT_1))
    assert ["hash" in event for event in own] == ["hash" in event for event in other] == [open_] * 2
    assert list(own[0]["payload"]) == ["a", "b"]
    assert ("payload" in other[0]) is open_
