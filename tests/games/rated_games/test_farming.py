"""Ratings cannot be farmed: games left before all players have acted, and repeated games between the same people, are
not rated.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from random import Random
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from engine.newtypes import SeatNumber
from games import tasks
from games.deadlines.services.consent import answer, ask, resume
from games.matchmaking.services import pair_seeks
from games.matchmaking.services.leave_everything import leave_games
from games.models import Game, Seek
from games.record import checking
from games.record.services.abort import abort
from games.record.services.remove_person import remove_person
from games.record.services.resign import resign
from games.requests.refusals import Refusal
from games.seating.selectors import may_play_rated
from games.seating.selectors.table_terms import read
from games.seating.services.answer_invitation import accept
from games.seating.services.invite import invite
from games.seating.services.leave_table import leave_table
from games.seating.services.open_table import open_table
from games.seating.services.rematch import ask_rematch
from games.seating.services.sit_down import sit_down
from games.time.clocks import DAY_MS, HOUR_MS, MINUTE_MS
from ratings.models import Result
from tests.games import play
from tests.games.api.test_api import client_of
from tests.games.seating.test_invitations import API, post
from tests.games.seeking import fresh as fresh_seek
from tests.games.seeking import seeking
from tests.games.threads import at_once
from tests.games.timed import Now, checked, kinds, per_move, table, under_way
from tests.people import signed_in
from tests.seats import SEAT_0, SEAT_1

pytestmark = pytest.mark.django_db(transaction=True)

KEY = "silver-gold-pyramids"
RATED = per_move(DAY_MS, rated=True)


def opened(host: User, *invited: User, **more: object) -> Game:
    return open_table(host, KEY, {"seats": 2}, agreed=read(RATED), invited=invited, **more)  # type: ignore[arg-type]


def ended(game: Game, loser: SeatNumber = SEAT_1) -> Game:
    """End a game by resignation after all players have acted."""
    play.play_until(game, Random(1), lambda at: at.under_way)
    resign(game.public_id, loser)
    return play.fresh(game)


def met(one: User, two: User, times: int = 3) -> Game:
    """Let two people play rated games; return the last."""
    for _ in range(times):
        game = opened(one)
        sit_down(two, game.public_id)
        game = ended(game)
    return game


# --- games that have hardly begun -------------------------------------------------------------------------------------
@pytest.mark.parametrize(("seats", "substitute"), [(2, None), (3, None), (3, "greedy")])
@pytest.mark.parametrize("leave", ["resign", "everything", "time"])
def test_a_rated_game_left_before_all_have_acted_has_no_result(
    now: Now, leave: str, seats: int, substitute: str | None
) -> None:
    for rated in (True, False):
        game, people = table(per_move(DAY_MS, rated=rated), seats, substitute=substitute)
        play.play_until(game, Random(1), lambda at: at.acted != 0)
        at = play.position(game)
        seat = at.acted.bit_length() - 1
        assert not at.under_way and (leave != "time" or seat in at.to_move), "it has acted, and is to act again"
        match leave:
            case "resign":
                resign(game.public_id, SeatNumber(seat))
            case "everything":
                leave_games(people[seat])
            case "time":
                now.sweep(after=DAY_MS)
        at = checked(game)
        assert at.aborted == rated
        assert play.fresh(game).status == (
            Game.Status.ABORTED if rated else Game.Status.FINISHED if seats == 2 else Game.Status.RUNNING
        )
    assert not Result.objects.exists()


def test_resigning_aborts_before_all_have_acted_and_counts_afterwards(now: Now) -> None:
    game, people = table(per_move(DAY_MS, rated=True))
    assert client_of(people[0]).get(f"{API}/games/{game.public_id}").json()["standing"]["may_abort"]

    def resigned(public_id: str = game.public_id) -> Any:
        address = f"{API}/games/{public_id}/resign"
        return client_of(people[0]).post(address, {}, content_type="application/json", HTTP_IDEMPOTENCY_KEY="k")

    first = resigned()
    assert [event["kind"] for event in first.json()["events"]] == ["aborted"] and first.status_code == 200
    assert resigned().json() == first.json()
    game, people = under_way(per_move(DAY_MS, rated=True))
    assert not client_of(people[0]).get(f"{API}/games/{game.public_id}").json()["standing"]["may_abort"]
    resign(game.public_id, SEAT_0)
    assert checked(game).over and Result.objects.count() == 1


def test_an_aborted_game_has_an_export_and_no_points(now: Now) -> None:
    game, people = table(per_move(DAY_MS, rated=True))
    abort(game.public_id, SEAT_0)
    client = client_of(people[1])
    refused = client.get(f"{API}/games/{game.public_id}/points")
    assert (refused.status_code, refused.json()["code"]) == (409, "aborted")
    assert client.get(f"{API}/games/{game.public_id}/export").status_code == 200
    events = client.get(f"{API}/games/{game.public_id}/events").json()["events"]
    assert [event["kind"] for event in events] == ["start", "aborted"]
    assert events[-1]["hash"] == play.position(game).hash and all(len(event["hash"]) == 64 for event in events)
    closed = opened(people[1])
    Game.objects.filter(pk=closed.pk).update(status=Game.Status.ABORTED)
    games = f"{API}/players/{people[0].public_id}/games"
    for asked in (games, f"{games}?status=aborted"):
        assert [one["id"] for one in client.get(asked).json()["results"]] == [game.public_id]
    theirs = client.get(f"{API}/players/{people[1].public_id}/games?status=aborted").json()["results"]
    assert [one["id"] for one in theirs] == [game.public_id], "not the table that was closed before it began"


@pytest.mark.parametrize(("leave", "kind"), [(resign, "resigned"), (remove_person, "removed")])
def test_a_pause_ends_with_the_last_person(now: Now, leave: Callable[[str, int], Any], kind: str) -> None:
    game, _ = play.with_ai("greedy", "greedy")
    play.play_until(game, Random(1), lambda at: at.under_way)
    ask(game.public_id, SEAT_0, "pause")
    assert play.position(game).paused_ms is not None
    leave(game.public_id, 0)
    assert kinds(game)[-2:] == [kind, "resumed"]
    assert play.position(game).paused_ms is None and play.fresh(game).automatic_due
    play.play_until(game, Random(1), lambda at: at.over)
    checked(game)
    with pytest.raises(Refusal):
        resume(game.public_id, SEAT_0)
    game, _ = under_way(per_move(DAY_MS), 3)
    ask(game.public_id, SEAT_0, "pause")
    for seat in (1, 2):
        asked = play.position(game).asked
        assert asked is not None
        answer(game.public_id, SeatNumber(seat), True, asked.seq)
    resign(game.public_id, SEAT_0)
    assert play.position(game).paused_ms is not None, "the others can end it"


# --- the same people again --------------------------------------------------------------------------------------------
def by_sitting(one: User, two: User) -> Game:
    game = opened(one)
    return sit_down(two, game.public_id)


def by_link(one: User, two: User) -> Game:
    game = opened(one, listed=False)
    return sit_down(two, game.public_id, link=game.link or "")


def by_invitation(one: User, two: User) -> Game:
    game = opened(one, two)
    accept(two, game.invitations.get().public_id)
    return game


def by_late_invitation(one: User, two: User) -> Game:
    game = opened(one, listed=False)
    accept(two, invite(one, game.public_id, two).public_id)
    return game


def by_rematch(one: User, two: User) -> Game:
    last = Game.objects.filter(seats__user=one).filter(seats__user=two).order_by("-pk")[0]
    game = ask_rematch(one, last.public_id)
    ask_rematch(two, last.public_id)
    return game


WAYS: dict[str, Callable[[User, User], Game]] = {
    "sitting": by_sitting, "link": by_link, "invitation": by_invitation, "late invitation": by_late_invitation,
    "rematch": by_rematch,
}  # fmt: skip


@pytest.mark.parametrize("way", WAYS)
def test_the_fourth_rated_game_of_a_day_is_unrated_whatever_leads_to_it(now: Now, way: str) -> None:
    one, two = play.person(), play.person()
    met(one, two)
    game = play.fresh(WAYS[way](one, two))
    assert (game.rated, game.unrated_by_limit) == (False, True)
    assert "rated" not in play.position(game).terms, "event 0 says so"
    assert checking.faults(game) == []
    shown = client_of(one).get(f"{API}/games/{game.public_id}").json()
    assert (shown["rated"], shown["limited"], shown["status"]) == (False, True, "running")
    ended(game)
    assert Result.objects.count() == 3
    other = WAYS["sitting"](one, play.person())
    assert play.fresh(other).rated, "others meet as before"
    now.ms += DAY_MS + 1
    again = ask_rematch(one, game.public_id)
    assert again.rated and not again.unrated_by_limit, "a day later it is rated again"


def test_players_are_not_paired_for_a_fourth_rated_game(now: Now) -> None:
    one, two, three = (play.person() for _ in range(3))
    met(one, two)
    seeks = [seeking(user, {**RATED}, game=KEY) for user in (one, two)]
    assert pair_seeks.pair_seeks() == 0
    assert {fresh_seek(made).state for made in seeks} == {Seek.State.WAITING}
    seeking(three, {**RATED}, game=KEY)
    assert pair_seeks.pair_seeks() == 1
    assert all(game.rated for game in Game.objects.filter(pool__isnull=False))


def test_other_games_paces_and_tables_with_bots_have_limits_of_their_own(now: Now) -> None:
    one, two = play.person(), play.person()
    met(one, two)
    slow = open_table(one, "pyramido", {"seats": 2}, agreed=read(RATED))
    assert sit_down(two, slow.public_id).rated
    live = open_table(one, KEY, {"seats": 2}, agreed=read(per_move(MINUTE_MS, rated=True)))
    assert sit_down(two, live.public_id).rated
    bot = play.person()
    User.objects.filter(pk=bot.pk).update(is_bot=True)
    bot.refresh_from_db()
    for _ in range(5):
        game = opened(one)
        sit_down(bot, game.public_id)
        play.play_until(game, Random(1), lambda at: at.under_way)
        assert play.fresh(game).rated
        resign(game.public_id, SEAT_1)


def test_players_are_told_before_the_game_begins(now: Now) -> None:
    one, two = play.person(), play.person()
    met(one, two)
    sentence = b"This game does not affect ratings"
    invited = opened(one, two)
    assert (invited.rated, invited.unrated_by_limit) == (False, True), "the invitation says so from the start"
    waiting = client_of(two).get(f"{API}/invitations").json()["results"]
    assert [(entry["table"]["rated"], entry["table"]["limited"]) for entry in waiting] == [(False, True)]
    for user in (one, two):
        assert sentence in signed_in(user).get(f"/games/{invited.public_id}/").content
    for listed in (True, False):
        game = opened(one, listed=listed)
        address = f"/games/{game.public_id}/" if listed else f"/invite/{game.link}/"
        page = signed_in(two).get(address).content
        assert sentence in page and b"only_rated" not in page
        stranger = signed_in(play.person()).get(address).content
        assert sentence not in stranger and b"only_rated" in stranger
        body = {"only_rated": True, **({} if listed else {"link": game.link})}
        refused = post(client_of(two), f"/games/{game.public_id}/seats", body)
        assert (refused.status_code, refused.json()["code"]) == (409, "unrated")
        game = play.fresh(game)
        assert (game.rated, game.status) == (True, Game.Status.OPEN), "others may sit down for a rated game"
        leave_table(one, game.public_id)


def test_an_invitation_that_was_rated_when_it_was_sent_begins_no_unrated_game_unasked(now: Now) -> None:
    one, two = play.person(), play.person()
    last = met(one, two, 2)
    game = opened(one, two)
    again = ask_rematch(one, last.public_id)
    assert game.rated and again.rated
    met(one, two, 1)
    invitation = game.invitations.get().public_id
    browser = signed_in(two)
    answered = browser.post(f"/invitations/{invitation}/", {"accept": "on", "only_rated": "on"}, follow=True)
    assert b"would be" in answered.content and play.fresh(game).status == Game.Status.OPEN
    assert play.fresh(game).unrated_by_limit, "from now on it says so"
    browser.post(f"/invitations/{invitation}/", {"accept": "on"})
    assert (play.fresh(game).status, play.fresh(game).rated) == (Game.Status.RUNNING, False)
    with pytest.raises(Refusal, match="unrated"):
        ask_rematch(two, last.public_id, only_rated=True)


def test_concurrent_starts_do_not_exceed_the_limit_of_rated_games(now: Now) -> None:
    one, two = play.person(), play.person()
    met(one, two, 2)
    waiting = [opened(host) for host in (one, two, one, two)]
    others = (two, one, two, one)
    calls = [partial(sit_down, user, game.public_id) for user, game in zip(others, waiting, strict=True)]
    begun = at_once(calls)
    assert not [one for one in begun if isinstance(one, Refusal)]
    games = [play.fresh(game) for game in waiting]
    assert {game.status for game in games} == {Game.Status.RUNNING}
    assert sorted(game.rated for game in games) == [False, False, False, True]
    assert sorted(game.unrated_by_limit for game in games) == [False, True, True, True]


# --- absences ---------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("hours", "absences"),
    [((0, 1), 0), ((0, 1, 2), 1), ((0, 12, 23), 1), ((0, 12, 24), 0), ((0, 1, 2, 3, 4), 1), ((0, 1, 2, 3, 4, 5), 2)],
)
def test_three_aborts_in_a_day_are_an_absence(hours: Sequence[int], absences: int) -> None:
    assert len(may_play_rated.absences_by_aborts([hour * HOUR_MS for hour in hours])) == absences


def test_repeated_aborts_exclude_from_rated_games(now: Now) -> None:
    user = play.person()
    for number in range(9):
        game = opened(user)
        sit_down(play.person(), game.public_id)
        (abort if number % 2 else resign)(game.public_id, SEAT_0)
        assert may_play_rated.games_owed(user) == (3 if number == 8 else 0)
        now.ms += MINUTE_MS
    assert may_play_rated.excluded([user.pk]) == {user.pk}
    others = Game.objects.filter(seats__user=user)[0].seats.exclude(user=user)
    assert may_play_rated.games_owed(others.select_related("user")[0].user or user) == 0, "the others have not aborted"
    with pytest.raises(Refusal) as refused:
        opened(user)
    assert refused.value.code == "absent_too_often"
    for _ in range(9):  # unrated games may be aborted
        game = open_table(other := play.person(), KEY, {"seats": 2})
        sit_down(play.person(), game.public_id)
        abort(game.public_id, SEAT_0)
        assert may_play_rated.games_owed(other) == 0
    for _ in range(3):
        game = open_table(user, KEY, {"seats": 2})
        sit_down(play.person(), game.public_id)
        resign(game.public_id, SEAT_1)
    assert may_play_rated.games_owed(user) == 0 and may_play_rated.excluded([user.pk]) == set()


def test_pages_of_strangers_know_no_limit() -> None:
    game = opened(play.person())
    page = Client().get(f"/games/{game.public_id}/")
    assert page.status_code == 200 and b"This game does not affect ratings" not in page.content
    tasks.raise_flags()
