"""The checker finds each fault it exists for, when damage is put into an intact history."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest

from tests.faults.checker import Verdict, judge
from tests.faults.history import History, Read, Request, Seen
from tests.faults.world import Row

GAME = "p3Xk9QvT2mWz"
ACTIONS = 12


class Story:
    """A two-player game with alternating moves, and what its clients were told; `damage` it and `judge` it."""

    def __init__(self, rng: Random) -> None:
        self.log = [Row(0, None, "start", {}, 1000, None, None)]
        self.history = History()
        now = 0
        for number in range(ACTIONS):
            seat, seq = number % 2, len(self.log)
            key, action = f"k{number}", {"type": "place", "x": number}
            written = rng.choice((1, 1, 2))
            rows = [Row(seq, seat, "action", {"action": action}, 1000 + now, key, written)]
            if written == 2:
                rows.append(Row(seq + 1, None, "revealed", {}, 1000 + now, None, None))
            self.log += rows
            began, now = now + rng.randint(1, 5), now + rng.randint(6, 9)
            request = Request(GAME, seat, key, seq - 1, action, began, now, "accepted", 200)
            request.seq = rows[-1].seq
            request.events = [event(row) for row in rows]
            self.history.add(request)
            self.history.add(Read(GAME, None, now + 1, now + 2, rows[-1].seq))
            if rng.random() < 0.5:
                late = replace(request, key=f"late{number}", outcome="refused", status=409, code="stale", events=[])
                self.history.add(replace(late, began=now + 1, ended=now + 3))
            now += 3
        seen = [event(row) for row in self.log[1:]]
        self.history.add(Seen(GAME, None, 0, self.log[-1].seq, seen))

    @property
    def requests(self) -> list[Request]:
        """Return the accepted requests."""
        return [request for request in self.history.requests if request.outcome == "accepted"]

    def first(self, number: int) -> int:
        """Return the seq of the first event of an accepted request."""
        events = self.requests[number].events
        assert events is not None
        return int(events[0]["seq"])

    def judged(self) -> Verdict:
        return judge({GAME: self.log}, self.history)


def event(row: Row) -> dict[str, object]:
    return {"seq": row.seq, "seat": row.seat, "kind": row.kind, "payload": row.payload, "at_ms": row.at_ms}


@pytest.fixture(params=range(5))
def story(request: pytest.FixtureRequest) -> Story:
    return Story(Random(request.param))


def test_a_good_history_is_clean(story: Story) -> None:
    verdict = story.judged()
    verdict.assert_clean()
    assert verdict.accepted == ACTIONS
    assert verdict.refused == len(story.history.requests) - ACTIONS


def without_last(story: Story) -> None:
    """As if the server acknowledged before storing."""
    del story.log[story.first(-1) :]


def without_one_in_the_middle(story: Story) -> None:
    """The row exists, but as another player's."""
    at = story.first(4)
    story.log[at] = replace(story.log[at], key=None)


@pytest.mark.parametrize("damage", [without_last, without_one_in_the_middle])
def test_a_lost_action_is_found(story: Story, damage: Callable[[Story], None]) -> None:
    damage(story)
    verdict = story.judged()
    assert any("is not in the log" in sentence for sentence in verdict.lost)
    with pytest.raises(AssertionError, match="lost: "):
        verdict.assert_clean()


def test_a_doubled_action_is_found(story: Story) -> None:
    first = story.log[story.first(3)]
    story.log.append(replace(first, seq=len(story.log), at_ms=10_000))
    assert any("is in the log 2 times" in sentence for sentence in story.judged().doubled)


def test_an_unknown_action_may_be_there_or_not_but_not_twice(story: Story) -> None:
    last, row = story.requests[-1], story.log[story.first(-1)]
    last.outcome, last.ended = "unknown", None
    story.judged().assert_clean()
    story.log.append(replace(row, seq=len(story.log), at_ms=10_000))
    assert story.judged().doubled


def test_reordered_actions_are_found(story: Story) -> None:
    """The log has each action once and as acknowledged, but in an order that contradicts real time."""
    early, late = story.requests[2], story.requests[7]
    early.began, early.ended, late.began, late.ended = late.began, late.ended, early.began, early.ended
    verdict = story.judged()
    assert not verdict.lost and not verdict.doubled
    assert any("began after" in sentence for sentence in verdict.broken)


