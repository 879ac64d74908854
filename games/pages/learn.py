"""The lessons of a game, the page of one lesson, which also answers what its learner does, and small boards to try
something on.
"""

from __future__ import annotations

from typing import Annotated, Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext_noop
from django.views.decorators.cache import never_cache
from django.views.decorators.clickjacking import xframe_options_sameorigin
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_http_methods, require_safe
from msgspec import Meta

from engine import registry
from games.learn import selectors, services
from games.pages.computer.last_choice import preferred_level
from games.presenters.game_kinds import ShownGame, all_games, chosen, components_url
from games.presenters.lessons import lessons_of
from games.presenters.opponents.at_table import characters_of
from games.presenters.previews import pages as previews
from games.presenters.rules_pages.paragraphs import address_of
from games.requests import bodies
from games.requests.caller import person
from games.requests.problems import MEDIA_TYPE, problem
from games.requests.refusals import Refusal


class Done(bodies.Strict, frozen=True):
    """What a learner has done in a step, counted from 0. Without an action, the learner goes to that step, unless the
    account is `further` than that and is to stay there.
    """

    step: Annotated[int, Meta(ge=0, le=99)]
    action: dict[str, Any] | None = None
    further: bool = False


@never_cache
@require_safe
def learn(request: HttpRequest, key: str) -> HttpResponse:
    """Show the lessons of a game. Raise Http404 if it has none."""
    game = _game(request, key)
    lessons = lessons_of(game, person(request))
    if not lessons:
        raise Http404(f"no lessons of {key[:40]!r}")
    return render(request, "games/learn.html", {"game": game, "lessons": lessons, "preview": previews.learn(game)})


@never_cache
@ensure_csrf_cookie
@require_http_methods(["GET", "HEAD", "POST"])
def lesson(request: HttpRequest, key: str, lesson: str) -> HttpResponse:
    """Show a lesson at the step where the user is, or answer what the learner has done. Raise Http404 if there is no
    such lesson.
    """
    if request.method == "POST":
        return _answer(request, key, lesson)
    game, user = _game(request, key), person(request)
    lessons = lessons_of(game, user)
    here = next((one for one in lessons if one.key == lesson), None)
    if here is None:
        raise Http404(f"no lesson {lesson[:40]!r}")
    after = lessons[lessons.index(here) + 1 :]
    context = {
        "game": game,
        "lesson": here,
        "next": after[0] if after else None,
        "frame": selectors.frame(key, lesson, selectors.step_of(user, key, lesson)),
        "characters": characters_of(game.levels, game.kind_of(here.lesson.options)),
        "components": components_url(registry.get(key)),
        "preview": previews.lesson(here),
    }
    return render(request, "games/lesson.html", context)


def _answer(request: HttpRequest, key: str, lesson: str) -> HttpResponse:
    try:
        done, user = _done(request), person(request)
        if done.action is None:
            return JsonResponse(services.go_to(user, key, lesson, done.step, further=done.further))
        return JsonResponse(services.do_step(user, key, lesson, done.step, done.action))
    except Refusal as refusal:
        return JsonResponse(problem(refusal), status=refusal.status, content_type=MEDIA_TYPE)


@never_cache
@ensure_csrf_cookie
@xframe_options_sameorigin
@require_http_methods(["GET", "HEAD", "POST"])
def trial(request: HttpRequest, key: str, trial: str) -> HttpResponse:
    """Show a small board to try something on, which pages of rules frame, or answer what was tried. Nothing is stored.
    Raise Http404 if there is no such trial.
    """
    game = _game(request, key)
    try:
        frame = selectors.trial_frame(key, trial)
    except Refusal as refusal:
        raise Http404(refusal.detail) from refusal
    if request.method == "POST":
        try:
            done = _done(request)
            return JsonResponse(frame if done.action is None else selectors.tried(key, trial, done.action))
        except Refusal as refusal:
            body = problem(refusal, address_of(refusal))
            return JsonResponse(body, status=refusal.status, content_type=MEDIA_TYPE)
    context = {
        "game": game,
        "address": request.path,
        "rules": f"{reverse('rules', args=[key])}#{trial}",
        "frame": frame,
        "characters": characters_of(game.levels, None),
        "components": components_url(registry.get(key)),
    }
    response = render(request, "games/trial.html", context)
    response.framed = True  # type: ignore[attr-defined]
    return response


def _done(request: HttpRequest) -> Done:
    """Return the request's body. Raise Refusal 415 unless it is JSON: Django has read a form’s body before; 400 or 413
    for one that cannot be read.
    """
    if request.content_type != "application/json":
        template = gettext_noop("The body must be JSON, with the header “Content-Type: application/json”.")
        raise Refusal(415, "unsupported_media_type", template)
    return bodies.read(bodies.parse(request.body), Done)


def _game(request: HttpRequest, key: str) -> ShownGame:
    game = chosen(all_games(person(request), preferred_level(request)), key)
    if game is None:
        raise Http404(f"no game {key[:40]!r}")
    return game
