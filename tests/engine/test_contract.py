"""Requirements of every registered game, whatever its rules.

In one file: it is the list of guarantees that a new game has to keep.
"""

from __future__ import annotations

import hashlib
import json
from itertools import islice
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import canonical, planned_turns, redaction, replay
from engine.core import GameError, Illegal, Malformed
from engine.export import export, rebuild
from engine.export import read as read_export
from engine.newtypes import SeatNumber, Seq, UnixMs
from engine.simulate import random_game
from tests.engine import hidden
from tests.engine.tables import IDS, TABLES, Table, walk
from tests.sampling import examples

seeds = st.integers(0, 2**32)
steps = st.integers(0, 300)
every_table = pytest.mark.parametrize("table", TABLES, ids=IDS)


def frozen(state: Any) -> str:
    return repr(state)


@every_table
def test_every_table_is_offered_by_name(table: Table) -> None:
    rules, options = table
    kinds = rules.table_kinds()
    offered = [kind.options for kind in kinds]
    assert options in offered
    assert offered == [rules.options_from_json(given) for given in offered]
    assert all(kind.needs is None or kind.needs in offered for kind in kinds)
    assert all([rules.name, rules.about, *(text for kind in kinds for text in (kind.name, kind.about))])
    assert rules.components_sha256 == hashlib.sha256(rules.component_file).hexdigest()


@every_table
@settings(max_examples=examples(10))
@given(seed=seeds)
def test_a_game_is_determined_by_its_seed_and_its_actions(table: Table, seed: int) -> None:
    rules, options = table
    first, again = (random_game(rules.key, options, Random(seed), resubmit=0.2, take_back=0.2) for _ in range(2))
    assert first[0].hash == again[0].hash
    assert frozen(first[0].state) == frozen(again[0].state)


@every_table
@settings(max_examples=examples(10))
@given(seed=seeds)
def test_the_fold_of_the_log_is_the_live_game_at_every_event(table: Table, seed: int) -> None:
    rules, options = table
    position, events = random_game(rules.key, options, Random(seed), resubmit=0.2, take_back=0.2)
    folded = replay.fold(events, position.secret, position.nonces)
    assert frozen(folded.state) == frozen(position.state)
    assert (folded.seq, folded.hash, folded.owed_since, folded.at_ms) == (
        position.seq,
        position.hash,
        position.owed_since,
        position.at_ms,
    )
    checked = replay.check(events, position.secret, position.nonces, events[0].payload["commitment"])
    assert frozen(checked.state) == frozen(position.state)


@every_table
@settings(max_examples=examples(10))
@given(seed=seeds)
def test_the_export_rebuilds_the_game(table: Table, seed: int) -> None:
    rules, options = table
    position, events = random_game(rules.key, options, Random(seed))
    document = json.loads(json.dumps(export(position, events)))
    assert rebuild(read_export(document)).outcome == position.outcome


@every_table
@settings(max_examples=examples(60))
@given(seed=seeds, steps=steps)
def test_actions_go_through_json_and_text_and_back(table: Table, seed: int, steps: int) -> None:
    rules, _ = table
    state, rng = walk(table, seed, steps)
    for seat in rules.to_move(state):
        for action in [*islice(rules.legal_actions(state, seat), 400), rules.random_action(state, seat, rng)]:
            raw = json.loads(json.dumps(rules.action_to_json(action)))
            assert rules.action_from_json(raw) == action
            assert rules.action_to_json(rules.action_from_json(raw)) == raw
            text = rules.action_to_text(action)
            assert text.isascii() and "\n" not in text
            assert rules.action_from_text(text) == action


@every_table
@settings(max_examples=examples(40))
@given(seed=seeds, steps=steps)
def test_legal_actions_are_accepted(table: Table, seed: int, steps: int) -> None:
    rules, _ = table
    state, rng = walk(table, seed, steps)
    before = frozen(state)
    for seat in rules.to_move(state):
        for action in [*islice(rules.legal_actions(state, seat), 200), rules.random_action(state, seat, rng)]:
            rules.check(rules.apply(state, seat, action))
            assert rules.to_move(state) == (seat,) or not rules.revocable(state, seat, action)
    assert frozen(state) == before


