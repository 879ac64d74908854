"""Notifications of pauses, requests and no-shows, and how they become obsolete."""

from __future__ import annotations

from random import Random

import pytest

from accounts.models import Notification, User
from accounts.notifications.notification_kinds_and_defaults import KINDS
from engine.newtypes import SeatNumber
from games import tasks
from games.deadlines.services import consent, vacation
from games.models import Game
from games.notices.services import tell_players
from games.record import positions
from games.record.services.abort import abort
from games.record.services.resign import resign
from games.time.clocks import DAY_MS, HOUR_MS, MINUTE_MS, PAUSE_LIMIT_MS
from tests.games import play
from tests.games.timed import Now, due, per_move, reply, table, under_way
from tests.seats import SEAT_0, SEAT_1

pytestmark = pytest.mark.django_db(transaction=True)


def unread(game: Game, user: User) -> list[str]:
    """Return a player's unread notifications about a game after all were sent, oldest first: `kind`, or `kind how`."""
    tell_players.tell_players(game.public_id)
    found = Notification.objects.filter(user=user, subject=game.public_id, read_ms__isnull=True).order_by("pk")
    return [f"{one.kind} {one.data.get(KINDS[one.kind].by, '')}".strip() for one in found]


def paused(game: Game) -> None:
    consent.ask(game.public_id, SEAT_0, "pause")
    reply(game, 1, True)


def test_players_of_a_finished_game_are_notified_without_reading_its_log(
    now: Now, monkeypatch: pytest.MonkeyPatch
) -> None:
    finished, players = under_way(per_move(DAY_MS), 3)
    paused_and_left(finished)
    aborted, others = table(per_move(DAY_MS))
    abort(aborted.public_id, play.position(aborted).to_move[0])
    positions.cache.clear()
    monkeypatch.setattr(positions, "load_or_none", not_asked)
    assert [unread(finished, player) for player in players] == [
        ["game_started", "left_game resigned", "left_game resigned", "game_finished"],
        ["game_started", "left_game resigned", "game_finished"],
        ["game_started", "left_game resigned", "game_finished"],
    ]
    assert sorted(unread(aborted, other) for other in others) == [
        ["game_started"],
        ["game_started", "left_game aborted"],
    ]


def paused_and_left(game: Game) -> None:
    """Pause and resume the game, then let all players but the first leave."""
    consent.ask(game.public_id, SEAT_0, "pause")
    for seat in (1, 2):
        reply(game, seat, True)
    consent.resume(game.public_id, SEAT_0)
    for seat in (2, 1):
        resign(game.public_id, SeatNumber(seat))


def not_asked(game: Game) -> None:
    raise AssertionError(f"game {game.public_id} was folded")


@pytest.mark.parametrize("how", ["player", "by_itself"])
def test_the_end_of_a_pause_is_notified_and_deadline_warnings_repeat(now: Now, how: str) -> None:
    game, people = under_way(per_move(DAY_MS))
    mover = play.position(game).to_move[0]
    now.ms = due(game) - 5 * HOUR_MS
    tell_players.tell_players(game.public_id)
    tasks.announce_late()
    assert unread(game, people[mover])[-2:] == ["your_turn", "time_running_out"]
    paused(game)
    assert "time_running_out" not in unread(game, people[mover]), "the clock is stopped"
    before = unread(game, people[mover])
    now.ms += 20 * DAY_MS
    if how == "player":
        consent.resume(game.public_id, SeatNumber(1 - mover))
    else:
        now.sweep(after=PAUSE_LIMIT_MS - 20 * DAY_MS)
    for _ in range(2):
        Game.objects.filter(pk=game.pk).update(told_seq=-1)
        after = unread(game, people[mover])
        assert after == [*(kind for kind in before if kind != "your_turn"), f"resumed {how}", "your_turn"]
    assert ("resumed by_itself" in unread(game, people[1 - mover])) == (how == "by_itself")
    assert "resumed player" not in unread(game, people[1 - mover])
    assert due(game) == now.ms + 5 * HOUR_MS
    now.ms += 4 * HOUR_MS
    tasks.announce_late()
    assert unread(game, people[mover])[-1] == "time_running_out"


