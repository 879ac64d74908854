"""A seat cannot learn what it must not know, by any means: twin games that differ only in secrets look alike to it."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from engine import export, replay
from engine.newtypes import FIRST, UnixMs
from engine.position import Position, Step
from games.matchmaking.services.pair_seeks import pair_seeks
from games.models import Game, GameSecret, PairingPool, PoolSecret
from games.record import frames, positions, selectors
from games.record.positions import Entry
from games.record.services.abort import abort
from games.record.services.submit_action import submit_action
from games.seating.services.leave_table import leave_table
from games.seating.services.open_table import open_table
from games.seating.services.rematch import ask_rematch
from pyramido_site.infrastructure.public_ids import PublicId
from tests.games import play
from tests.games.seeking import game_of, seeking
from tests.seats import SEAT_0, SEAT_1, SEAT_2

pytestmark = pytest.mark.django_db(transaction=True)


def in_secret_phase(seats: int = 3, seed: int = 2) -> Game:
    """Play a game up to submissions, with more than one choice for each person."""
    game, _ = play.table(seats)
    play.play_until(game, Random(seed), lambda at: len(at.to_move) == seats)
    return play.fresh(game)


def two_submissions(at: Position, seat: int) -> tuple[Any, Any]:
    """Return two different legal submissions of one seat."""
    rng = Random(3)
    first = play.random_action(at, seat, rng)
    while (second := play.random_action(at, seat, rng)) == first:
        pass
    return first, second


def test_a_submission_looks_the_same_to_all_others_whatever_it_is() -> None:
    game = in_secret_phase()
    before = positions.load(game)
    at = before.position
    steps: list[Step] = [
        replay.act(at, SEAT_0, action, expected_seq=at.seq, at_ms=UnixMs(at.at_ms + 5))
        for action in two_submissions(at, 0)
    ]
    after = [before.moved_to(step.position, step.events) for step in steps]
    for seat in (SEAT_1, SEAT_2, None):
        shown = [
            frames.encode({**frames.events_frame(before, entry, step.events, seat), "server_now_ms": 0})
            for entry, step in zip(after, steps, strict=True)
        ]
        assert shown[0] == shown[1]
        views = [frames.encode({**frames.view_frame(entry, seat), "server_now_ms": 0}) for entry in after]
        assert views[0] == views[1]
    own = [
        frames.encode(frames.events_frame(before, entry, step.events, SEAT_0))
        for entry, step in zip(after, steps, strict=True)
    ]
    assert own[0] != own[1]


def test_twin_games_look_the_same_over_rest() -> None:
    """Two games with one log up to a secret submission: others' responses are the same except for ids and times."""
    game = in_secret_phase()
    at = play.position(game)
    first, second = two_submissions(at, 0)
    answers: list[list[bytes]] = []
    for action in (first, second):
        twin = _twin(game)
        submit_action(twin.public_id, SEAT_0, at.seq, action)
        fetched = []
        for seat in (SEAT_1, SEAT_2, None):
            client = Client()
            if seat is not None:
                client.force_login(play.owner_of(twin, seat))
            for what, status in (("", 200), ("/view", 200), ("/events?since=-1", 200), ("/export", 409)):
                answer = client.get(f"/api/v1/games/{twin.public_id}{what}")
                assert answer.status_code == status, (what, answer.content)
                fetched.append(_normal(answer.content, twin))
        answers.append(fetched)
    assert answers[0] == answers[1]


def _twin(game: Game) -> Game:
    """Copy a running game, with its secret and its whole log, under another id."""
    fields = {
        field.attname: getattr(game, field.attname)
        for field in Game._meta.concrete_fields
        if field.attname not in ("id", "public_id")
    }
    twin = Game.objects.create(**fields)
    for seat in game.seats.all():
        twin.seats.create(number=seat.number, kind=seat.kind, user=seat.user)
    secret = game.secret_part
    type(secret).objects.create(game=twin, secret=secret.secret, nonces=secret.nonces)
    columns = "seq, seat, kind, payload, at_ms, hash, key, digest, written"
    with connection.cursor() as cursor:
        cursor.execute(
            f"INSERT INTO games_event (game_id, {columns}) SELECT %s, {columns} FROM games_event WHERE game_id = %s",
            [twin.pk, game.pk],
        )
    return twin


def _normal(raw: bytes, game: Game) -> bytes:
    document = json.loads(raw.replace(game.public_id.encode(), b"ID"))

    def still(value: Any) -> Any:
        if isinstance(value, dict):
            return {
                name: 0 if name in ("at_ms", "server_now_ms", "deadline_ms") else still(item)
                for name, item in value.items()
            }
        return [still(item) for item in value] if isinstance(value, list) else value

    return json.dumps(still(document)).encode()