@every_table
@settings(max_examples=examples(60))
@given(seed=seeds, steps=steps, other_seed=seeds, other_steps=steps)
def test_illegal_actions_are_refused_without_effect(
    table: Table, seed: int, steps: int, other_seed: int, other_steps: int
) -> None:
    rules, options = table
    state, rng = walk(table, seed, steps)
    elsewhere, _ = walk(table, other_seed, other_steps)
    before = frozen(state)
    foreign = [
        action
        for seat in rules.to_move(elsewhere)
        for action in [*islice(rules.legal_actions(elsewhere, seat), 60), rules.random_action(elsewhere, seat, rng)]
    ]
    for seat in range(len(rules.seat_kinds(options))):
        offered = None
        for action in foreign:
            try:
                rules.apply(state, seat, action)
            except Illegal as refusal:
                assert refusal.code
                assert refusal.detail
                offered = offered or {rules.action_to_text(a) for a in islice(rules.legal_actions(state, seat), 5000)}
                assert rules.action_to_text(action) not in offered
            else:
                if offered is None or len(offered) < 5000:
                    offered = offered or {
                        rules.action_to_text(a) for a in islice(rules.legal_actions(state, seat), 5000)
                    }
                    assert offered, "a seat without a decision has no legal action"
            assert frozen(state) == before


@every_table
@settings(max_examples=examples(10))
@given(seed=seeds)
def test_components_are_conserved_after_every_action(table: Table, seed: int) -> None:
    rules, options = table
    rng = Random(seed)
    state = rules.start(options, rng.randbytes(32))
    rules.check(state)
    while seats := rules.to_move(state):
        seat = rng.choice(seats)
        state = rules.apply(state, seat, rules.random_action(state, seat, rng))
        rules.check(state)
    outcome = rules.outcome(state)
    assert outcome is not None
    assert len(outcome.scores) == len(outcome.ranks) == len(rules.seat_kinds(options))
    assert min(outcome.ranks) == 1
    assert list(rules.legal_actions(state, 0)) == []


@every_table
@settings(max_examples=examples(60, of_secrets=True))
@given(seed=seeds, steps=steps, twin_seed=seeds)
def test_a_view_shows_nothing_that_its_seat_may_not_know(table: Table, seed: int, steps: int, twin_seed: int) -> None:
    rules, options = table
    state, _ = walk(table, seed, steps)
    for seat in (None, *range(len(rules.seat_kinds(options)))):
        twin = hidden.twin(rules, state, seat, Random(f"twin {twin_seed}"))
        rules.check(twin)
        assert frozen(twin) != frozen(state), "the twin differs in its hidden parts"
        assert rules.points(twin) == rules.points(state)
        assert json.dumps(rules.view(twin, seat)) == json.dumps(rules.view(state, seat))


@every_table
@settings(max_examples=examples(40))
@given(seed=seeds, steps=steps)
def test_views_are_canonical_json_and_say_who_may_do_what(table: Table, seed: int, steps: int) -> None:
    rules, options = table
    state, _ = walk(table, seed, steps)
    for seat in (None, *range(len(rules.seat_kinds(options)))):
        view = rules.view(state, seat)
        canonical.encode(view)
        assert (view["game"], view["version"], view["options"], view["seat"]) == (
            rules.key,
            rules.version,
            options,
            seat,
        )
        assert view["to_move"] == list(rules.to_move(state))
        if seat in rules.to_move(state):
            assert view["decision"] is not None
        if seat is None:
            assert view["decision"] is None


