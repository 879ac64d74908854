"""Every lesson, step by step through the engine: a change of the rules or of a deal cannot break one unseen."""

from __future__ import annotations

import re
from random import Random

import pytest

from engine import lessons, registry
from engine.core import Malformed
from engine.lesson import LEARNER, Lesson
from engine.pyramido.marked_areas import marked_areas

ALL = [(game, lesson) for game, offered in lessons.LESSONS.items() for lesson in offered]
every_lesson = pytest.mark.parametrize(("game", "lesson"), ALL, ids=[f"{game}-{one.key}" for game, one in ALL])

OTHERS_TRIED = 20


def test_every_game_is_taught_from_nothing_and_has_three_lessons_more() -> None:
    assert list(lessons.LESSONS) == [rules.key for rules in registry.games()]
    for offered in lessons.LESSONS.values():
        assert offered[0].basic and sum(not lesson.basic for lesson in offered) >= 3
        keys = [lesson.key for lesson in offered]
        assert len(set(keys)) == len(keys) and all(re.fullmatch("[a-z-]{1,32}", key) for key in keys)


@every_lesson
def test_every_step_is_what_the_rules_allow(game: str, lesson: Lesson) -> None:
    rules = registry.get(game)
    for number, step in enumerate(lesson.steps):
        position = lessons.position(game, lesson.key, number)
        action = rules.action_from_text(step.action)
        assert LEARNER in position.to_move, f"step {number} is not the learner's"
        assert rules.action_to_text(action) == step.action
        rules.check(rules.apply(position.state, LEARNER, action))
        assert lessons.accepted(game, lesson.key, number, lessons.meant(game, lesson.key, number)) == step.action


@every_lesson
def test_what_is_as_good_is_accepted_and_shown(game: str, lesson: Lesson) -> None:
    rules = registry.get(game)
    for number, step in enumerate(lesson.steps):
        before, last = lessons.position(game, lesson.key, number), number + 1 == len(lesson.steps)
        for text in step.also:
            done = rules.apply(before.state, LEARNER, rules.action_from_text(text))
            shown = lessons.moments(game, lesson.key, number + 1, text)
            if step.then or step.meanwhile or last:
                assert shown[0].position.state == done
            if not last:
                assert shown[-1].position == lessons.position(game, lesson.key, number + 1)


@pytest.mark.parametrize(("number", "spaces", "icons"), [(3, (1, 2), 3), (8, (2,), 4)])
def test_every_place_of_which_a_sentence_holds_is_accepted(number: int, spaces: tuple[int, ...], icons: int) -> None:
    position = lessons.position("pyramido", "basics", number)
    found, accepted = set(), set()
    for action in position.rules.legal_actions(position.state, LEARNER):
        done = position.rules.apply(position.state, LEARNER, action)
        raw, text = position.rules.action_to_json(action), position.rules.action_to_text(action)
        marked = [area.icons for area in marked_areas(done.architects[LEARNER], done.stage)]
        if raw["quarry"] in spaces and marked == [icons]:
            found.add(text)
        if lessons.accepted("pyramido", "basics", number, raw):
            accepted.add(text)
    assert accepted == found and len(found) > 5


@every_lesson
def test_other_actions_are_not_what_is_meant(game: str, lesson: Lesson) -> None:
    rules = registry.get(game)
    for number, step in enumerate(lesson.steps):
        assert step.text and step.other
        position, rng = lessons.position(game, lesson.key, number), Random(number)
        tried = [rules.random_action(position.state, LEARNER, rng) for _ in range(OTHERS_TRIED)]
        wanted = rules.action_from_text(step.action)
        others = [rules.action_to_json(action) for action in tried if action != wanted]
        meant = [raw for raw in others if lessons.accepted(game, lesson.key, number, raw) == step.action]
        assert not [raw for raw in meant if set(raw) & set(step.free) == set()], meant
        with pytest.raises(Malformed):
            lessons.accepted(game, lesson.key, number, {"type": "nothing"})


