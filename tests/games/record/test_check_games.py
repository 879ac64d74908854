"""`manage.py check_games` names everything that does not follow from a log, and the log's first invalid event."""

from __future__ import annotations

import io
from random import Random
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client

from games.models import Event, Game, GameSecret
from games.record import positions
from games.record.checking import faults
from games.requests.refusals import Refusal
from games.seating.services.open_table import open_table
from tests.games import play
from tests.tampering import unguarded

pytestmark = pytest.mark.django_db(transaction=True)


def run(*arguments: str) -> tuple[str, str]:
    """Return (its output, its error or "")."""
    out = io.StringIO()
    try:
        call_command("check_games", *arguments, stdout=out)
    except CommandError as error:
        return out.getvalue(), str(error)
    return out.getvalue(), ""


@pytest.fixture
def game() -> Game:
    made, _ = play.table(2)
    play.play_until(made, Random(1), lambda at: at.seq >= 12)
    return play.fresh(made)


def test_sound_games_of_every_status_pass(game: Game) -> None:
    finished, _ = play.solo()
    play.play_to_the_end(finished)
    open_table(play.person(), play.GAME, {"seats": 3})
    aborted = open_table(play.person(), play.GAME, {"seats": 3})
    Game.objects.filter(pk=aborted.pk).update(status="aborted")
    assert run() == ("4 games checked, all as their logs say.\n", "")


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("seq", 3),
        ("head_hash", b"\0" * 32),
        ("to_move", 3),
        ("automatic_due", True),
        ("take_back_seat", 1),
        ("outcome", {"reason": "completed"}),
        ("status", "finished"),
        ("started_ms", 1),
        ("last_event_ms", 1),
        ("finished_ms", 1),
        ("options", {"seats": 3}),
        ("game_key", "chess"),
        ("rules_version", 9),
        ("commitment", "0" * 64),
    ],
)
def test_a_projection_that_was_tampered_with_is_named(game: Game, column: str, value: Any) -> None:
    if getattr(game, column) == value:
        value = 0
    Game.objects.filter(pk=game.pk).update(**{column: value})
    said, failed = run()
    assert failed and game.public_id in said
    assert column in said or (column == "commitment" and "commitment" in said)


def test_a_game_without_its_secret_is_named(game: Game) -> None:
    with unguarded():
        GameSecret.objects.filter(game=game).delete()
    said, failed = run()
    assert failed and f"{game.public_id}: has no secret" in said
    assert positions.entries_of([(game, positions.read_info(game))])
    positions.cache.clear()
    assert positions.entries_of([(game, positions.read_info(game))]) == {}


def test_seats_are_compared_too(game: Game) -> None:
    game.seats.filter(number=1).update(kind="legend")
    assert any("seat kinds" in fault for fault in faults(game))
    game.seats.filter(number=1).update(kind="explorer", rank=2)
    assert any("seat ranks" in fault for fault in faults(game))
    game.seats.filter(number=1).update(rank=None, ai="greedy")
    assert any("seat AIs" in fault for fault in faults(game))


@pytest.mark.parametrize(
    ("change", "first_bad"),
    [
        ("UPDATE games_event SET at_ms = at_ms + 1 WHERE game_id = {game} AND seq = 5", 5),
        ("UPDATE games_event SET seat = 1 - seat WHERE game_id = {game} AND seq = 4", 4),
        ("UPDATE games_event SET kind = 'resigned' WHERE game_id = {game} AND seq = 4", 4),
        ("UPDATE games_event SET payload = '{{}}' WHERE game_id = {game} AND seq = 6", 6),
        ("DELETE FROM games_event WHERE game_id = {game} AND seq = 7", 7),
        ("DELETE FROM games_event WHERE game_id = {game} AND seq = 0", 0),
        ("DELETE FROM games_event WHERE game_id = {game}", 0),
        ("UPDATE games_event SET seq = seq + 1000 WHERE game_id = {game} AND seq = 3", 3),
    ],
)
def test_a_log_that_was_tampered_with_is_named_at_its_first_bad_event(game: Game, change: str, first_bad: int) -> None:
    with unguarded(), connection.cursor() as cursor:
        cursor.execute(change.format(game=game.pk))
    positions.cache.clear()
    said, failed = run(f"--game={game.public_id}")
    assert failed
    assert f"{game.public_id}: log: event {first_bad}:" in said
    good = f"good up to event {first_bad - 1}" if first_bad else "nothing of it is good"
    assert good in said


def test_one_flipped_bit_of_a_hash_is_found(game: Game) -> None:
    event = Event.objects.get(game_id=game.pk, seq=8)
    flipped = bytes([event.hash[0] ^ 1]) + bytes(event.hash[1:])
    with unguarded(), connection.cursor() as cursor:
        cursor.execute("UPDATE games_event SET hash = %s WHERE game_id = %s AND seq = 8", [flipped, game.pk])
    assert "event 8:" in run()[0]


def test_events_cut_off_at_the_end_are_found(game: Game) -> None:
    with unguarded(), connection.cursor() as cursor:
        cursor.execute("DELETE FROM games_event WHERE game_id = %s AND seq > 9", [game.pk])
    said, failed = run()
    assert failed and "log: event 10: the log should continue to event 12 (it is good up to event 9)" in said
    assert "seq: the table says" in said
    positions.cache.clear()
    row = play.fresh(game)
    with pytest.raises(Refusal, match="broken_log"):
        positions.load(row)


def test_a_secret_that_is_not_the_committed_one_is_found(game: Game) -> None:
    GameSecret.objects.filter(game=game).update(secret=b"x" * 32)
    assert "commitment: it is not the hash of the secret" in run()[0]
    GameSecret.objects.filter(game=game).delete()
    assert "has no secret" in run()[0]


def test_a_game_that_does_not_exist_is_an_error() -> None:
    assert run("--game", "nothing")[1] == "1 of the games named do not exist."


def test_readers_of_a_broken_log_get_its_intact_part_and_other_games_go_on(game: Game) -> None:
    other, _ = play.table()
    with unguarded(), connection.cursor() as cursor:
        cursor.execute("DELETE FROM games_event WHERE game_id = %s AND seq = 7", [game.pk])
    positions.cache.clear()
    answer = Client().get(f"/api/v1/games/{game.public_id}/export")
    assert (answer.status_code, answer.json()["code"]) == (409, "still_running")
    answer = Client().get(f"/api/v1/games/{game.public_id}/view")
    assert (answer.status_code, answer.json()["broken_at"], answer.json()["seq"]) == (200, 7, 6)
    assert Client().get(f"/api/v1/games/{other.public_id}/view").status_code == 200