def test_after_a_vacation_another_deadline_is_warned_of(now: Now) -> None:
    game, people = under_way(per_move(DAY_MS))
    mover = play.position(game).to_move[0]
    now.ms = due(game) - HOUR_MS
    tasks.announce_late()
    user = people[mover]
    vacation.begin_vacation(user, 2)
    vacation.settle_vacations(user.pk)
    assert "time_running_out" not in unread(game, user)
    now.ms += 2 * DAY_MS
    tasks.vacations()
    now.ms = due(game) - MINUTE_MS
    for _ in range(2):
        tasks.announce_late()
        Game.objects.filter(pk=game.pk).update(warned_ms=None)
        assert unread(game, user)[-1] == "time_running_out"
    assert Notification.objects.filter(user=user, kind="time_running_out").count() == 2


def test_a_request_does_not_outlive_its_answer_and_the_asker_is_told(now: Now) -> None:
    game, people = under_way(per_move(DAY_MS))

    def news(seat: int) -> list[str]:
        return [one for one in unread(game, people[seat]) if one.partition(" ")[0] in ("request", "answer")]

    consent.ask(game.public_id, SEAT_0, "pause")
    assert (news(0), news(1)) == ([], ["request pause"])
    reply(game, 0, False)
    assert (news(0), news(1)) == ([], []), "it was withdrawn"
    consent.ask(game.public_id, SEAT_0, "pause")
    assert news(1) == ["request pause"]
    reply(game, 1, False)
    assert (news(0), news(1)) == (["answer pause_declined"], [])
    consent.ask(game.public_id, SEAT_1, "pause")
    reply(game, 0, True)
    assert (news(0), news(1)) == (["answer pause_declined"], ["answer pause_agreed"])
    (told,) = Notification.objects.filter(user=people[1], kind="answer")
    assert told.data["with"] == [people[0].display_name]


def test_a_live_request_goes_with_the_action_that_ends_it(now: Now) -> None:
    game, people = under_way(per_move(MINUTE_MS), game=play.GAME)
    at = play.play_until(game, Random(1), lambda at: len(at.to_move) == 1)
    other = 1 - at.to_move[0]
    consent.ask(game.public_id, SeatNumber(other), "pause")
    assert unread(game, people[at.to_move[0]])[-1] == "request pause"
    play.play_until(game, Random(1), lambda later: later.asked is None)
    assert not any(one.startswith("request") for one in unread(game, people[at.to_move[0]]))
    assert not Notification.objects.filter(kind="answer").exists()


def test_a_request_among_three_waits_for_the_players_who_have_not_answered(now: Now) -> None:
    game, people = under_way(per_move(DAY_MS), 3)
    consent.ask(game.public_id, SEAT_0, "pause")
    assert [any("request" in one for one in unread(game, user)) for user in people] == [False, True, True]
    reply(game, 1, True)
    assert [any("request" in one for one in unread(game, user)) for user in people] == [False, False, True]
    assert not Notification.objects.filter(kind="answer").exists()
    reply(game, 2, True)
    assert [unread(game, user)[-1] == "answer pause_agreed" for user in people] == [True, True, False]
    assert not any("request" in one for user in people for one in unread(game, user))


def test_a_player_who_does_not_begin_in_time_and_the_others_are_notified(now: Now) -> None:
    game, people = table(per_move(DAY_MS))
    tell_players.tell_players(game.public_id)
    late = play.position(game).to_move[0]
    now.sweep(after=DAY_MS)
    assert play.position(game).aborted
    assert unread(game, people[late]) == ["game_started", "left_game late_yourself"]
    assert unread(game, people[1 - late])[-1] == "left_game late"
    (told,) = Notification.objects.filter(user=people[1 - late], kind="left_game")
    name = people[late].display_name
    said = KINDS["left_game"].sentence(told.data)
    assert said.endswith(f"– game aborted: {name} did not play their first turn in time.")
