"""A table can delay its watchers by some moves: until then they learn nothing of a move, not even that there was one
(test_watch_delay_twins.py).
"""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from accounts.models import User
from engine import canonical, redaction
from engine.core import JSON
from engine.newtypes import BEFORE_FIRST, SeatNumber, Seq, UnixMs
from engine.position import Event as LogEvent
from engine.position import Position
from games.models import Game
from games.presenters import game_lists
from games.record import positions, selectors
from games.record.services.abort import abort
from games.record.services.resign import resign
from games.record.services.submit_action import submit_action
from games.record.services.take_back import take_back
from games.replay import selectors as replay
from games.seating.selectors import table_terms
from games.seating.services.open_table import open_table
from games.seating.services.rematch import ask_rematch
from games.seating.services.sit_down import sit_down
from pyramido_site.infrastructure.utc import utc_datetime
from tests.games import play
from tests.games.sockets import Socket, in_database
from tests.games.timed import per_move
from tests.people import signed_in, visitor
from tests.seats import SEAT_1
from tests.site.infrastructure.patching import apply

pytestmark = pytest.mark.django_db(transaction=True)

DELAY = 3


def table(
    delay: int = DELAY, game_key: str = play.GAME, seats: int = 2, substitute: str | None = None, **agreed: Any
) -> tuple[Game, list[User]]:
    people = [play.person() for _ in range(seats)]
    game = open_table(
        people[0], game_key, {"seats": seats}, substitute=substitute, agreed=table_terms.read(agreed), watch_delay=delay
    )
    for user in people[1:]:
        sit_down(user, game.public_id)
    return play.fresh(game), people


def seen(game: Game) -> Position:
    """Return the position that watchers see now."""
    entry = positions.load_for_display(play.fresh(game))
    assert entry is not None
    return entry.seen_by(None).position


def event(seq: int, kind: str) -> LogEvent:
    return LogEvent(Seq(seq), None, kind, {}, UnixMs(0), "")


@pytest.mark.parametrize(
    ("kinds", "moves", "count"),
    [
        (["start"], 1, 1),
        (["start", "action"], 1, 1),
        (["start", "action"], 2, 1),
        (["start", "action", "asked", "action"], 1, 3),
        (["start", "submission", "submission", "revealed", "action"], 2, 2),
        (["action", "action"], 3, 0),
        (["action", "taken_back", "action"], 2, 0),
        (["action", "taken_back", "action"], 1, 2),
        ([], 1, 0),
    ],
)
def test_how_many_events_are_seen(kinds: list[str], moves: int, count: int) -> None:
    assert redaction.seen_late([event(seq, kind) for seq, kind in enumerate(kinds)], moves) == count


def test_what_is_seen_is_the_game_as_it_was() -> None:
    """A view, an event or a step that is seen is what a game without a delay shows at that moment."""
    game, _people = table()
    rng = Random(4)
    then: dict[Seq | None, Any] = {}
    for _ in range(20):
        at = play.position(game)
        then[at.seq] = canonical.encode(at.view(None))
        late = selectors.view_for(game.public_id, None)
        assert canonical.encode(late["view"]) == then[late["seq"]]
        told = selectors.events_for(game.public_id, None, BEFORE_FIRST)
        assert (told["seq"], told["events"][-1]["seq"]) == (late["seq"], late["seq"])
        steps = replay.steps_for(game.public_id, None, BEFORE_FIRST)
        assert [step["seq"] for step in steps["steps"]][-1:] == ([late["seq"]] if late["seq"] else [])
        play.step(game, rng)
    assert late["seq"] < at.seq