def test_the_secret_is_nowhere_before_the_end() -> None:
    game = in_secret_phase()
    entry = positions.load(game)
    submit_action(game.public_id, SEAT_0, game.seq or FIRST, two_submissions(entry.position, 0)[0])
    secret, head = entry.position.secret.hex(), play.position(game).hash
    client = Client()
    client.force_login(play.owner_of(game, 1))
    for path, status in (("", 200), ("/view", 200), ("/events?since=-1", 200), ("/export", 409)):
        answer = client.get(f"/api/v1/games/{game.public_id}{path}")
        text = answer.content.decode()
        assert answer.status_code == status, (path, text)
        assert secret not in text and head not in text and '"hash"' not in text
    assert answer.json()["code"] == "still_running"
    assert secret in frames.encode(selectors.export_of(_finished(game)))


def test_an_aborted_game_has_an_export_with_its_secret() -> None:
    """docs/rules.md E: secret and nonces are public when the game ends, for whatever reason."""
    game, people = play.table(2, [b"\x11" * 32, None])
    secret = GameSecret.objects.get(game=game)
    client = Client()
    client.force_login(people[1])
    path = f"/api/v1/games/{game.public_id}"
    assert client.get(f"{path}/export").json()["code"] == "still_running"
    abort(game.public_id, SEAT_0)
    for reader in (client, Client()):
        answer = reader.get(f"{path}/export")
        assert answer.status_code == 200, answer.content
        document = answer.json()
        assert document["secret"] == bytes(secret.secret).hex()
        assert document["nonces"] == ["11" * 32, "00" * 32]
        position = export.rebuild(export.read(answer.content))
        assert position.aborted and position.hash == bytes(play.fresh(game).head_hash or b"").hex()
    refused = client.get(f"{path}/points")
    assert (refused.status_code, refused.json()["code"]) == (409, "aborted")


def test_a_table_closed_before_its_game_started_keeps_its_secret() -> None:
    host = play.person()
    game = open_table(host, play.GAME, {"seats": 2})
    leave_table(host, game.public_id)
    answer = Client().get(f"/api/v1/games/{game.public_id}/export")
    assert (answer.status_code, answer.json()["code"]) == (409, "aborted")
    assert bytes(GameSecret.objects.get(game=game).secret).hex() not in answer.content.decode()


def test_the_secret_of_an_aborted_game_deals_no_other() -> None:
    """Otherwise publishing it would reveal the deal of a rematch, or of a later game of its pool."""
    one, other = seeking(), seeking()
    pair_seeks()
    first = game_of(one)
    abort(first.public_id, SEAT_0)
    rematch = ask_rematch(one.user, first.public_id)
    again, _ = seeking(user=one.user), seeking(user=other.user)
    pair_seeks()
    second = game_of(again)
    assert second.pool == first.pool is not None
    commitments = {first.commitment, rematch.commitment, second.commitment}
    unused = PoolSecret.objects.filter(pool=first.pool, number__gte=PairingPool.objects.get().taken)
    assert len(commitments) == 3 and unused.exists()
    assert not unused.filter(commitment__in=commitments).exists()
    assert selectors.export_of(first.public_id)["commitment"] == first.commitment


def _finished(game: Game) -> PublicId:
    play.play_to_the_end(game, seed=4)
    return game.public_id


def test_ordinary_reads_do_not_touch_the_secret() -> None:
    game, people = play.table()
    client = Client()
    client.force_login(people[0])

    def asks_for_the_secret(path: str) -> bool:
        with CaptureQueriesContext(connection) as queries:
            assert client.get(f"/api/v1/games/{game.public_id}{path}").status_code == 200
        return any(GameSecret._meta.db_table in query["sql"] for query in queries.captured_queries)

    assert not any(asks_for_the_secret(path) for path in ("", "/view", "/events"))
    positions.cache.clear()  # only who loads a log anew needs it
    assert asks_for_the_secret("/view")


def test_the_administration_shows_no_hidden_state(admin_client: Client) -> None:
    game = in_secret_phase()
    entry = positions.load(game)
    submit_action(game.public_id, SEAT_0, game.seq or FIRST, two_submissions(entry.position, 0)[0])
    head, secret = play.position(game).hash, entry.position.secret.hex()
    pages = [
        admin_client.get(path)
        for path in ("/admin/games/game/", f"/admin/games/game/{game.pk}/change/", "/admin/games/purge/")
    ]
    assert [page.status_code for page in pages] == [200, 200, 200]
    for page in pages:
        assert head not in page.content.decode() and secret not in page.content.decode()
    assert admin_client.post(f"/admin/games/game/{game.pk}/change/", {"status": "finished"}).status_code == 403
    assert admin_client.post(f"/admin/games/game/{game.pk}/delete/", {"post": "yes"}).status_code == 403
    for model in ("event", "gamesecret", "seat"):
        assert admin_client.get(f"/admin/games/{model}/").status_code == 404


def test_documents_are_shared_but_never_changed() -> None:
    game = in_secret_phase()
    entry: Entry = positions.load(game)
    made = {seat: frames.encode(entry.document(seat)) for seat in entry.info.audiences}
    submit_action(game.public_id, SEAT_0, game.seq or FIRST, two_submissions(entry.position, 0)[0])
    assert {seat: frames.encode(entry.document(seat)) for seat in entry.info.audiences} == made
