"""Blocks: only the user who blocks sees the block, and the two never sit at one table."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest
from django.test import Client

from accounts.models import Block, Notification
from accounts.users import blocks
from games.chat import selectors as chat
from games.chat.services.say import say
from games.models import Invitation, Seat
from games.requests.refusals import Refusal
from games.seating.selectors import open_tables
from games.seating.services.open_table import open_table
from games.seating.services.sit_down import sit_down
from tests.games import play
from tests.games.threads import at_once

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_long_list_comes_in_pages() -> None:
    anna, client = play.person("Anna"), Client()
    for number in range(5):
        blocks.block(anna, play.person(f"Nuisance {number}"))
    client.force_login(anna)
    address, names = "/api/v1/account/blocks?limit=2", []
    while address:
        page = client.get(address).json()
        names.append([one["name"] for one in page["results"]])
        address = page["next"]
    assert names == [["Nuisance 4", "Nuisance 3"], ["Nuisance 2", "Nuisance 1"], ["Nuisance 0"]]


def test_blocking_over_the_interface() -> None:
    anna, bert, client = play.person("Anna"), play.person("Bert"), Client()
    path = f"/api/v1/players/{bert.public_id}/block"
    assert client.post(path).status_code == 401
    client.force_login(anna)
    assert [client.post(path, {}, "application/json").status_code for _ in range(2)] == [201, 201]
    nobody: dict[str, Any] = {"next": None, "previous": None, "results": []}
    listed = {**nobody, "results": [{"id": bert.public_id, "name": "Bert", "guest": False, "bot": False}]}
    assert client.get("/api/v1/account/blocks").json() == listed
    other = Client()
    other.force_login(bert)
    assert other.get("/api/v1/account/blocks").json() == nobody
    assert client.post(f"/api/v1/players/{anna.public_id}/block", {}, "application/json").status_code == 400
    assert client.post("/api/v1/players/nobody/block", {}, "application/json").json()["code"] == "not_found"
    assert client.delete(path).status_code == 204 and not Block.objects.exists()


def test_a_blocked_pair_does_not_sit_down_together_and_does_not_see_the_other_s_tables() -> None:
    anna, bert, cleo = play.person(), play.person(), play.person()
    game = open_table(anna, play.GAME, {"seats": 3})
    blocks.block(anna, bert)
    details = set()
    for user, host in ((bert, anna), (anna, bert)):
        table = game if host == anna else open_table(bert, play.GAME, {"seats": 3})
        with pytest.raises(Refusal) as refusal:
            sit_down(user, table.public_id)
        details.add((refusal.value.status, refusal.value.code, refusal.value.detail))
        assert table not in open_tables.open_tables_for(user) and table in open_tables.open_tables_for(host)
        assert table in open_tables.open_tables_for(cleo) and table in open_tables.open_tables_for(None)
        client = Client()
        client.force_login(user)
        listed = client.get("/api/v1/games?status=open").json()["results"]
        assert table.public_id not in [one["id"] for one in listed]
    assert len(details) == 1, "a block is not revealed to the blocked user"
    sit_down(cleo, game.public_id)
    blocks.unblock(anna, bert)
    sit_down(bert, game.public_id)


def test_the_number_of_blocks_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(blocks, "MOST", 3)
    anna, others = play.person(), [play.person() for _ in range(5)]

    def block(number: int) -> bool:
        try:
            blocks.block(anna, others[number])
        except blocks.TooMany:
            return False
        return True

    assert sorted(map(bool, at_once([partial(block, number) for number in range(5)]))) == [False] * 2 + [True] * 3
    assert Block.objects.filter(blocker=anna).count() == 3


def test_chat_lines_of_a_blocked_user_are_marked_and_do_not_notify() -> None:
    game, (anna, bert) = play.table(2)
    blocks.block(anna, bert)
    say(bert, game.public_id, "players", "Hello?")
    assert chat.asked(game.public_id, anna).muted == [bert.public_id]
    assert chat.asked(game.public_id, bert).muted == []
    assert not Notification.objects.filter(user=anna, kind="chat").exists()
    say(anna, game.public_id, "players", "Hello yourself!")
    assert Notification.objects.filter(user=bert, kind="chat").exists(), "one who has blocked no one is told"


def test_a_block_parts_the_two_where_nothing_has_begun() -> None:
    anna, bert, cleo = play.person("Anna"), play.person("Bert"), play.person("Cleo")
    hosted, of_cleo = (open_table(host, play.GAME, {"seats": 3}) for host in (anna, cleo))
    sit_down(bert, hosted.public_id)
    sit_down(anna, of_cleo.public_id)
    sit_down(bert, open_table(cleo, play.GAME, {"seats": 2}).public_id)  # it is running, and continues
    asked = open_table(bert, "pyramido", {"seats": 3}, invited=[anna])
    client = Client()
    client.force_login(anna)
    assert client.post(f"/players/{bert.public_id}/block/").status_code == 302
    seated = Seat.objects.filter(user=bert).values_list("game__public_id", flat=True)
    assert hosted.public_id not in seated and len(seated) == 2
    assert Notification.objects.filter(user=bert, kind="table_closed").count() == 1
    assert list(Invitation.objects.filter(game=asked).values_list("state", flat=True)) == ["withdrawn"]
    third = open_table(cleo, "pyramido", {"seats": 3})
    for user in (anna, play.person()):
        sit_down(user, third.public_id)
    assert play.fresh(third).status == "running"
    waiting = open_table(cleo, "pyramido", {"seats": 4})
    sit_down(anna, waiting.public_id)
    blocks.unblock(anna, bert)
    sit_down(bert, waiting.public_id)
    bert_s = Client()
    bert_s.force_login(bert)
    assert bert_s.post(f"/api/v1/players/{anna.public_id}/block", {}, "application/json").status_code == 201
    assert set(Seat.objects.filter(game=waiting, user__isnull=False).values_list("user__display_name", flat=True)) == {
        "Cleo", "Anna",
    }  # fmt: skip