# --- frames -----------------------------------------------------------------------------------------------------------
@pytest.mark.usefixtures("on_loop")
async def test_frames_come_late_and_all_at_the_end() -> None:
    game, people = await in_database(table)
    watcher, player = await Socket.to(game.public_id), await Socket.to(game.public_id, people[0])
    first, _own = await watcher.frame(), await player.frame()
    document, cursor = {"table": first["table"], "view": first["view"]}, first["seq"]
    assert cursor == 0
    rng = Random(5)

    async def take_in() -> JSON:
        nonlocal document, cursor
        frame = await watcher.frame()
        assert (frame["type"], frame["from"]) == ("events", cursor)
        assert [one["seq"] for one in frame["events"]] == list(range(cursor + 1, frame["seq"] + 1))
        document, cursor = apply(document, frame["patch"]), frame["seq"]
        return frame

    for _ in range(25):
        await in_database(play.step, game, rng)
        own = await player.until("events")
        late = await in_database(seen, game)
        assert late.seq < own["seq"]
        if late.seq == cursor:
            await watcher.quiet()
            continue
        await take_in()
        now = await in_database(selectors.view_for, game.public_id, None)
        assert (cursor, document) == (late.seq, {"table": now["table"], "view": now["view"]})
    await in_database(resign, game.public_id, SEAT_1)
    frame = await take_in()
    assert frame["events"][-1]["kind"] == "finished" and document["table"]["status"] == "finished"
    assert all("hash" in one for one in frame["events"])
    await watcher.close()
    await player.close()


async def test_a_look_says_nothing_new() -> None:
    game, _people = await in_database(table)
    socket = await Socket.to(game.public_id)
    cursor = (await socket.frame())["seq"]
    await in_database(play.step, game, Random(6))
    await in_database(selectors.table_statuses, [(game.public_id, None)])
    ((seq, _status, _seat),) = (await in_database(selectors.table_statuses, [(game.public_id, None)])).values()
    assert seq == cursor
    await socket.send({"type": "sync", "since": cursor})
    assert (await socket.frame())["events"] == []
    await socket.close()


# --- where it comes from ----------------------------------------------------------------------------------------------
def test_every_way_to_a_position_leads_to_the_same_delay() -> None:
    game, _people = table()
    rng = Random(7)
    for _ in range(15):
        stale = positions.load(play.fresh(game))
        play.step(game, rng)
        play.step(game, rng)
        incremental = seen(game)
        row = play.fresh(game)
        positions.cache.drop(game.public_id)
        positions.cache.put(stale)
        assert seen(game).hash == incremental.hash, "from a position and newer events"
        positions.cache.drop(game.public_id)
        positions.cache.put(stale)
        newer = positions.newer(stale)
        assert newer is not None and newer.seen_by(None).position.hash == incremental.hash
        positions.cache.drop(game.public_id)
        (batch,) = positions.entries_of([(row, positions.read_info(row))]).values()
        assert batch.seen_by(None).position.hash == incremental.hash, "of many games"
        assert seen(game).hash == incremental.hash, "from the whole log"


def test_it_never_goes_back() -> None:
    game, _people = table(delay=1)
    rng, last = Random(8), 0
    for _ in range(30):
        at = play.position(game)
        if at.undo_seat is not None and at.can_take_back(at.undo_seat) and rng.random() < 0.4:
            take_back(game.public_id, at.undo_seat, at.seq)
        else:
            play.step(game, rng)
        assert seen(game).seq >= last
        last = seen(game).seq
    assert last > 0


def test_clocks_are_stopped_and_nothing_tells_of_the_latest_move() -> None:
    game, people = table(game_key="pyramido", **per_move())
    play.play_until(game, Random(9), lambda at: at.seq > 8)
    late = visitor().get(f"/api/v1/games/{game.public_id}").json()
    own = signed_in(people[0]).get(f"/api/v1/games/{game.public_id}").json()
    assert late["seq"] < own["seq"] and late["deadline_ms"] is None and own["deadline_ms"] is not None
    clocks = [clock for clock in late["standing"]["clocks"] if clock is not None]
    assert clocks and all(clock["left_ms"] > 0 and clock["deadline_ms"] is None for clock in clocks)
    assert any(clock and clock["deadline_ms"] for clock in own["standing"]["clocks"])
    row = selectors.game_by_id(game.public_id)
    assert game_lists.entry(row, None).moved_at == utc_datetime(seen(game).at_ms)
    assert game_lists.entry(row, people[0]).moved_at == utc_datetime(play.position(game).at_ms)