def plan_of(table: Table, state: Any, seat: int, seed: int) -> tuple[list[Any], list[tuple[Any, str]]] | str:
    """Plan a random turn on two twins; return the actions and their results in each, or the reason why there is no
    plan.
    """
    rules, _ = table
    views = [rules.view(hidden.twin(rules, state, seat, Random(f"twin {n} {seed}")), seat) for n in (0, 1)]
    try:
        worlds = [rules.next_turn(view, Random(seed)) for view in views]
    except Illegal as refusal:
        assert refusal.detail.endswith(".")
        return refusal.code
    rng = Random(seed)
    actions: list[Any] = []
    while seat in rules.to_move(worlds[0]) and rules.submissions(worlds[0]) is None and len(actions) < 6:
        action = rules.random_action(worlds[0], seat, rng)
        actions.append(rules.action_to_json(action))
        worlds = [rules.apply(world, seat, action) for world in worlds]
    return actions, [(world, json.dumps(rules.view(world, seat))) for world in worlds]


@every_table
@settings(max_examples=examples(40, of_secrets=True))
@given(seed=seeds, steps=steps)
def test_a_turn_is_planned_on_what_the_seat_knows_and_nothing_else(table: Table, seed: int, steps: int) -> None:
    rules, options = table
    state, rng = walk(table, seed, steps)
    for seat, kind in enumerate(rules.seat_kinds(options)):
        plan = plan_of(table, state, seat, seed)
        if kind == "legend" or seat in rules.to_move(state) or seat in rules.out(state):
            assert isinstance(plan, str)
            continue
        if isinstance(plan, str):
            assert plan in {"everybody_at_once", "stage_complete", "no_room"}
            continue
        actions, ((first, shown), (second, again)) = plan
        assert actions, "a plannable turn has at least one action"
        assert shown == again
        assert frozen(first) == frozen(second)
        view = rules.view(state, seat)
        begun = rules.next_turn(view, rng)
        rules.check(begun)
        assert seat in rules.to_move(begun)
        for action in islice(rules.legal_actions(begun, seat), 60):
            rules.check(rules.apply(begun, seat, action))
        seen = planned_turns.play(rules, view, [actions], "seed")
        assert seen.view["seat"] == seat
        everything = [planned_turns.find(seen.view, pointer) for pointer in seen.unknown]
        assert planned_turns.MISSING not in everything


@every_table
@settings(max_examples=examples(10, of_secrets=True))
@given(seed=seeds)
def test_nothing_secret_leaves_through_redacted_events(table: Table, seed: int) -> None:
    rules, options = table
    _, events = random_game(rules.key, options, Random(seed), resubmit=0.3)
    for seat in (None, *range(len(rules.seat_kinds(options)))):
        for event in events:
            shown = redaction.redact(event, seat, ended=False)
            assert "hash" not in shown
            if event.kind == "submission" and event.seat != seat:
                assert shown == {"seq": event.seq, "seat": event.seat, "kind": "submitted", "at_ms": event.at_ms}
            else:
                assert shown["payload"] == event.payload
            assert redaction.redact(event, seat, ended=True)["hash"] == event.hash


@every_table
@settings(max_examples=examples(40))
@given(seed=seeds, steps=steps, data=st.data())
def test_a_seat_can_leave_at_any_moment(table: Table, seed: int, steps: int, data: st.DataObject) -> None:
    rules, options = table
    state, rng = walk(table, seed, steps)
    kinds = rules.seat_kinds(options)
    persons = [seat for seat, kind in enumerate(kinds) if kind != "legend"]
    leaver = data.draw(
        st.sampled_from([seat for seat in persons if rules.view(state, seat)["seats"][seat]["out"] is None])
    )
    state = rules.drop_out(state, leaver)
    rules.check(state)
    while seats := rules.to_move(state):
        assert leaver not in seats
        seat = rng.choice(seats)
        state = rules.apply(state, seat, rules.random_action(state, seat, rng))
        rules.check(state)
    outcome = rules.outcome(state)
    assert outcome is not None
    stayed = [seat for seat, row in enumerate(rules.view(state, None)["seats"]) if row.get("out") is None]
    assert all(outcome.ranks[leaver] > outcome.ranks[seat] for seat in stayed)
    for seat in persons:
        with pytest.raises(Illegal):
            rules.drop_out(state, seat)


