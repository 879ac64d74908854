"""A game whose log is damaged is shown as before the damage, cannot go on, and does not hold up any other."""

from __future__ import annotations

import json
import logging
from random import Random
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.urls import reverse

from engine import replay
from engine.newtypes import FIRST, SeatNumber, Seq
from engine.position import Position
from games import tasks
from games.deadlines.services.enforce_deadlines import enforce_deadline
from games.matchmaking.services.leave_everything import leave_games
from games.models import Event, Game
from games.moderation.selectors import dossiers
from games.moderation.services import evidence
from games.presenters import account_data
from games.realtime.account_games import AccountGames
from games.record import positions, selectors
from games.record.append import append_events
from games.record.services.submit_action import submit_action
from games.requests.refusals import Refusal
from tests.games import play
from tests.games.sockets import Socket, in_database
from tests.seats import SEAT_0, SEAT_1
from tests.tampering import unguarded

pytestmark = pytest.mark.django_db(transaction=True)

AT = 7
"""The seq of the damaged event."""
IDLE: dict[str, object] = {"to_move": [], "decision": None}

DAMAGES = {
    "a flipped bit": "UPDATE games_event SET at_ms = at_ms + 1 WHERE game_id = {game} AND seq = 7",
    "another seat": "UPDATE games_event SET seat = 1 - seat WHERE game_id = {game} AND seq = 7",
    "a gap": "DELETE FROM games_event WHERE game_id = {game} AND seq = 7",
    "two swapped": (
        "UPDATE games_event SET seq = -1 WHERE game_id = {game} AND seq = 7;"
        "UPDATE games_event SET seq = 7 WHERE game_id = {game} AND seq = 8;"
        "UPDATE games_event SET seq = 8 WHERE game_id = {game} AND seq = -1"
    ),
    "cut off": "DELETE FROM games_event WHERE game_id = {game} AND seq >= 7",
}


def damage(game: Game, statements: str) -> None:
    """Damage the log despite the guard; then clear the cache, so that this process is like a new one."""
    with unguarded(), connection.cursor() as cursor:
        for statement in statements.format(game=game.pk).split(";"):
            cursor.execute(statement)
            assert cursor.rowcount > 0
    positions.cache.clear()


@pytest.fixture
def game() -> Game:
    made, _ = play.table(2)
    play.play_until(made, Random(1), lambda at: at.seq >= 12)
    return play.fresh(made)


def good(game: Game) -> Position:
    """Return the position before the damage, from the intact log."""
    reached: list[Position] = []
    events = positions.read_events(game.pk)
    secret, nonces = positions.read_secret(game.pk, ("explorer", "explorer"))
    for event in events[:AT]:
        reached.append(replay.advance(reached[-1] if reached else None, event, secret, nonces))
    return reached[-1]


@pytest.mark.parametrize("how", DAMAGES)
def test_it_is_shown_as_it_stood_before_the_damage(game: Game, how: str) -> None:
    before = good(game)
    damage(game, DAMAGES[how])
    for seat in (None, SEAT_0, SEAT_1):
        client = Client()
        if seat is not None:
            client.force_login(play.owner_of(game, seat))
        shown = client.get(f"/api/v1/games/{game.public_id}/view").json()
        assert (shown["broken_at"], shown["seq"], shown["view"]) == (AT, AT - 1, before.view(seat) | IDLE)
        table = shown["table"]
        assert (table["to_move"], table["deadline_ms"], table["can_take_back"]) == ([], None, False)
        assert (table["standing"]["clocks"], table["standing"]["may_ask_back"]) == (None, [])
        told = client.get(f"/api/v1/games/{game.public_id}/events").json()["events"]
        assert [event["seq"] for event in told] == list(range(AT))
        assert client.get(f"/games/{game.public_id}/").status_code == 200


