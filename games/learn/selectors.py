"""Functions that read lessons and progress. Positions and events pass through `view()` and `redact()` of the engine."""

from __future__ import annotations

from collections.abc import Sequence

from django.db.models import QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from accounts.models import User
from engine import lessons, redaction, trials
from engine.core import JSON, GameError
from engine.lesson import LEARNER, Lesson
from engine.position import Event as LogEvent
from engine.position import Position
from games.learn.models import LessonProgress
from games.record.models import Game, Seat
from games.requests.refusals import Refusal


def lesson_of(game: str, key: str) -> Lesson:
    """Return a game's lesson. Raise Refusal 404 `not_found`."""
    lesson = lessons.find(game, key)
    if lesson is None:
        raise Refusal(404, "not_found", gettext_noop("There is no such lesson."))
    return lesson


def lessons_of(game: str) -> tuple[Lesson, ...]:
    """Return the lessons of a game in the order in which they are offered; none if it has none."""
    return lessons.LESSONS.get(game, ())


def progress_of(user: User | None) -> dict[tuple[str, str], tuple[int, bool]]:
    """Return how far the user is, by game and lesson: the step to do next, and whether the lesson was ever finished.
    Lessons not begun are left out.
    """
    if user is None:
        return {}
    rows = LessonProgress.objects.filter(user=user).values_list("game_key", "lesson", "step", "finished")
    return {(game, lesson): (step, finished) for game, lesson, step, finished in rows}


def begun_by(user: User | None) -> set[str]:
    """Return the keys of the games of which the user has begun or declined a lesson."""
    return set() if user is None else set(_begun(user).values_list("game_key", flat=True))


def finished_by(user: User | None) -> set[str]:
    """Return the keys of the games of which the user has finished one."""
    return set() if user is None else set(_finished(user).values_list("game__game_key", flat=True).distinct())


def knows(user: User, game: str) -> bool:
    """Return whether the user has begun or declined a lesson of a game, or finished a game of it."""
    begun = _begun(user).filter(game_key=game).values("pk")
    return begun.union(_finished(user).filter(game__game_key=game).values("pk")).exists()


def _begun(user: User) -> QuerySet[LessonProgress]:
    return LessonProgress.objects.filter(user=user)


def _finished(user: User) -> QuerySet[Seat]:
    return Seat.objects.filter(user=user, game__status=Game.Status.FINISHED)


def step_of(user: User | None, game: str, key: str) -> int:
    """Return the step that the user does next in a lesson; 0 after its end, and for visitors."""
    step, _finished = progress_of(user).get((game, key), (0, False))
    return step if step < len(lesson_of(game, key).steps) else 0


def frame(game: str, key: str, step: int, *, whole: bool = True, done: str = "") -> JSON:
    """Return what to show before a step, counted from 0; for the number of steps, the end of the lesson.

    `moments`: what has happened since the step before, each as `{"seq", "events", "view", "table"}`; the last is the
    position in which the step is done. `text`: what to do. `meant`: the action that the step means, `also`: those that
    do as well, `free`: fields that do not matter, and `marked`: whether the board marks what is meant from the start.
    `begin`: the action laid out from the start, or None; `draft`: whether laying out what is meant is all there is to
    do. `past`: the events before these moments, if the frame is to be `whole`. `done`: what was done in the step
    before, in its text form, if it was not what was meant. Raise Refusal 404 `not_found`.
    """
    lesson = lesson_of(game, key)
    if not 0 <= step <= len(lesson.steps):
        raise Refusal(404, "not_found", gettext_noop("There is no such step."), field="step")
    at = None if step == len(lesson.steps) else lesson.steps[step]
    shown = lessons.moments(game, key, step, done)
    before = range(step if whole else 0)
    past = [event for number in before for one in lessons.moments(game, key, number) for event in one.events]
    return {
        "step": step,
        "steps": len(lesson.steps),
        "text": _(at.text if at else lesson.end),
        "meant": lessons.meant(game, key, step) if at else None,
        "also": lessons.also(game, key, step) if at else [],
        "free": list(at.free) if at else [],
        "marked": at is not None and at.marked,
        "begin": lessons.begun(game, key, step) if at else None,
        "draft": at is not None and at.draft,
        "past": [_shown(event, shown[-1].position) for event in past],
        "moments": [
            _moment(one.position, one.events, one.position.view(LEARNER), _table(game, key, one.position))
            for one in shown
        ],
    }


def trial_frame(game: str, key: str) -> JSON:
    """Return what to show of something to try beside the rules, as a lesson of one step. Raise Refusal 404
    `not_found`.
    """
    trial = _trial(game, key)
    at = trials.position(game, key)
    moment = _moment(at, (), trials.offered(game, key), _table(game, key, at))
    return {**_TRIED, "text": _(trial.text), "meant": trials.example(game, key), "moments": [moment]}


def tried(game: str, key: str, action: object) -> JSON:
    """Return what comes of an action, as the end of that lesson. Raise Refusal 404 `not_found`, or as the rules refuse
    the action.
    """
    _trial(game, key)
    try:
        done = trials.tried(game, key, action)
    except GameError as error:
        raise Refusal.of(error) from error
    view = {**done.position.view(LEARNER), "decision": None}
    moment = _moment(done.position, done.events, view, _table(game, key, done.position))
    return {**_TRIED, "step": 1, "moments": [moment]}


_TRIED: JSON = {"step": 0, "steps": 1, "text": "", "meant": None, "also": [], "free": [], "marked": False, "past": []}
_TRIED |= {"begin": None, "draft": False}


def _trial(game: str, key: str) -> trials.Trial:
    trial = trials.find(game, key)
    if trial is None:
        raise Refusal(404, "not_found", gettext_noop("There is no small board with this name."))
    return trial


def _moment(at: Position, events: Sequence[LogEvent], view: JSON, table: JSON) -> JSON:
    return {"seq": at.seq, "events": [_shown(event, at) for event in events], "view": view, "table": table}


def _shown(event: LogEvent, position: Position) -> JSON:
    return redaction.redact(event, LEARNER, ended=position.ended)


def _table(game: str, key: str, position: Position) -> JSON:
    """Return the table of a lesson as boards read one (docs/formats/api.md)."""
    kinds = position.rules.seat_kinds(position.options)
    outcome = position.outcome
    return {
        "id": key,
        "url": reverse("lesson", args=[game, key]),
        "game": game,
        "rules_version": position.rules.version,
        "options": position.options,
        "status": "running" if outcome is None else "finished",
        "seats": [
            {
                "seat": seat,
                "kind": kind,
                "player": {"id": "", "name": _("You"), "guest": False, "bot": False} if seat == LEARNER else None,
                "ai": position.ai[seat],
                "you": seat == LEARNER,
            }
            for seat, kind in enumerate(kinds)
        ],
        "watch_delay": 0,
        "substitute": None,
        "terms": {"time_control": {"system": "none"}, "weekend": None, "vacation": False},
        "rated": False,
        "limited": False,
        "seq": position.seq,
        "commitment": "",
        "to_move": list(position.to_move),
        "can_take_back": False,
        "standing": None,
        "outcome": None if outcome is None else outcome.to_json(),
        "rematch": None,
    }