@every_lesson
def test_what_follows_a_step_leads_from_one_view_to_the_next(game: str, lesson: Lesson) -> None:
    seq = -1
    for number in range(len(lesson.steps) + 1):
        for moment in lessons.moments(game, lesson.key, number):
            assert [event.seq for event in moment.events] == list(range(seq + 1, moment.position.seq + 1))
            seq = moment.position.seq
    for outside in (-1, len(lesson.steps) + 1):
        with pytest.raises(LookupError):
            lessons.moments(game, lesson.key, outside)


@every_lesson
def test_a_lesson_from_nothing_ends_with_points_and_says_how_many(game: str, lesson: Lesson) -> None:
    view = lessons.position(game, lesson.key, len(lesson.steps)).view(LEARNER)
    total = view["seats"][LEARNER]["total"]
    if lesson.basic:
        assert 6 <= len(lesson.steps) <= 14
        assert total > max(seat["total"] for seat in view["seats"][1:])
        assert re.match(rf"{total}\b", lesson.end), "the words at the end name other points"
    else:
        assert 2 <= len(lesson.steps) <= 5


def test_cells_of_an_action_have_no_order_but_for_red_crosses_and_free_fields_do_not_count() -> None:
    assert lessons.is_meant("silver-gold-pyramids", "basics", 0, {"type": "keep", "cards": [17, 7]})
    (lesson, step), *_ = (
        (lesson.key, number)
        for lesson in lessons.LESSONS["silver-gold-pyramids"]
        for number, step in enumerate(lesson.steps)
        if step.action.count(" > ") > 1
    )
    marks = lessons.meant("silver-gold-pyramids", lesson, step)
    assert lessons.is_meant("silver-gold-pyramids", lesson, step, {**marks, "cells": marks["cells"][::-1]})
    assert not lessons.is_meant("silver-gold-pyramids", lesson, step, {**marks, "extra": marks["extra"][::-1]})
    card = lessons.meant("pyramido", "cards", 1)
    assert lessons.accepted("pyramido", "cards", 1, {**card, "rotation": 270}) == "C0g0"
    assert lessons.accepted("pyramido", "cards", 1, {**card, "colour": "red"}) is None


def test_an_action_that_does_as_well_leads_on_like_the_one_that_is_meant() -> None:
    for game, lesson in ALL:
        for number, step in enumerate(lesson.steps):
            assert len(lessons.also(game, lesson.key, number)) == len(step.also)
            for other in lessons.also(game, lesson.key, number):
                assert lessons.is_meant(game, lesson.key, number, other)
    assert lessons.also("forgotten-treasures", "basics", 13) == [{"type": "place", "x": 2, "y": 1, "rotation": 90}]


@every_lesson
def test_a_draft_changes_nothing_and_the_next_step_begins_with_it(game: str, lesson: Lesson) -> None:
    for number, step in enumerate(lesson.steps):
        rules, begun = registry.get(game), lessons.begun(game, lesson.key, number)
        before = number > 0 and lesson.steps[number - 1].draft
        assert (begun is None) is not bool(step.begin or before)
        if begun is not None:  # it can be laid out: the rules allow it
            action = rules.action_from_json(begun)
            rules.check(rules.apply(lessons.position(game, lesson.key, number).state, LEARNER, action))
        if step.draft:
            assert not step.then and not step.meanwhile and number + 1 < len(lesson.steps)
            assert lessons.position(game, lesson.key, number + 1) is lessons.position(game, lesson.key, number)


def test_there_is_no_other_lesson() -> None:
    assert lessons.find("pyramido", "nothing") is None and lessons.find("nothing", "basics") is None
    for nothing in (("pyramido", "nothing", 0), ("pyramido", "basics", 99)):
        for asked in (lessons.meant, lessons.also, lessons.begun):
            with pytest.raises(LookupError):
                asked(*nothing)
