"""The arithmetic of the fair-play checks, each on numbers that can be verified by hand."""

from __future__ import annotations

import time
from random import Random

import pytest

from engine import registry, replay
from engine.ai import points_lost
from engine.core import Rules
from engine.newtypes import Seq, UnixMs
from engine.position import Position
from games.fair_play.detectors import abuse, engine_likeness, gifts, one_sided, stalling
from games.fair_play.detectors import shared_device_or_network as shared
from games.fair_play.detectors.decisions import taken
from games.fair_play.detectors.engine_likeness import Look
from games.fair_play.detectors.finding import at_least, together
from games.fair_play.detectors.one_sided import Meeting
from ratings import elo

DEVICE, HOME, SCHOOL = ("device", b"d"), ("network", b"n"), ("network", b"s")


def test_chances() -> None:
    assert at_least(0, 5, 0.3) == pytest.approx(1)
    assert at_least(5, 5, 0.5) == pytest.approx(1 / 32)
    assert together(1.0, 1.0) == 1.0
    assert together(0.01, 0.01) < 0.01


def test_a_device_of_two_counts_and_a_crowd_hardly() -> None:
    def strength(fingerprints: list[shared.Trace], accounts: int, meetings: int = 8, games: int = 12) -> int:
        found = shared.detect((1, 2), fingerprints, dict.fromkeys(fingerprints, accounts), meetings, (games, 4 * games))
        return 0 if found is None else found.strength

    assert strength([DEVICE, HOME], 2) == round(1000 * 1.4 / 1.1)
    assert strength([HOME], 2) < 1000, "only a shared network, of people who mostly play each other"
    assert strength([HOME], 2) == strength([HOME, SCHOOL], 2), "a changing address adds no evidence"
    assert strength([DEVICE, HOME], 2, games=100) < 1000, "two members of a household who seldom meet"
    assert strength([DEVICE], 8) < 800
    assert strength([DEVICE], shared.CROWD + 1) == strength([HOME], shared.CROWD + 1)
    assert shared.detect((1, 2), [DEVICE], {DEVICE: 2}, 2, (9, 9)) is None
    assert shared.detect((1, 2), [], {}, 9, (9, 9)) is None


def test_wins_over_an_equal_are_improbable_and_over_a_weaker_one_are_not() -> None:
    def strength(lead: int, wins: int, losses: int, early: bool = False) -> int:
        won = [Meeting(150_000 + lead * elo.POINT, 150_000, True, 2, early)] * wins
        found = one_sided.detect(1, 2, [*won, *[Meeting(150_000, 150_000, True, 0, False)] * losses])
        return 0 if found is None else found.strength

    assert strength(0, 5, 0) == 0  # too few
    assert strength(0, 20, 0) > 1000 > strength(0, 6, 6)
    assert strength(600, 20, 0) < 200
    assert strength(0, 8, 0, early=True) > 1000 > strength(0, 8, 0)
    draws = one_sided.detect(1, 2, [Meeting(150_000, 150_000, True, 1, False)] * 12)
    assert draws is not None and draws.evidence["half_points"] == 12 and draws.strength < 100


def test_gifts_are_compared_with_equally_costly_choices() -> None:
    assert gifts.place(3.0, [1.0, 2.0, 0.0, 1.5]) == pytest.approx((1.0, 0.125))
    assert gifts.place(1.0, [1.0, 1.0]) == (0.5, 0.0)

    def strength(mine: float, other: float, choices: int = 18) -> int:
        some = [gifts.Costly(str(n % 3), Seq(n), 4.0, {7: (mine, 0.125), 8: (other, 0.125)}) for n in range(choices)]
        return {finding.other: finding.strength for finding in gifts.detect(1, some)}.get(7, 0)

    assert strength(1.0, 0.4) > 1000
    assert strength(1.0, 1.0) == 0, "it helps all opponents alike"
    assert strength(0.6, 0.4) < 500
    assert strength(1.0, 0.4, choices=5) == 0