def test_nothing_is_left_where_event_0_is_of_another_version(game: Game) -> None:
    event = Event.objects.get(game_id=game.pk, seq=0)
    with unguarded(), connection.cursor() as cursor:
        other = json.dumps({**event.payload, "rules_version": 2})
        cursor.execute("UPDATE games_event SET payload = %s WHERE game_id = %s AND seq = 0", [other, game.pk])
    positions.cache.clear()
    shown = Client().get(f"/api/v1/games/{game.public_id}/view").json()
    assert (shown["broken_at"], shown["seq"], shown["view"]) == (0, None, None)
    assert Client().get(f"/api/v1/games/{game.public_id}/events").json()["events"] == []
    assert Client().get(f"/games/{game.public_id}/").status_code == 200
    with pytest.raises(Refusal, match="broken_log"):
        positions.load(play.fresh(game))
    assert Client().get(f"/api/v1/games/{game.public_id}/view").json() | {"server_now_ms": 0} == shown | {
        "server_now_ms": 0
    }


def everything_that_acts(game: Game) -> list[tuple[str, dict[str, Any]]]:
    seq = {"expected_seq": game.seq}
    return [
        ("actions", {**seq, "action": {"type": "take", "space": 0, "gem": 0}}),
        ("take-back", seq),
        ("resign", {}),
        ("requests", {"what": "pause"}),
        ("plan/preview", {"do": [[]]}),
    ]


def test_whatever_would_go_on_with_it_is_refused(game: Game) -> None:
    damage(game, DAMAGES["a gap"])
    row = Game.objects.filter(pk=game.pk).values().get()
    client = Client()
    client.force_login(play.owner_of(game, game.seats_to_move[0]))
    for path, body in everything_that_acts(game):
        answer = client.post(f"/api/v1/games/{game.public_id}/{path}", body, content_type="application/json")
        assert (answer.status_code, answer.json()["code"]) == (409, "broken_log"), (path, answer.content)
    assert Game.objects.filter(pk=game.pk).values().get() == row
    legal = client.get(f"/api/v1/games/{game.public_id}/legal-actions").json()
    assert (legal["seq"], legal["actions"]) == (AT - 1, [])


def test_a_process_that_knows_it_as_it_was_goes_on_and_a_new_one_finds_the_damage(game: Game) -> None:
    """A cached position was right when it was written; only a process that reads the log finds the damage."""
    kept = positions.load(game)
    damage(game, DAMAGES["a flipped bit"])
    positions.cache.put(kept)
    seat = kept.position.to_move[0]
    submit_action(game.public_id, seat, kept.position.seq, play.random_action(kept.position, seat, Random(1)))
    told = selectors.events_for(game.public_id, None, Seq(AT - 3))["events"]
    assert [event["seq"] for event in told] == [AT - 2, AT - 1], "the rows read are compared with the hash chain"
    positions.cache.clear()
    with pytest.raises(Refusal, match="broken_log"):
        play.position(game)


def test_a_cached_position_that_does_not_match_a_restored_log_is_dropped(game: Game) -> None:
    """The log decides: a cached position that does not match it is dropped, and nothing is reported as broken."""
    kept = positions.load(game)
    other = play.table(2)[0]
    position = play.position(other)
    positions.cache.put(positions.Entry(kept.info, position))
    positions.cache.drop(game.public_id)
    positions.cache.put(positions.Entry(kept.info, position))
    assert positions.load(play.fresh(game)).position == kept.position


def test_it_is_logged_once_a_minute_and_not_on_every_read(game: Game, caplog: pytest.LogCaptureFixture) -> None:
    damage(game, DAMAGES["a gap"])
    with caplog.at_level(logging.ERROR, logger="games.record.positions"):
        for _ in range(5):
            assert positions.load_or_none(play.fresh(game)) is None
    (said,) = caplog.messages
    assert game.public_id in said and f"event {AT}" in said and "check_games" in said


