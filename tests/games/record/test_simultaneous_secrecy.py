"""In simultaneous play no submission is visible to other players before the last one is in.

Non-interference, on the site itself and for every secret phase of every registered game: twin tables (`twins.py`) in
which one seat submits different things look the same to all others, byte for byte, over every way out of the site. Only
the fact that a seat has submitted may show: an event of constant form with its seq, its time and the seat.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any

import pytest
from django.test import Client
from msgspec.structs import replace as with_fields

from engine import table_verbs
from engine.core import JSON, Rules
from engine.newtypes import BEFORE_FIRST, Seq, UnixMs
from engine.silver_gold_pyramids.actions import Pass
from games.computer.services.play_ai import play_ai
from games.computer.services.thinking import move_pool
from games.models import Event
from games.record import selectors
from tests.games import play
from tests.games.secret_phases import Case, Opening, cases, opening
from tests.games.sockets import TIMEOUT_S, in_database
from tests.games.twins import SUBMITTER, Cast, Seen, Sight, Twin

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.sqlite]
"""The database makes no difference here, and the tests are slow: once is enough."""

Script = Callable[[Twin], Awaitable[None]]

every_case = pytest.mark.parametrize("case", cases(), ids=str)
cases_of_more = pytest.mark.parametrize("case", [c for c in cases() if c.seats > 2], ids=str)
cases_of_three = pytest.mark.parametrize("case", [c for c in cases() if c.seats == 3 and not c.automatic], ids=str)


@pytest.fixture(autouse=True)
def _no_frame_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lift the time limit for making a frame, since frames are compared one by one and a busy machine may be slow."""
    monkeypatch.setattr("pyramido_site.infrastructure.publisher.SEND_S", TIMEOUT_S)


async def played(
    cast: Cast,
    start: Opening,
    script: Script,
    *,
    everywhere: bool = False,
    last_leaves: bool = False,
    looked_after: bool = True,
) -> Seen:
    """Return what was seen of a twin in which the submitter follows the script and the others always do the same.

    `looked_after`: all look once more after the last submission. Of two twins that may differ by then one is enough.
    """
    async with Twin(cast, start) as twin:
        await script(twin)
        await twin.look("it is sent", everywhere=everywhere)
        *others, last = start.submissions
        for seat in others:
            await twin.other_submits(seat, key="k")
        check_only_moves_were_told(twin)
        twin.all_in = True
        if last_leaves:
            await twin.accepted(last, "resign", {})
        else:
            await twin.other_submits(last, key="k")
        if looked_after:
            await twin.look("all are in")
        await in_database(check_all_is_revealed, twin)
        await in_database(check_nothing_is_skipped, twin)
        await in_database(check_no_hash_has_left, twin)
    return twin.seen


def check_alike(first: dict[Sight, str], second: dict[Sight, str]) -> None:
    assert list(first) == list(second)
    for sight, text in first.items():
        assert text == second[sight], f"{sight} reveals the submission"


def check_only_moves_were_told(twin: Twin) -> None:
    """Check that frames about another seat's submission have one form, whatever was submitted: only numbers differ."""
    for name, frames in twin.frames.items():
        own = twin.documents[name]["view"]["seat"]
        for frame in frames:
            assert set(frame) == {"type", "game", "from", "seq", "server_now_ms", "events", "patch"}
            (event,) = frame["events"]
            if event["seat"] == own or event["kind"] != "submitted":
                continue
            assert set(event) == {"seq", "seat", "kind", "at_ms"}
            whose = f"/view/seats/{event['seat']}/submitted"
            allowed = (
                "/table/seq",
                "/table/to_move",
                "/table/can_take_back",
                "/table/deadline_ms",
                "/table/standing",
                "/view/to_move",
                whose,
            )
            told = [operation["path"] for operation in frame["patch"]]
            assert [path for path in told if not path.startswith(allowed)] == [], name


def check_all_is_revealed(twin: Twin) -> None:
    """Check that all received the final submissions, and that seats that left and replaced submissions are not
    included.
    """
    at = play.position(twin.public_id)
    for name, events in twin.events.items():
        (revealed,) = (event for event in events if event["kind"] == "revealed")
        shown = revealed["payload"]["submissions"]
        left = [event["seat"] for event in events if event["kind"] == "resigned"]
        assert shown[twin.seat] == (None if twin.seat in left else last_sent(twin)), name
        for seat, action in twin.opening.submissions.items():
            assert shown[seat] == (None if seat in left else action), name
    before = twin.opening.position
    assert at.rules.revealed(at.state) == before.rules.revealed(before.state) + 1


