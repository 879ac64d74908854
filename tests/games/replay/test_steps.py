"""The past of a game, at each event and step by step: what each audience could see at the time, and no more."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from engine import replay
from engine.core import JSON
from engine.newtypes import FIRST, SeatNumber, Seq
from engine.position import Event, Position
from games.models import Game
from games.record.selectors import events_for
from games.record.services.resign import resign
from games.record.services.take_back import take_back
from games.replay import page_ends, selectors
from games.requests.refusals import Refusal
from games.seating.services.open_table import open_table
from games.seating.services.sit_down import sit_down
from pyramido_site.infrastructure.public_ids import PublicId
from tests.games import play
from tests.seats import SEAT_0, SEAT_1
from tests.site.infrastructure.patching import apply

pytestmark = pytest.mark.django_db

AUDIENCES: tuple[SeatNumber | None, ...] = (SEAT_0, SEAT_1, None)

Views = dict[SeatNumber | None, dict[Seq, JSON]]


def table(game_key: str) -> tuple[Game, list[User]]:
    people = [play.person(), play.person()]
    game = open_table(people[0], game_key, {"seats": 2})
    sit_down(people[1], game.public_id)
    return play.fresh(game), people


def as_sent(value: Any) -> Any:
    """Return the value as JSON leaves it: arrays are lists."""
    return json.loads(json.dumps(value))


def watched(game: Game, commands: Any) -> Views:
    """Carry out commands; return what each audience could see after each of them."""
    seen: Views = {seat: {} for seat in AUDIENCES}
    for command in (lambda: None, *commands):
        command()
        at = play.position(game)
        for seat in AUDIENCES:
            seen[seat][at.seq] = as_sent(at.view(seat))
    return seen


def steps(game: Game, seat: SeatNumber | None, since: int) -> list[JSON]:
    """Return all steps after an event, each with its view as `view`; the first is only the view to begin with."""
    page = as_sent(selectors.steps_for(game.public_id, seat, Seq(since)))
    found = [{"seq": page["since"], "view": page["view"], "events": []}]
    while True:
        for step in page["steps"]:
            found.append({**step, "view": apply(found[-1]["view"], step["patch"])})
        if page["next"] is None:
            return found
        page = as_sent(selectors.steps_for(game.public_id, seat, page["next"]))


def view_at(game: Game, seat: SeatNumber | None, seq: Seq) -> JSON:
    return as_sent(selectors.view_at(game.public_id, seat, seq)["view"])


@pytest.mark.parametrize("game_key", ["forgotten-treasures", "pyramido", "silver-gold-pyramids"])
def test_each_step_is_what_the_audience_was_sent(game_key: str) -> None:
    game, _ = table(game_key)
    rng = Random(3)

    def move_if_any() -> None:
        if not play.position(game).over:
            play.step(game, rng)

    seen = watched(game, [move_if_any] * 30)
    for seat in AUDIENCES:
        found = steps(game, seat, since=0)
        assert {step["seq"]: step["view"] for step in found} == seen[seat]
        told = [event for step in found for event in step["events"]]
        assert told == events_for(game.public_id, seat, FIRST)["events"]
        assert all(step["events"][-1]["seq"] == step["seq"] for step in found[1:])
        assert {seq: view_at(game, seat, seq) for seq in seen[seat]} == seen[seat]
    middle = sorted(seen[None])[20]
    assert steps(game, None, middle)[0]["view"] == seen[None][middle]
    assert [step["seq"] for step in steps(game, None, middle)] == sorted(seen[None])[20:]


def test_a_whole_game_with_a_move_taken_back_comes_in_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(selectors, "STEPS_AT_ONCE", 7)
    game, _ = table("pyramido")
    at = play.position(game)
    mover, rng = at.to_move[0], Random(5)
    seen = watched(
        game,
        [
            lambda: play.step(game, rng),
            lambda: take_back(game.public_id, mover, play.position(game).seq),
            *[lambda: play.step(game, rng)] * 12,
            lambda: resign(game.public_id, mover),
        ],
    )
    assert play.fresh(game).status == Game.Status.FINISHED
    for seat in AUDIENCES:
        found = steps(game, seat, since=-1)
        assert {step["seq"]: step["view"] for step in found} == seen[seat]
        assert {seq: view_at(game, seat, seq) for seq in seen[seat]} == seen[seat]
        assert [event["kind"] for event in found[-1]["events"]] == ["resigned", "finished"]


def test_a_page_goes_on_where_another_has_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(selectors, "STEPS_AT_ONCE", 7)
    monkeypatch.setattr(page_ends, "MOST", 3)
    game, _ = table("pyramido")
    rng, folded, fold = Random(5), [], replay.fold

    def counted(events: list[Event], *secrets: Any) -> Position:
        folded.append(len(events))
        return fold(events, *secrets)

    monkeypatch.setattr(replay, "fold", counted)
    for _ in range(30):
        play.step(game, rng)
    first, again = steps(game, None, since=0), steps(game, SEAT_1, since=0)
    assert len(first) == len(again) > 21 and folded == [1, 1], "only the beginning is folded"
    assert {step["seq"]: step["view"] for step in again} == {
        step["seq"]: view_at(game, SEAT_1, Seq(step["seq"])) for step in again
    }
    folded.clear()
    began, *later = steps(game, None, since=9)
    assert (began["view"], later, folded) == (first[9]["view"], first[10:], [10])
    assert len(page_ends._kept) == 3


def test_the_ends() -> None:
    game, people = table("forgotten-treasures")
    play.step(game, Random(1))
    last = play.position(game)
    for since in (last.seq, last.seq + 5, 2**31 - 1):
        page = selectors.steps_for(game.public_id, None, Seq(since))
        assert page == {
            "game": game.game_key, "seq": last.seq, "since": last.seq, "view": last.view(None), "steps": [],
            "next": None,
        }  # fmt: skip
    waiting = open_table(people[0], "pyramido", {"seats": 2})
    nothing: JSON = {"game": "pyramido", "seq": None, "since": None, "view": None, "steps": [], "next": None}
    assert selectors.steps_for(waiting.public_id, None, Seq(3)) == nothing


def test_over_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(selectors, "STEPS_AT_ONCE", 2)
    game, people = table("forgotten-treasures")
    for _ in range(5):
        play.step(game, Random(2))
    client = Client()
    client.force_login(people[0])
    address: str | None = f"/api/v1/games/{game.public_id}/steps?since=1"
    seqs: list[int] = []
    while address is not None:
        page = client.get(address).json()
        seqs += [step["seq"] for step in page["steps"]]
        address = page["next"]
    assert seqs == list(range(2, page["seq"] + 1))
    for wrong in ("x", "1.5", ""):
        assert client.get(f"/api/v1/games/{game.public_id}/steps?since={wrong}").status_code == 400
    assert client.get(f"/api/v1/games/{PublicId('nowhere')}/steps").status_code == 404


def test_the_view_between_two_events_of_a_step_tells_no_more() -> None:
    game, _ = table("silver-gold-pyramids")
    rng = Random(1)
    while not any(event["kind"] == "revealed" for event in events_for(game.public_id, None, FIRST)["events"]):
        play.step(game, rng)
    revealed = next(e for e in events_for(game.public_id, None, FIRST)["events"] if e["kind"] == "revealed")
    for seat in AUDIENCES:
        assert view_at(game, seat, Seq(revealed["seq"] - 1)) == view_at(game, seat, Seq(revealed["seq"]))


def test_events_that_are_not_there() -> None:
    game, people = table("pyramido")
    at = play.position(game)
    for seq in (-1, at.seq + 1, 10**12):
        with pytest.raises(Refusal) as refused:
            selectors.view_at(game.public_id, None, Seq(seq))
        assert (refused.value.status, refused.value.code) == (404, "no_such_event")
    waiting = open_table(people[0], "pyramido", {"seats": 2})
    assert Client().get(f"/api/v1/games/{waiting.public_id}/views/0").json()["code"] == "no_such_event"
    assert Client().get("/api/v1/games/nowhere/views/0").json()["code"] == "not_found"


def test_another_seats_views_are_open_once_the_game_has_ended() -> None:
    game, people = table("silver-gold-pyramids")
    play.step(game, Random(1))
    clients = {None: Client(), SEAT_0: Client(), SEAT_1: Client()}
    for seat, user in enumerate(people):
        clients[SeatNumber(seat)].force_login(user)
    address = f"/api/v1/games/{game.public_id}"

    def seen(caller: SeatNumber | None, seat: object) -> tuple[int, Any]:
        answers = [clients[caller].get(f"{address}/{part}seat={seat}") for part in ("views/0?", "steps?since=0&")]
        first, page = (answer.json() for answer in answers)
        assert [answer.status_code for answer in answers] == [answers[0].status_code] * 2
        assert first.get("view") == page.get("view")
        return answers[0].status_code, first.get("code") or first["view"]["seat"]

    assert seen(SEAT_0, 0) == (200, 0)
    for caller in (SEAT_0, None):
        assert seen(caller, 1) == (409, "still_running")
    resign(game.public_id, SEAT_0)
    for caller in clients:
        for seat in (0, 1):
            assert seen(caller, seat) == (200, seat)
        assert seen(caller, 2) == (404, "no_such_seat")
    for wrong in ("x", "-1", "1.5", "100"):
        assert seen(None, wrong) == (400, "malformed")


def test_who_has_left_sees_what_spectators_see() -> None:
    game, people = play.with_ai(seats=3, substitute="greedy")
    rng = Random(2)
    for _ in range(6):
        play.step(game, rng)
    resign(game.public_id, SEAT_0)
    client = Client()
    client.force_login(people[0])
    address = f"/api/v1/games/{game.public_id}/views"
    for seq in range(play.position(game).seq + 1):
        assert client.get(f"{address}/{seq}").json() == Client().get(f"{address}/{seq}").json()
    assert client.get(f"{address}/0?seat=0").status_code == 409