def test_a_program_loses_less_than_its_rating_predicts_and_weak_play_ends_the_check_early() -> None:
    rng, fit = Random(1), points_lost.FITTED["silver-gold-pyramids"]
    program = [Look(rng.choice((0.0, 0.0, 0.0, 1.0)), rng.uniform(1, 5)) for _ in range(120)]
    person = [Look(rng.choice((0.0, 2.0, 3.0, 4.0)), rng.uniform(1, 5)) for _ in range(120)]
    for looks, shown in ((program, True), (person, False)):
        found = engine_likeness.detect(1, looks, 1600, fit)
        assert found is not None and found.shown is shown
        assert engine_likeness.goes_on(looks[:36], fit.share(1600, False)) is shown
        assert engine_likeness.goes_on(looks[:35], fit.share(1600, False)), "decided after 12 and 36 games"
    assert fit.share(2000, True) < fit.share(1750, True) == fit.thorough < fit.share(1600, True)
    assert fit.share(900, True) == fit.share(1000, True)
    assert engine_likeness.detect(1, program[:12], 1600, fit) is None
    assert not engine_likeness.is_looked_at(2, 2) and not engine_likeness.is_looked_at(6, 4)


def test_stalling_is_time_in_lost_positions_beside_that_in_others() -> None:
    assert stalling.rank_sum([5, 6, 7], [1, 2, 3]) == pytest.approx(1.964, abs=1e-3)
    assert stalling.rank_sum([1, 2], [1, 2]) == 0.0
    assert stalling.is_lost(40, 60, 0.6)
    assert not stalling.is_lost(40, 60, 0.4)
    assert not stalling.is_lost(55, 60, 0.9)
    rng = Random(2)

    def found(times: float) -> bool:
        usual = [stalling.TimedDecision(False, rng.randrange(4000, 20_000), "a") for _ in range(40)]
        lost = [
            stalling.TimedDecision(True, round(times * rng.randrange(4000, 20_000)), "ab"[n % 2]) for n in range(12)
        ]
        judged = stalling.detect(1, [*usual, *lost])
        return judged is not None and judged.shown

    assert found(8) and not found(1) and not found(2.5)


@pytest.mark.parametrize(
    "text",
    [
        "you MORON",
        "m0r0n!",
        "m o r o n",
        "mooorrron",
        "ｍｏｒｏｎ",
        "Crétin.",
        "CRETIN",
        "sei uno str0nzo",
        "ENCULÉ",
        "m.o.r.o.n",
    ],
)
def test_words_are_found_in_disguise(text: str) -> None:
    assert abuse.weight_of(text)[0] >= 3


@pytest.mark.parametrize(
    "text",
    [
        "Scunthorpe",
        "classic assassin",
        "the cone of a pyramid",
        "a stone",
        "I like mornings",
        "con calma",
        "",
        "5 + 5!",
    ],
)
def test_words_within_words_are_not(text: str) -> None:
    assert abuse.weight_of(text) == (0, [])


def test_abuse_needs_more_than_one_line_and_long_lines_cost_no_time() -> None:
    insult = [abuse.SaidLine(str(n), "g", "you moron") for n in range(5)]
    found = abuse.detect(1, insult)
    assert found is not None and found.shown and found.evidence["words"] == {"moron": 5}
    shouted = abuse.detect(1, [abuse.SaidLine("1", "g", "moron " * 80)])
    assert shouted is not None and not shouted.shown and abuse.detect(1, [abuse.SaidLine("1", "g", "gg")]) is None
    begun = time.process_time()
    for text in ("a" * 20_000, "f " * 10_000, "f*" * 10_000, "\u0301" * 20_000, "ﷺ" * 1000):
        abuse.weight_of(text)
    assert time.process_time() - begun < 2


def test_decisions_are_read_from_the_log_of_a_finished_game_only() -> None:
    rng = Random(4)
    position, events = _begun()
    while not position.over:
        seat = rng.choice(position.to_move)
        rules = position.rules
        action = rules.action_to_json(rules.random_action(position.state, seat, rng))
        step = replay.act(position, seat, action, expected_seq=None, at_ms=events[-1].at_ms + 1000)
        position, events = step.position, [*events, *step.events]
    with pytest.raises(ValueError, match="not finished"):
        taken(events[:-1])
    rules, found = taken(events)
    logged = [event for event in events if event.kind in ("action", "submission")]
    assert [(one.seq, one.seat) for one in found] == [(event.seq, event.seat) for event in logged]
    assert all(rules.action_to_json(one.action) == logged[n].payload["action"] for n, one in enumerate(found))
    assert all(one.taken_ms is not None and one.taken_ms >= 1000 for one in found) and found[-1].progress <= 1


def _begun() -> tuple[Position, list]:
    rules: Rules = registry.get("silver-gold-pyramids")
    step = replay.start(rules.key, None, {"seats": 2}, b"s" * 32, [b"n" * 32] * 2, UnixMs(1_800_000_000_000))
    return step.position, list(step.events)
