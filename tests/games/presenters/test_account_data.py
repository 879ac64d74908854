"""The download of a player's own data."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.db import connections, transaction
from django.test import AsyncClient, Client

from accounts.models import User
from accounts.sanctions import services as sanctions
from accounts.users.blocks import block
from engine.__main__ import main as engine
from engine.newtypes import SeatNumber
from engine.published import check_line
from games.chat.services.say import say
from games.chat.services.write_note import write_note
from games.models import Appeal, ModerationDecision, Report
from games.record import positions
from games.record.services.resign import resign
from games.record.services.submit_action import submit_action
from games.seating.services.open_table import open_table
from games.seating.services.sit_down import sit_down
from tests.games import play
from tests.games.exports.test_monthly_file import body, rate_all, rated
from tests.games.timed import Now
from tests.people import account, forget_limits, guest, signed_in, visitor
from tests.seats import SEAT_0, SEAT_1

pytestmark = pytest.mark.django_db(transaction=True)


def data_of(client: Client) -> dict[str, list[dict[str, Any]]]:
    """Return the lines by kind."""
    answer = client.get("/api/v1/account/data")
    assert answer.status_code == 200 and answer["Content-Type"] == "application/x-ndjson"
    found: dict[str, list[dict[str, Any]]] = {}
    for line in body(answer).splitlines():
        one = json.loads(line)
        found.setdefault(one.pop("kind"), []).append(one)
    return found


def test_everything_about_oneself_and_nothing_of_others(now: Now) -> None:
    ada, ben = account("Ada Lovelace", email="ada@example.org"), account("Ben Nevis", email="ben@example.org")
    finished, running = rated(ada, ben), rated(ada, ben)
    resign(finished, SEAT_1)
    rate_all()
    for user, text in ((ada, "good luck"), (ben, "and to you")):
        say(user, running, "players", text)
        write_note(user, running, f"note of {user.display_name}")
    block(ada, guest_of())
    open_table(ada, "pyramido", {"seats": 2})
    found = data_of(signed_in(ada))
    assert found["account"][0].items() >= {"id": ada.public_id, "email": "ada@example.org"}.items()
    assert [one["text"] for one in found["chat"]] == ["good luck"]
    assert [one["text"] for one in found["note"]] == ["note of Ada Lovelace"]
    assert len(found["block"]) == len(found["rating_change"]) == len(found["rating"]) == len(found["session"]) == 1
    games = {one["table"]["id"]: one for one in found["game"]}
    assert len(games) == 3 and games[finished]["export"]["secret"] and games[running]["seat"] == 0
    assert games[running]["view"] == positions.load(play.fresh(running)).position.view(SEAT_0)
    # Ben has reported Ada. Ada was muted, which she may read; staff notes about her she may not read.
    filed = {"kind": "harassment", "about": "profile", "evidence": {}, "at_ms": 1}
    Report.objects.create(reporter=ben, reported=ada, text="He said so", **filed)
    with transaction.atomic():
        mute = sanctions.impose(ada, "mute", "Rude.", None)
    muted = ModerationDecision.objects.create(action="mute", by=ben, user=ada, reason="Rude.", at_ms=1, sanction=mute)
    ModerationDecision.objects.create(action="note", by=ben, user=ada, reason="Look again.", at_ms=1)
    Appeal.objects.create(decision=muted, text="I was not", at_ms=2)
    told = data_of(signed_in(ada))
    assert [one["id"] for one in told["sanction"]] == [mute.public_id]
    assert [(one["action"], one["reason"]) for one in told["decision"]] == [("mute", "Rude.")]
    assert [one["text"] for one in told["appeal"]] == ["I was not"] and "report" not in told
    assert told["signed_in"][0]["address"] and "Look again" not in str(told)
    assert found["end"][0]["lines"] == sum(map(len, found.values())) - 1
    text = json.dumps(found)
    secret = positions.load(play.fresh(running)).position.secret.hex()
    assert secret not in text and "ben@example.org" not in text and "note of Ben" not in text


def guest_of() -> User:
    return play.person("Somebody Else")


def test_secrets_of_others_stay_with_them_in_a_game_of_secret_choices() -> None:
    ada, ben = play.person(), play.person()
    game = open_table(ada, play.AI_GAME, {"seats": 2})
    sit_down(ben, game.public_id)
    at = play.position(game)
    assert at.to_move == (0, 1)
    submit_action(game.public_id, SEAT_0, at.seq, play.random_action(at, 0, Random(1)))
    views = {}
    for seat, user in enumerate((ada, ben)):
        (line,) = data_of(signed_in(user))["game"]
        views[seat] = line["view"]
        assert (
            line["view"] == json.loads(json.dumps(play.position(game).view(SeatNumber(seat)))) and "export" not in line
        )
    assert views[0] != views[1]


def test_finished_games_verify(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    user = account("Ada")
    for resigns in (True, True, False):
        game = open_table(user, "pyramido", {"seats": 2})
        sit_down(play.person(), game.public_id)
        if resigns:
            resign(game.public_id, SEAT_0)
    answer = signed_in(user).get("/api/v1/account/games")
    file = tmp_path / "mine.ndjson"
    file.write_bytes(body(answer))
    assert engine(["verify", str(file)]) == 0 and "2 games verified" in capsys.readouterr().out
    assert [check_line(line).over for line in file.read_bytes().splitlines()] == [True, True]


def test_queries_do_not_grow_with_the_games(django_assert_max_num_queries: Callable[[int], Any]) -> None:
    user = account("Ada")
    client = signed_in(user)
    # the first request of a session stores device fingerprints (accounts.sanctions.device_fingerprints)
    data_of(client)
    counts = []
    for _ in range(2):
        for _ in range(3):
            play.solo(user)
            positions.cache.clear()
        with django_assert_max_num_queries(60) as seen:
            assert data_of(client)["game"]
        counts.append(len(seen))
    assert counts[0] == counts[1]


def test_it_is_for_oneself_and_not_too_often(settings: Any) -> None:
    forget_limits()
    for path in ("data", "games"):
        assert visitor().get(f"/api/v1/account/{path}").status_code == 401
    client = guest()
    answers = [client.get("/api/v1/account/games") for _ in range(31)]
    assert [answer.status_code for answer in answers] == [200] * 30 + [429]
    assert body(answers[0]) == b""


async def test_a_download_by_asgi() -> None:
    user = await sync_to_async(account)("Ada")
    client = AsyncClient()
    await client.aforce_login(user)
    answer = await client.get("/api/v1/account/data")
    assert answer.is_async  # type: ignore[attr-defined]
    content = b"".join([block async for block in answer])  # type: ignore[attr-defined]
    assert json.loads(content.splitlines()[-1])["kind"] == "end"
    await sync_to_async(connections.close_all)()  # of the thread that responded