@every_table
@settings(max_examples=examples(10))
@given(seed=seeds)
def test_turns_are_counted_up_whenever_a_seat_comes_to_owe_again(table: Table, seed: int) -> None:
    """`Rules.turn`, also when people leave: time controls depend on its count."""
    rules, options = table
    rng = Random(seed)
    state = rules.start(options, rng.randbytes(32))
    persons = [seat for seat, kind in enumerate(rules.seat_kinds(options)) if kind != "legend"]
    owing, counted = rules.to_move(state), {seat: rules.turn(state, seat) for seat in persons}
    over = dict.fromkeys(persons, -1)  # the last turn after which the seat owed nothing
    while owing:
        before, actor = state, rng.choice(owing)
        if len(persons) > 2 and rng.random() < 0.005:
            state = rules.drop_out(state, rng.choice([seat for seat in persons if seat not in rules.out(state)]))
        else:
            state = rules.apply(state, actor, rules.random_action(state, actor, rng))
        now = rules.to_move(state)
        for seat in persons if now else ():
            turn = rules.turn(state, seat)
            assert turn >= counted[seat], "it never decreases"
            if seat in owing and seat not in now:
                over[seat] = counted[seat]
            if seat in now and seat not in owing:
                assert turn > over[seat], "it owes its next turn"
            if seat in now and seat in owing and seat != actor and rules.revealed(state) == rules.revealed(before):
                assert turn == counted[seat], "no other seat ends its turn"
            counted[seat] = turn
        owing = now


@every_table
@settings(max_examples=examples(10))
@given(seed=seeds)
def test_points_by_stage_and_source_add_up_to_the_scores(table: Table, seed: int) -> None:
    """`Rules.points`, also when people leave: by stage, and a later stage never changes an earlier stage's points."""
    rules, options = table
    rng = Random(seed)
    state = rules.start(options, rng.randbytes(32))
    seats = len(rules.seat_kinds(options))
    persons = [seat for seat, kind in enumerate(rules.seat_kinds(options)) if kind != "legend"]
    first = now = rules.points(state)
    assert not any(points for stages in now.seats for row in stages for points in row)
    assert len({source.key for source in now.sources}) == len(now.sources) and all(s.name for s in now.sources)
    assert now.stage % {"number": 1} != now.stage % {"number": 2}
    latest = 0
    while owing := rules.to_move(state):
        before, actor = now, rng.choice(owing)
        if len(persons) > 2 and rng.random() < 0.005:
            state = rules.drop_out(state, rng.choice([seat for seat in persons if seat not in rules.out(state)]))
        else:
            state = rules.apply(state, actor, rules.random_action(state, actor, rng))
        now = rules.points(state)
        assert (now.stage, now.sources, len(now.seats)) == (first.stage, first.sources, seats)
        assert {len(stages) for stages in now.seats} == {len(first.seats[0])}
        assert {len(row) for stages in now.seats for row in stages} == {len(now.sources)}
        changed = {
            stage
            for was, after in zip(before.seats, now.seats, strict=True)
            for stage, rows in enumerate(zip(was, after, strict=True))
            if rows[0] != rows[1]
        }
        assert len(changed) <= 1 and all(stage >= latest for stage in changed)
        latest = max(changed, default=latest)
    outcome = rules.outcome(state)
    assert outcome is not None
    assert tuple(sum(map(sum, stages)) for stages in now.seats) == outcome.scores


JUNK: list[object] = [
    None,
    True,
    0,
    1.5,
    "take",
    "",
    [],
    {},
    {"type": None},
    {"type": "no such action"},
    {"type": ["take"]},
    {"type": {"type": "take"}},
]