def test_a_player_who_leaves_sees_what_watchers_see() -> None:
    game, people = table(game_key=play.AI_GAME, seats=3, substitute="greedy")
    play.play_until(game, Random(10), lambda at: at.under_way)
    resign(game.public_id, SEAT_1)
    left, stays = signed_in(people[1]), signed_in(people[0])
    address = f"/api/v1/games/{game.public_id}"
    assert left.get(f"{address}/view").json()["seq"] == visitor().get(f"{address}/view").json()["seq"] == seen(game).seq
    assert stays.get(f"{address}/view").json()["seq"] == play.position(game).seq
    assert [seat["ai"] for seat in stays.get(address).json()["seats"]] == [None, "greedy", None]
    for client in (left, visitor()):
        assert [seat["ai"] for seat in client.get(address).json()["seats"]] == [None, None, None]
    (line,) = [
        one for one in map(json.loads, left.get("/api/v1/account/data").getvalue().decode().splitlines())
        if one["kind"] == "game"
    ]  # fmt: skip
    assert line["table"]["seq"] == seen(game).seq
    assert "greedy" not in json.dumps(line["table"]["seats"])


@pytest.mark.parametrize("how", [resign, abort])
def test_after_the_end_all_is_shown(how: Callable[[Any, SeatNumber], Any]) -> None:
    game, _people = table(delay=100)
    play.step(game, Random(11))
    address = f"/api/v1/games/{game.public_id}"
    assert visitor().get(f"{address}/view").json()["seq"] == 0
    how(game.public_id, SEAT_1)
    now = play.fresh(game)
    assert visitor().get(f"{address}/view").json()["seq"] == now.seq
    assert visitor().get(address).json() == selectors.table_of(selectors.game_by_id(game.public_id), None)
    assert len(visitor().get(f"{address}/events").json()["events"]) == (now.seq or 0) + 1
    assert visitor().get(f"{address}/export").status_code == 200


# --- the setting ------------------------------------------------------------------------------------------------------
def test_it_is_chosen_when_a_table_is_opened() -> None:
    ada = play.person()
    body = {"game": play.GAME, "options": {"seats": 2}, "watch_delay": 10}
    client = signed_in(ada)
    answer = client.post("/api/v1/games", json.dumps(body), content_type="application/json")
    assert answer.status_code == 201 and answer.json()["watch_delay"] == 10
    assert "Watchers see this game 10 moves late." in client.get(answer.json()["url"]).content.decode()
    for wrong in (-1, 101, "3"):
        refused = client.post(
            "/api/v1/games", json.dumps(body | {"watch_delay": wrong}), content_type="application/json"
        )
        assert (refused.status_code, refused.json()["field"]) == (400, "watch_delay")
    without = client.post("/api/v1/games", json.dumps(body | {"watch_delay": None}), content_type="application/json")
    assert (without.status_code, without.json()["watch_delay"]) == (201, 0), "null is as good as left out"


@pytest.mark.parametrize(("value", "delay"), [("", 0), ("0", 0), ("3", 3), ("30", 30), (None, 0)])
def test_the_page_offers_it(value: str | None, delay: int) -> None:
    kind = {"game": play.GAME, f"kind-{play.GAME}": "seats-2"}
    answer = signed_in(play.person()).post("/games/new/", kind | ({} if value is None else {"watch_delay": value}))
    assert answer.status_code == 302
    assert Game.objects.get().watch_delay == delay


def test_the_page_refuses_others() -> None:
    body = {"game": play.GAME, f"kind-{play.GAME}": "seats-2", "watch_delay": "4"}
    answer = signed_in(play.person()).post("/games/new/", body)
    assert answer.status_code == 422 and "Choose one of the delays on this page." in answer.content.decode()


def test_a_rematch_keeps_it() -> None:
    game, people = table()
    play.step(game, Random(12))
    resign(game.public_id, SEAT_1)
    assert ask_rematch(people[0], game.public_id).watch_delay == DELAY


def test_players_act_on_what_they_see() -> None:
    game, people = table()
    at = play.position(game)
    seat = at.to_move[0]
    submit_action(game.public_id, seat, at.seq, play.random_action(at, seat, Random(13)))
    own = signed_in(people[seat]).get(f"/api/v1/games/{game.public_id}/view").json()
    assert own["seq"] == play.position(game).seq