def last_sent(twin: Twin) -> JSON:
    """Return the submission that counts."""
    sent = Event.objects.filter(game__public_id=twin.public_id, seat=twin.seat, kind="submission")
    event = sent.filter(seq__gt=twin.opening.position.seq).latest("seq")
    action: JSON = event.payload["action"]
    own = [e for e in twin.events[SUBMITTER] if e["kind"] == "submission" and e["seat"] == twin.seat]
    assert bool(own) == (twin.opening.position.ai[twin.seat] is None), (
        "the submitter sees it, a player who left does not"
    )
    assert all(e["payload"]["action"] == action for e in own[-1:])
    return action


def check_nothing_is_skipped(twin: Twin) -> None:
    """Check that a client following by patches knows the same as a fresh page, and can read the events after any
    cursor.
    """
    seq, known = twin.seq(), twin.opening.position.seq
    for name, document in twin.documents.items():
        seat = document["view"]["seat"]
        fresh = selectors.view_for(twin.public_id, seat)
        assert document == {"table": fresh["table"], "view": fresh["view"]}, name
        everything = selectors.events_for(twin.public_id, seat, BEFORE_FIRST)["events"]
        assert [event["seq"] for event in everything] == list(range(seq + 1))
        for since in range(known, seq + 1):
            later = {"game": fresh["table"]["game"], "seq": seq, "next": None, "events": everything[since + 1 :]}
            assert selectors.events_for(twin.public_id, seat, Seq(since)) == later
        if not play.position(twin.public_id).over:  # then nothing is hidden
            assert twin.events[name] == everything[known + 1 :], name


def check_no_hash_has_left(twin: Twin) -> None:
    """Check that, while the game is running, no event's hash, the secret nor any nonce has left the server."""
    at = play.position(twin.public_id)
    if at.over:
        return
    hidden = {bytes(hashed).hex() for hashed in Event.objects.values_list("hash", flat=True)}
    hidden |= {at.secret.hex(), *(nonce.hex() for nonce in at.nonces)}
    for sight, text in {**twin.seen.before, **twin.seen.after}.items():
        assert not [value for value in hidden if value in text], sight


def sends(*actions: JSON) -> Script:
    async def script(twin: Twin) -> None:
        for action in actions:
            await twin.submit(action)
            assert twin.documents[SUBMITTER]["view"]["submission"] == action

    return script


def sends_and_leaves(action: JSON) -> Script:
    async def script(twin: Twin) -> None:
        await twin.submit(action)
        await twin.accepted(twin.seat, "resign", {})

    return script


def sends_among_refusals(action: JSON) -> Script:
    """Return a script that submits the action over the socket, surrounded by refused and repeated requests."""

    async def script(twin: Twin) -> None:
        seq, illegal = twin.seq(), twin.opening.illegal[twin.seat]
        body = {"expected_seq": seq, "action": action}

        async def refused(status: int, sent: Any, key: str | None = None, verb: str = "actions") -> None:
            got, answer = await twin.request(twin.seat, verb, sent, key)
            assert got == status, answer

        await refused(422, {**body, "action": illegal}, "k")
        await refused(400, {**body, "action": {**action, "more": 1}})
        await refused(400, {**body, "expected_seq": seq + 1}, "k")
        await refused(413, json.dumps(body) + " " * 70_000)
        await refused(400, "{" * 1000)
        await twin.submit_by_socket(action, "k")
        for _ in range(2):
            assert (await twin.request(twin.seat, "actions", body, "k"))[0] == 200
        await refused(422, {**body, "action": illegal}, "k")
        await refused(422, {**body, "expected_seq": seq + 1}, "k")
        await refused(409, body)
        await refused(409, {**body, "expected_seq": -1}, "another")
        await refused(422, {"expected_seq": seq + 1, "action": illegal})
        await refused(422, {"expected_seq": seq + 1}, verb="take-back")
        answer = await twin.sockets[SUBMITTER].answer_to({"type": "act", "ref": 2, **body})
        assert answer["code"] == "stale"

    return script


def test_there_are_games_with_secret_phases() -> None:
    assert len({case.game for case in cases()}) > 1


@every_case
async def test_a_submission_is_not_visible_to_others_nor_in_the_site_s_log(
    case: Case, caplog: pytest.LogCaptureFixture
) -> None:
    """The shortest possible submission and the longest, sent repeatedly and between refused requests."""
    caplog.set_level(logging.DEBUG)
    start = opening(case)
    cast = await in_database(Cast, case.seats)
    shortest, *_, longest = start.choices
    seen = await played(cast, start, sends(shortest), everywhere=True)
    other = await played(cast, start, sends_among_refusals(longest), everywhere=True, looked_after=False)
    check_alike(seen.before, other.before)
    logging.getLogger("games").info("the log is read")
    assert "the log is read" in caplog.text
    check_no_line_has(
        caplog.text, start.position.rules, longest, start.illegal[start.seat], *start.submissions.values()
    )