def test_only_the_latest_are_remembered(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(positions, "BROKEN_KEPT", 1)
    other, _ = play.table()
    for one in (game, other):
        positions.cache.keep_broken(one, None)
    assert list(positions.cache.broken) == [other.public_id]


def test_a_log_that_was_mended_is_found_whole_again(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(positions, "BROKEN_S", 0.0)
    damage(game, DAMAGES["a flipped bit"])
    assert positions.load_or_none(play.fresh(game)) is None
    with unguarded(), connection.cursor() as cursor:
        cursor.execute(f"UPDATE games_event SET at_ms = at_ms - 1 WHERE game_id = {game.pk} AND seq = {AT}")
    assert positions.load(play.fresh(game)).position.seq == game.seq


def test_sweeps_go_past_it_to_the_games_behind_it(game: Game, caplog: pytest.LogCaptureFixture) -> None:
    behind, _ = play.table(2)
    play.play_until(behind, Random(2), lambda at: at.seq >= 4)
    everyone = Game.objects.filter(pk__in=(game.pk, behind.pk))
    everyone.update(told_seq=-1, last_event_ms=1, deadline_ms=1)
    Game.objects.filter(pk=game.pk).update(last_event_ms=0, deadline_ms=0)
    damage(game, DAMAGES["a gap"])
    tasks.announce_late()
    assert [play.fresh(one).told_seq for one in (game, behind)] == [game.seq, play.fresh(behind).seq]
    assert enforce_deadline(game.public_id) is False
    for public_id, seat in ((game.public_id, 0), (behind.public_id, 0)):
        tasks.play_ai(public_id, SeatNumber(seat), None)
        tasks.play_automatic(public_id, play.fresh(public_id).seq or FIRST)
        tasks.play_conditional_moves(public_id)
        tasks.announce(public_id)
    assert not [record for record in caplog.records if record.exc_info]


def test_its_players_lists_files_and_papers_are_still_there(game: Game) -> None:
    user, other = play.owner_of(game, 0), play.owner_of(game, 1)
    before = good(game)
    damage(game, DAMAGES["two swapped"])
    client = Client()
    client.force_login(user)
    for name in ("home", "lobby", "my_games", "notifications"):
        assert client.get(reverse(name)).status_code == 200, name
    assert AccountGames(user).lost() == []
    assert [one["id"] for one in AccountGames(user).now()["games"]] == [game.public_id]
    (told,) = [one for one in map(json.loads, account_data.data_of(user, None)) if one["kind"] == "game"]
    assert told["view"] == before.view(SEAT_0) | IDLE
    with_seats = selectors.game_by_id(game.public_id)
    assert evidence.of(user, other, with_seats, None)["game"]["seq"] == AT - 1
    assert dossiers.game_file(game.public_id, play.person()) is not None
    leave_games(user)  # as when an account is closed: refused here, and nothing else is affected
    with pytest.raises(Refusal, match="broken_log"):
        append_events(
            game.public_id, SEAT_0, lambda at, /, **context: pytest.fail("nothing is decided on a broken log")
        )


def test_a_broken_finished_game_has_no_export_and_other_games_have(game: Game) -> None:
    done, user = play.solo()
    play.play_to_the_end(done)
    other = play.fresh(play.solo(user)[0])
    play.play_to_the_end(other, seed=2)
    kept = positions.load(play.fresh(done))
    damage(done, DAMAGES["a flipped bit"])
    for remembered in (False, True):
        if remembered:
            positions.cache.clear()
            positions.cache.put(kept)
        answer = Client().get(f"/api/v1/games/{done.public_id}/export")
        assert (answer.status_code, answer.json()["code"], answer.json()["seq"]) == (409, "broken_log", AT)
    assert Client().get(f"/api/v1/games/{other.public_id}/export").status_code == 200
    lines = list(account_data.games_of(user))
    assert len(lines) == 1


async def test_a_socket_is_told_once_and_may_look_on() -> None:
    game = await in_database(lambda: play.table(2)[0])
    await in_database(lambda: play.play_until(game, Random(1), lambda at: at.seq >= 12))
    await in_database(lambda: damage(play.fresh(game), DAMAGES["a gap"]))
    owner = await in_database(lambda: play.owner_of(game, 0))
    for user in (None, owner):
        socket = await Socket.to(game.public_id, user)
        frame = await socket.frame()
        assert (frame["type"], frame["broken_at"], frame["seq"]) == ("view", AT, AT - 1)
        await socket.send({"type": "sync", "since": AT - 1})
        assert (await socket.frame())["broken_at"] == AT
        if user is not None:
            await socket.send({"type": "resign", "ref": "1"})
            refused = await socket.frame()
            assert (refused["type"], refused["code"], refused["ref"]) == ("error", "broken_log", "1")
        await socket.close()