def test_actions_at_the_same_time_may_stand_in_any_order(story: Story) -> None:
    early, late = story.requests[-2], story.requests[-1]
    story.history.reads.clear()
    story.history.requests = story.requests
    early.began = late.began = min(early.began, late.began)
    early.ended = late.ended = max(early.ended or 0, late.ended or 0)
    story.judged().assert_clean()


def test_an_old_read_is_found(story: Story) -> None:
    story.history.reads[5] = replace(story.history.reads[5], seq=story.history.reads[4].seq)
    assert any("a read of" in sentence for sentence in story.judged().broken)


def test_a_read_beyond_the_log_is_found(story: Story) -> None:
    story.history.add(Read(GAME, None, 10_000, 10_001, len(story.log)))
    assert any("tells of more than the log" in sentence for sentence in story.judged().broken)


def test_a_refusal_with_a_seq_before_an_acknowledged_action_is_found(story: Story) -> None:
    acknowledged = story.requests[6]
    assert acknowledged.ended is not None and acknowledged.seq is not None
    refused = Request(GAME, 0, "old", 3, {}, acknowledged.ended + 1, acknowledged.ended + 2, "refused", 409, "stale")
    refused.seq = story.first(6) - 1
    story.history.add(refused)
    assert any("the refusal of old" in sentence for sentence in story.judged().broken)


def test_a_refused_action_that_was_done_is_found(story: Story) -> None:
    last = story.requests[-1]
    last.outcome, last.code, last.seq = "refused", "stale", None
    assert any("was refused (stale) and is in the log" in sentence for sentence in story.judged().broken)


def test_an_action_that_no_client_sent_is_found(story: Story) -> None:
    story.history.requests.remove(story.requests[-1])
    assert any("nobody asked for" in sentence for sentence in story.judged().broken)


def test_repeats_with_one_answer_are_one_action(story: Story) -> None:
    first = story.requests[4]
    story.history.add(replace(first, began=first.began + 1000, ended=first.began + 1001))
    story.judged().assert_clean()


def test_repeats_with_different_answers_are_found(story: Story) -> None:
    first = story.requests[4]
    story.history.add(replace(first, events=[{"seq": story.first(4), "at_ms": 1}]))
    assert any("different answers" in sentence for sentence in story.judged().broken)


def test_another_action_than_the_acknowledged_one_is_found(story: Story) -> None:
    at = story.first(2)
    story.log[at] = replace(story.log[at], payload={"action": {"type": "place", "x": -1}})
    assert any("as another action" in sentence for sentence in story.judged().broken)


def test_a_gap_in_the_log_is_found(story: Story) -> None:
    del story.log[5]
    assert any("are numbered" in sentence for sentence in story.judged().broken)


def test_a_partly_written_command_is_found(story: Story) -> None:
    story.log.append(Row(len(story.log), 0, "action", {"action": {}}, 10_000, "half", 2))
    assert any("some are missing" in sentence for sentence in story.judged().broken)


def test_a_time_that_runs_backwards_is_found(story: Story) -> None:
    story.log[-1] = replace(story.log[-1], at_ms=500)
    assert any("before the last one" in sentence for sentence in story.judged().broken)


def test_an_event_missed_by_a_watcher_is_found(story: Story) -> None:
    del story.history.seen[0].events[3]
    assert any("never saw events [4]" in sentence for sentence in story.judged().lost)


def test_a_watcher_with_a_later_view_has_missed_nothing_before_it(story: Story) -> None:
    seen = story.history.seen[0]
    del seen.events[:3]
    seen.views.append(3)
    story.judged().assert_clean()


def test_an_event_taken_twice_by_a_watcher_is_found(story: Story) -> None:
    seen = story.history.seen[0]
    seen.events.append(seen.events[3])
    assert any("took event 4" in sentence for sentence in story.judged().doubled)


def test_an_event_shown_to_a_watcher_but_not_in_the_log_is_found(story: Story) -> None:
    story.history.seen[0].events[-1] = {**story.history.seen[0].events[-1], "seat": 5}
    assert any("the log has" in sentence for sentence in story.judged().broken)