def check_no_line_has(log: str, rules: Rules[Any, Any], *actions: JSON) -> None:
    for action in actions:
        parts = [value for value in action.values() if value and isinstance(value, list | dict)]
        for written in (rules.action_to_text(rules.action_from_json(action)), *parts):
            assert str(written) not in log and json.dumps(written) not in log


@cases_of_more
async def test_a_replacement_shows_only_that_a_seat_has_moved_again(case: Case) -> None:
    """Neither the replaced submission nor whether it was the same; the replaced one stays hidden to the end of the
    game.
    """
    start = opening(case)
    cast = await in_database(Cast, case.seats)
    one, *_, another = start.choices
    leaves = case.left > 0  # the last one awaited: its departure reveals the others
    seen = await played(cast, start, sends(one, another), last_leaves=leaves)
    same = await played(cast, start, sends(another, another), last_leaves=leaves)
    check_alike(seen.before, same.before)
    if not case.automatic:  # those occur only at the end of the game
        check_alike(seen.after, same.after)


@cases_of_three
async def test_leaving_removes_the_submission(case: Case) -> None:
    start = opening(case)
    cast = await in_database(Cast, case.seats)
    seen = [await played(cast, start, sends_and_leaves(action)) for action in (start.choices[0], start.choices[-1])]
    check_alike(seen[0].before, seen[1].before)
    check_alike(seen[0].after, seen[1].after)


@cases_of_three
async def test_an_ai_s_submission_is_not_visible_to_others(case: Case, monkeypatch: pytest.MonkeyPatch) -> None:
    """Here the AI plays for the submitter, who has left."""
    start = opening(case)
    step = table_verbs.take_over(start.position, start.seat, "greedy", at_ms=UnixMs(start.position.at_ms + 1000))
    start = replace(start, position=step.position, events=(*start.events, *step.events))
    cast = await in_database(Cast, case.seats)

    def chooses(action: JSON) -> Script:
        async def script(twin: Twin) -> None:
            monkeypatch.setattr(move_pool, "think", lambda *arguments: action)
            since = start.position.owed_since[twin.seat]
            answer = await in_database(play_ai, twin.public_id, twin.seat, since)
            assert answer is not None
            await twin.follow(answer.seq)

        return script

    shortest, *_, longest = start.choices
    seen = await played(cast, start, chooses(longest), everywhere=True)
    other = await played(cast, start, chooses(shortest), everywhere=True, looked_after=False)
    check_alike(seen.before, other.before)


async def test_a_player_without_cards_shows_only_that_the_empty_submission_is_in() -> None:
    """This occurs late in games that random play rarely reaches, so the test puts a hand under the deck."""
    start = opening(Case("silver-gold-pyramids", "mark", 3))
    without = next(iter(start.submissions))
    state = start.position.state
    explorers, submissions = list(state.explorers), list(state.submissions)
    explorers[without], submissions[without] = with_fields(explorers[without], cards=()), Pass()
    deck = (*state.deck, *state.explorers[without].cards)
    state = with_fields(state, explorers=tuple(explorers), submissions=tuple(submissions), deck=deck)
    start = replace(
        start,
        position=with_fields(start.position, state=state),
        submissions={seat: action for seat, action in start.submissions.items() if seat != without},
        unfolded=True,
    )

    def and_looks_at_the_others(*actions: JSON) -> Script:
        async def script(twin: Twin) -> None:
            await sends(*actions)(twin)
            for name, document in twin.documents.items():
                explorer = document["view"]["seats"][without]
                assert (explorer["submitted"], explorer["cards"]) == (True, []), name
                assert document["view"]["submission"] == (actions[-1] if name == SUBMITTER else None)
                assert without not in document["table"]["to_move"]

        return script

    cast = await in_database(Cast, 3)
    shortest, *_, longest = start.choices
    seen = await played(cast, start, and_looks_at_the_others(longest, longest), everywhere=True)
    again = await played(cast, start, and_looks_at_the_others(shortest, longest), everywhere=True)
    check_alike(seen.before, again.before)
    check_alike(seen.after, again.after)


def test_no_cache_on_the_way_keeps_what_a_seat_sees() -> None:
    game, people = play.table(2)
    client = Client()
    client.force_login(people[0])
    api = [f"/api/v1/games/{game.public_id}{what}" for what in ("", "/view", "/events", "/export")]
    for path in [*api, "/api/v1/games?mine=true", f"/games/{game.public_id}/", "/games/mine/"]:
        answer = client.get(path)
        assert answer.status_code == (409 if path.endswith("/export") else 200), path
        kept = {word.strip() for word in answer.headers["Cache-Control"].split(",")}
        assert {"no-store", "private"} <= kept, path