@every_table
@pytest.mark.parametrize("junk", JUNK, ids=repr)
def test_junk_is_malformed(table: Table, junk: object) -> None:
    rules, _ = table
    with pytest.raises(Malformed) as refusal:
        rules.action_from_json(junk)
    assert refusal.value.code
    assert refusal.value.detail.endswith(".")
    assert f"“{junk if isinstance(junk, str) else json.dumps(junk)}”" in refusal.value.detail


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=8,
)


@every_table
@settings(max_examples=examples(60))
@given(seed=seeds, steps=steps, data=st.data())
def test_a_spoilt_action_is_refused_and_named(table: Table, seed: int, steps: int, data: st.DataObject) -> None:
    """One field is replaced by anything, removed or added: the action is refused, never a crash or a silent success."""
    rules, _ = table
    state, rng = walk(table, seed, steps)
    seat = data.draw(st.sampled_from(rules.to_move(state)))
    raw = dict(rules.action_to_json(rules.random_action(state, seat, rng)))
    field = data.draw(st.sampled_from([*raw, "unknown"]))
    raw[field] = data.draw(json_values)
    try:
        action = rules.action_from_json(raw)
    except Malformed as refusal:
        assert refusal.detail
        return
    assert field != "unknown"
    assert rules.action_from_json(rules.action_to_json(action)) == action
    try:
        rules.apply(state, seat, action)
    except Illegal as refusal:
        assert refusal.detail


@every_table
@settings(max_examples=examples(60))
@given(text=st.text(max_size=20))
def test_text_is_an_action_or_malformed(table: Table, text: str) -> None:
    rules, _ = table
    try:
        action = rules.action_from_text(text)
    except Malformed as refusal:
        assert refusal.detail
    else:
        assert rules.action_to_text(action) == text


@every_table
@pytest.mark.parametrize("junk", [None, 3, "x", [], {"seats": 0}, {"seats": "2"}, {"seats": 2, "x": 1}, {"seats": 99}])
def test_bad_options_are_malformed(table: Table, junk: object) -> None:
    with pytest.raises(Malformed):
        table[0].options_from_json(junk)


@every_table
@settings(max_examples=examples(20))
@given(seed=seeds, steps=st.integers(0, 120))
def test_every_refusal_at_the_door_carries_the_seq_and_changes_nothing(table: Table, seed: int, steps: int) -> None:
    rules, options = table
    rng = Random(seed)
    persons = sum(kind != "legend" for kind in rules.seat_kinds(options))
    position = replay.start(rules.key, None, options, bytes(32), [bytes(32)] * persons, UnixMs(0)).position
    for _ in range(steps):
        seat = rng.choice(position.to_move)
        raw = rules.action_to_json(rules.random_action(position.state, seat, rng))
        after = replay.act(position, seat, raw, expected_seq=position.seq, at_ms=UnixMs(position.at_ms + 1)).position
        if after.over:
            break
        position = after
    before = frozen(position.state)
    seat = position.to_move[0]
    legal = rules.action_to_json(rules.random_action(position.state, seat, rng))
    attempts = [
        (seat, legal, Seq(position.seq + 1)),
        (seat, {**legal, "extra": 1}, position.seq),
        (99, legal, position.seq),
        (-1, legal, position.seq),
        *([(seat, legal, Seq(position.owed_since[seat] - 1))] if position.owed_since[seat] else []),
        *((other, legal, None) for other in range(persons) if other not in position.to_move),
    ]
    for who, action, expected in attempts:
        try:
            replay.act(position, SeatNumber(who), action, expected_seq=expected, at_ms=position.at_ms)
        except GameError as refusal:
            assert refusal.seq == position.seq
        else:
            resubmitted = rules.submissions(position.state)
            assert resubmitted is not None and resubmitted[who] is not None
        assert frozen(position.state) == before
