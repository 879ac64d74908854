"""Conditional moves are played when their turn comes, by whichever process handles it; they break nothing and stay
private.

In one file: all tests begin with the same game at the same turn.
"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from msgspec.structs import replace

from accounts.models import Notification, User
from engine.newtypes import SeatNumber
from games import tasks
from games.conditional_moves import selectors as conditional_moves
from games.conditional_moves.services import play_conditional_moves as playing
from games.deadlines.services import consent
from games.live import followups
from games.models import ConditionalMoves, Event, Game
from games.record import after_commit, positions
from games.record.checking import faults
from games.record.positions import Entry
from games.record.services.resign import resign
from games.record.services.submit_action import submit_action
from games.record.services.take_back import take_back
from games.seating.services.open_table import open_table
from games.seating.services.sit_down import sit_down
from games.time.clocks import PerMove
from games.time.terms import Terms
from tests.engine import hidden
from tests.games import play
from tests.games.sockets import Socket, in_database
from tests.games.threads import at_once
from tests.games.timed import reply

pytestmark = pytest.mark.django_db(transaction=True)

API = "/api/v1/games"
Turn = dict[str, Any]


@pytest.fixture(autouse=True)
def asked(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, tuple[Any, ...]]]:
    """Tasks about conditional moves handed to the broker, which has no worker here."""
    made: list[tuple[str, tuple[Any, ...]]] = []

    def hand_over(name: str, arguments: tuple[Any, ...], expires_s: float | None = None) -> None:
        if name in (tasks.play_conditional_moves.name, tasks.tell_moves_dropped.name):
            made.append((name, arguments))

    monkeypatch.setattr(followups._courier, "hand_over", hand_over)
    return made


def client_of(user: User | None) -> Client:
    client = Client()
    if user is not None:
        client.force_login(user)
    return client


def call(user: User | None, method: str, game: Game, body: Any = None, path: str = "plan") -> Any:
    data = {} if body is None else {"data": body, "content_type": "application/json"}
    return getattr(client_of(user), method)(f"{API}/{game.public_id}/{path}", **data)


def stored(user: User, game: Game, *turns: Turn) -> Any:
    answer = call(user, "put", game, {"turns": list(turns)})
    assert answer.status_code == 200, answer.content
    return answer.json()["plan"]


def at_turn(seats: int = 2) -> tuple[Game, list[User], SeatNumber, SeatNumber]:
    """Start a game of people; return it with its people, the seat to move, and the next one."""
    game, people = play.table(seats)
    (mover,) = play.position(game).to_move
    return game, people, mover, SeatNumber((mover + 1) % seats)


def turn_in(game: Game, seat: SeatNumber, at: int, nth_gem: int = 0) -> list[Any]:
    """Return a turn of Forgotten Treasures in the `at`-th open space, which is opened again."""
    spaces = play.position(game).view(None)["spaces"]
    space = [one for one in spaces if one["face_up"]][at]
    gems = [gem for gem, count in space["gems"].items() for _ in range(count)]
    actions: list[Any] = [
        {"type": "take", "space": space["space"], "gem": gems[nth_gem]},
        {"type": "reveal", "space": space["space"]},
    ]
    now = play.position(game)
    rules, state = now.rules, now.state if seat in now.to_move else now.rules.next_turn(now.view(seat), Random(1))
    for action in actions:
        state = rules.apply(state, seat, rules.action_from_json(action))
    x, y, rotation = rules.view(state, seat)["decision"]["placements"][0]
    return [*actions, {"type": "place", "x": x, "y": y, "rotation": rotation}]


def act(game: Game, seat: SeatNumber, actions: list[Any]) -> None:
    for action in actions:
        submit_action(game.public_id, seat, play.position(game).seq, action)


def events_of(game: Game) -> list[tuple[int | None, str]]:
    """Return seat and kind of each event."""
    rows = Event.objects.filter(game_id=game.pk, kind="action").order_by("seq")
    return [(row.seat, row.payload["action"]["type"]) for row in rows]


def plan_of(user: User, game: Game) -> Any:
    answer = call(user, "get", game)
    assert answer.status_code == 200, answer.content
    return answer.json()["plan"]


WHOLE = ["take", "reveal", "place"]


def test_a_plan_is_played_right_after_the_action_that_gave_the_turn() -> None:
    game, people, mover, planner = at_turn()
    space = play.position(game).view(None)["spaces"][2]
    here = [{"at": "/spaces/2/domino", "is": space["domino"]}, {"at": "/spaces/2/face_up", "is": True}]
    made = stored(people[planner], game, {"if": here, "do": turn_in(game, planner, 1)})
    assert (made["state"], made["done"], made["why"]) == ("waiting", 0, None)
    assert play.fresh(game).conditional_seats == 1 << planner
    act(game, mover, turn_in(game, mover, 0))
    assert events_of(game) == [(mover, kind) for kind in WHOLE] + [(planner, kind) for kind in WHOLE]
    assert plan_of(people[planner], game)["state"] == "played"
    assert play.fresh(game).conditional_seats == 0
    assert play.position(game).to_move == (mover,)


@pytest.mark.postgres
async def test_a_plan_is_played_right_after_an_action_that_came_over_a_socket(on_loop: list[str]) -> None:
    game, people, mover, planner = await in_database(at_turn)
    mine = await in_database(turn_in, game, mover, 0)
    await in_database(stored, people[planner], game, {"do": await in_database(turn_in, game, planner, 1)})
    socket = await Socket.to(game.public_id, people[mover])
    for action in mine:
        seq = (await in_database(play.position, game)).seq
        answer = await socket.answer_to({"type": "act", "ref": 1, "expected_seq": seq, "action": action})
        assert answer["type"] == "done", answer
    assert len(on_loop) == len(mine)
    assert (await in_database(play.position, game)).to_move == (mover,)
    await socket.close()


def test_a_plan_of_two_turns_waits_between_them() -> None:
    game, people, mover, planner = at_turn()
    first = turn_in(game, planner, 1)
    view = conditional_moves.preview(game.public_id, planner, [first, []])["view"]
    space = view["spaces"][4]
    second = [{"type": "take", "space": space["space"], "gem": next(iter(space["gems"]))}]
    stored(people[planner], game, {"do": first}, {"if": [{"at": "/stage", "is": 1}], "do": second})
    act(game, mover, turn_in(game, mover, 0))
    assert plan_of(people[planner], game)["done"] == 3
    assert play.position(game).to_move == (mover,)
    act(game, mover, turn_in(game, mover, 0))
    kinds = events_of(game)
    assert kinds[-1] == (planner, "take") and len(kinds) == 10
    assert plan_of(people[planner], game)["state"] == "played"


def test_plans_set_off_one_another_eight_in_a_row_and_the_rest_by_task(asked: list[Any]) -> None:
    game, people, mover, _ = at_turn(4)
    others = [(mover + n) % 4 for n in (1, 2, 3)]
    for seat, (space, gem) in zip(others, [(1, 0), (2, 0), (1, 2)], strict=True):
        stored(people[seat], game, {"do": turn_in(game, SeatNumber(seat), space, gem)})
    act(game, mover, turn_in(game, mover, 0))
    assert len(events_of(game)) == 3 + 8
    task = ("games.tasks.play_conditional_moves", (game.public_id,))
    assert asked == [task]
    assert play.position(game).to_move == (others[2],)
    for name, arguments in asked:
        assert name == tasks.play_conditional_moves.name
        tasks.play_conditional_moves(*arguments)
    assert events_of(game) == [(seat, kind) for seat in (mover, *others) for kind in WHOLE]
    assert [plan_of(people[seat], game)["state"] for seat in others] == ["played"] * 3
    assert play.fresh(game).conditional_seats == 0
    tasks.play_conditional_moves(game.public_id)
    assert len(events_of(game)) == 12


def test_a_condition_that_fails_drops_the_plan_and_its_owner_is_told(asked: list[Any]) -> None:
    game, people, mover, planner = at_turn()
    domino = play.position(game).view(None)["spaces"][0]["domino"]
    turn = {"if": [{"at": "/spaces/0/domino", "is": domino}], "do": turn_in(game, planner, 1)}
    stored(people[planner], game, turn)
    act(game, mover, turn_in(game, mover, 0))
    plan = plan_of(people[planner], game)
    assert (plan["state"], plan["done"], plan["why"]["code"]) == ("dropped", 0, "condition_failed")
    assert plan["why"]["detail"].endswith(".")
    assert play.position(game).to_move == (planner,)
    assert play.fresh(game).conditional_seats == 0
    ((name, arguments),) = asked
    assert name == tasks.tell_moves_dropped.name
    asked.clear()
    tasks.resend_lost_turns()
    assert (name, arguments) in asked, "a lost task is found again"
    for _ in range(2):
        tasks.tell_moves_dropped(*arguments)
    (told,) = Notification.objects.filter(kind="plan_dropped")
    assert (told.user_id, told.subject) == (people[planner].pk, game.public_id)
    asked.clear()
    tasks.resend_lost_turns()
    assert asked == []


def test_an_action_that_is_refused_drops_the_rest_of_the_plan() -> None:
    game, people, mover, planner = at_turn()
    turn = turn_in(game, planner, 1)
    closed = next(one["space"] for one in play.position(game).view(None)["spaces"] if not one["face_up"])
    turn[1]["space"] = closed
    stored(people[planner], game, {"do": turn})
    mine = turn_in(game, mover, 0)
    mine[1]["space"] = closed
    act(game, mover, mine)
    plan = plan_of(people[planner], game)
    assert (plan["state"], plan["done"], plan["why"]["code"]) == ("dropped", 1, "face_up")
    assert events_of(game)[-1] == (planner, "take")
    assert play.position(game).to_move == (planner,), "the player goes on from there"


def test_a_plan_that_breaks_undoes_nothing_and_is_found_again(
    monkeypatch: pytest.MonkeyPatch, asked: list[Any], caplog: pytest.LogCaptureFixture
) -> None:
    game, people, mover, planner = at_turn()
    stored(people[planner], game, {"do": turn_in(game, planner, 1)})

    def broken(*arguments: Any) -> None:
        raise RuntimeError("broken on purpose")

    with monkeypatch.context() as breaking:
        breaking.setattr(playing, "submit_action", broken)
        act(game, mover, turn_in(game, mover, 0))
    assert "broken on purpose" in caplog.text
    assert events_of(game) == [(mover, kind) for kind in WHOLE]
    assert plan_of(people[planner], game)["state"] == "waiting"
    asked.clear()
    assert faults(play.fresh(game)) == []
    Game.objects.update(last_event_ms=0)
    tasks.resend_lost_turns()
    assert asked == [(tasks.play_conditional_moves.name, (game.public_id,))]
    tasks.play_conditional_moves(game.public_id)
    assert events_of(game)[3:] == [(planner, kind) for kind in WHOLE]


def test_a_worker_that_died_between_action_and_plan_plays_nothing_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    game, people, mover, planner = at_turn()
    domino = play.position(game).view(None)["spaces"][2]["domino"]
    turn = {"if": [{"at": "/spaces/2/domino", "is": domino}], "do": turn_in(game, planner, 1)}
    stored(people[planner], game, turn)

    def dies(*arguments: Any) -> bool:
        raise RuntimeError("died")

    with monkeypatch.context() as dying:
        dying.setattr(playing, "_advance", dies)
        act(game, mover, turn_in(game, mover, 0))
    assert (plan_of(people[planner], game)["done"], len(events_of(game))) == (0, 4)
    tasks.play_conditional_moves(game.public_id)
    assert events_of(game)[3:] == [(planner, kind) for kind in WHOLE]
    assert plan_of(people[planner], game)["state"] == "played"


def test_a_paused_game_plays_no_plan_until_it_goes_on() -> None:
    people = [play.person(), play.person()]
    timed = open_table(people[0], play.GAME, {"seats": 2}, agreed=Terms(PerMove(86_400)))
    sit_down(people[1], timed.public_id)
    game = play.fresh(timed)
    (mover,) = play.position(game).to_move
    planner = 1 - mover
    with pytest.MonkeyPatch.context() as lost:
        lost.setattr(after_commit, "replies", lambda acted: [])
        stored(people[planner], game, {"do": turn_in(game, SeatNumber(planner), 1)})
        act(game, mover, turn_in(game, mover, 0))
        consent.ask(game.public_id, mover, "pause")
        reply(game, planner, True)
    tasks.play_conditional_moves(game.public_id)
    assert (len(events_of(game)), plan_of(people[planner], game)["state"]) == (3, "waiting")
    consent.resume(game.public_id, mover)
    assert events_of(game)[3:] == [(planner, kind) for kind in WHOLE]
    assert play.position(game).to_move == (mover,)


def test_workers_side_by_side_play_a_plan_once() -> None:
    game, people, mover, planner = at_turn()
    with pytest.MonkeyPatch.context() as lost:
        lost.setattr(after_commit, "replies", lambda acted: [])
        stored(people[planner], game, {"do": turn_in(game, planner, 1)})
        act(game, mover, turn_in(game, mover, 0))
    at_once([lambda: tasks.play_conditional_moves(game.public_id)] * 4)
    tasks.play_conditional_moves(game.public_id)
    assert events_of(game)[3:] == [(planner, kind) for kind in WHOLE]
    assert plan_of(people[planner], game)["state"] == "played"


def test_a_take_back_or_the_end_of_the_game_drops_the_plan() -> None:
    game, people, mover, planner = at_turn()
    act(game, mover, turn_in(game, mover, 0))
    stored(people[mover], game, {"do": turn_in(game, mover, 1)})
    take_back(game.public_id, mover, play.position(game).seq)
    assert play.position(game).to_move == (mover,)
    assert (plan_of(people[mover], game)["state"], plan_of(people[mover], game)["why"]) == ("dropped", None)
    act(game, mover, [{"type": "place", "x": 0, "y": 0, "rotation": 0}])
    stored(people[mover], game, {"do": turn_in(game, mover, 1)})
    resign(game.public_id, planner)
    assert play.position(game).over
    assert plan_of(people[mover], game)["state"] == "dropped"
    assert play.fresh(game).conditional_seats == 0
    assert ConditionalMoves.objects.filter(told=False).count() == 0, "nothing to tell about a game that is over"


def test_an_impossible_plan_is_refused_with_a_sentence() -> None:
    game, people, mover, planner = at_turn()
    turn = {"do": turn_in(game, planner, 1)}
    spaces = play.position(game).view(None)["spaces"]
    closed = next(one["space"] for one in spaces if not one["face_up"])
    many = [{"at": "/stage", "is": 1}] * 17
    bodies: list[tuple[Any, int, str, str]] = [
        ({"turns": []}, 400, "malformed", "turns"),
        ({"turns": [turn] * 9}, 400, "malformed", "turns"),
        ({"turns": [{"do": []}]}, 400, "malformed", "turns[0].do"),
        ({"turns": [{"do": turn["do"], "unless": []}]}, 400, "malformed", "turns[0].unless"),
        ({"turns": [{**turn, "if": many}]}, 400, "malformed", "turns[0].if"),
        ({"turns": [{**turn, "if": [{"at": "/stage"}]}]}, 400, "malformed", "turns[0].if[0].is"),
        ({"turns": [{**turn, "if": [{"at": "/piles/0/3", "is": 1}]}]}, 422, "not_public", "turns[0].if[0].at"),
        ({"turns": [{**turn, "if": [{"at": "/decision", "is": None}]}]}, 422, "not_public", "turns[0].if[0].at"),
        ({"turns": [{**turn, "if": [{"at": "/stage", "is": "1"}]}]}, 400, "malformed_condition", "turns[0].if[0].is"),
        ({"turns": [{"do": [{"type": "take"}]}]}, 400, "malformed_action", "turns[0].do[0].space"),
        (
            {"turns": [{"do": [{"type": "take", "space": closed, "gem": "red"}]}]},
            422,
            "face_down",
            "turns[0].do[0].space",
        ),
        ({"turns": [{"do": turn["do"][:1]}, turn]}, 422, "turn_not_over", "turns[1]"),
    ]
    for body, status, code, field in bodies:
        answer = call(people[planner], "put", game, body)
        refusal = answer.json()
        assert (answer.status_code, refusal["code"], refusal["field"]) == (status, code, field)
        assert refusal["detail"].endswith(".")
    answer = call(people[mover], "put", game, {"turns": [turn]})
    assert (answer.status_code, answer.json()["code"]) == (422, "your_turn")
    for method, body, path in [("put", {"turns": [turn]}, "plan"), ("post", {"do": [[]]}, "plan/preview")]:
        assert call(play.person(), method, game, body, path).status_code == 403
        assert call(None, method, game, body, path).status_code in (401, 403)
    assert ConditionalMoves.objects.count() == 0


async def test_a_plan_is_private() -> None:
    game, people, mover, planner = await in_database(at_turn)
    outsider = await in_database(play.person)
    mine, theirs, strangers = [
        await Socket.to(game.public_id, user) for user in (people[planner], people[mover], outsider)
    ]
    for socket in (mine, theirs, strangers):
        assert (await socket.frame())["type"] == "view"
    readers = [people[mover], outsider, None]
    tables = await in_database(lambda: [call(user, "get", game, path="").json() for user in readers])
    plan = await in_database(lambda: stored(people[planner], game, {"do": turn_in(game, planner, 1)}))
    assert await mine.frame() == {"type": "plan", "plan": plan}
    assert await in_database(lambda: [call(user, "get", game, path="").json() for user in readers]) == tables
    assert await in_database(plan_of, people[mover], game) is None
    await in_database(lambda: call(people[mover], "delete", game))
    assert (await in_database(plan_of, people[planner], game))["state"] == "waiting"
    await in_database(lambda: call(people[planner], "delete", game))
    assert await mine.frame() == {"type": "plan", "plan": None}
    assert await in_database(plan_of, people[planner], game) is None
    assert (await in_database(play.fresh, game)).conditional_seats == 0
    for socket in (theirs, strangers):
        await socket.quiet()
    for socket in (mine, theirs, strangers):
        await socket.close()


def test_a_preview_is_the_same_whatever_is_hidden() -> None:
    game, people, _, planner = at_turn()
    actions = turn_in(game, planner, 1)
    space = actions[0]["space"] - 1

    def preview() -> Any:
        return call(people[planner], "post", game, {"do": [actions[:2]]}, "plan/preview").json()

    seen = preview()
    assert (seen["seq"], seen["over"], seen["view"]["decision"]["kind"]) == (0, False, "place")
    assert f"/spaces/{space}/domino" in seen["unknown"]
    entry = positions.cache.get(game.public_id)
    assert entry is not None
    twin = hidden.twin(entry.position.rules, entry.position.state, planner, Random(1))
    positions.cache.clear()
    positions.cache.put(Entry(entry.info, replace(entry.position, state=twin)))
    assert preview() == seen


def test_a_bit_without_a_plan_is_a_fault() -> None:
    game, _, _, planner = at_turn()
    Game.objects.filter(pk=game.pk).update(conditional_seats=1 << planner)
    assert faults(play.fresh(game)) == [
        f"conditional_seats: the table says {1 << planner}, the conditional moves that wait say 0"
    ]


def test_games_without_plans_pay_nothing_for_them() -> None:
    game, _, mover, _ = at_turn()
    turn = turn_in(game, mover, 0)
    with CaptureQueriesContext(connection) as captured:
        act(game, mover, turn)
    assert not [query["sql"] for query in captured.captured_queries if "games_conditionalmoves" in query["sql"]]
    assert len(events_of(game)) == 3
    assert ConditionalMoves.objects.count() == 0
