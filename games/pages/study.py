"""The pages of studies: the own ones, beginning one, one of them, and one that is shared."""

from __future__ import annotations

import hashlib
import json
import secrets
from collections.abc import Callable
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render, resolve_url
from django.utils.translation import gettext_noop
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.identity.sessions import player
from engine.newtypes import Seq
from games.pages.requests import keep_within, refusals_shown
from games.presenters import studies as presented
from games.record.selectors import game_by_id
from games.record.tables import JSON
from games.requests import bodies
from games.requests.caller import person
from games.requests.idempotency import run_idempotent
from games.requests.refusals import Refusal
from games.requests.throttles import StudyThrottle
from games.study import selectors
from games.study.models import Study
from games.study.services import begin_study
from pyramido_site.infrastructure.paging import shown_page
from pyramido_site.infrastructure.public_ids import PublicId

A_PAGE = 30


@never_cache
@require_safe
@login_required
def studies(request: HttpRequest) -> HttpResponse:
    """Show the user's studies, latest first, and the form that imports one."""
    return _studies(request)


def _studies(request: HttpRequest, refused: Refusal | None = None) -> HttpResponse:
    page = shown_page(request, selectors.own_studies(player(request)), A_PAGE)
    listed = [presented.shown(one) for one in page.rows]
    context = {"page": page, "studies": listed, "refused": refused, "once": _once(request)}
    return render(request, "games/studies.html", context, status=200 if refused is None else refused.status)


@never_cache
@require_POST
@login_required
def import_study(request: HttpRequest) -> HttpResponse:
    """Store a study from an uploaded file; if anything in it is wrong, say what and where."""
    keep_within(StudyThrottle(), request)
    sent = request.FILES.get("file")
    try:
        if sent is None:
            raise Refusal(400, "malformed", gettext_noop("Choose a file."), field="file")
        content = sent.read(selectors.MOST_BYTES + 1)
        value = bodies.parse(content, selectors.MOST_BYTES)
        entries = {"file": hashlib.sha256(content).hexdigest()}
        return _begun_once(request, entries, lambda: begin_study.import_study(player(request), value))
    except Refusal as refusal:
        return _studies(request, refusal)


@never_cache
@require_http_methods(["GET", "POST"])
@login_required
@refusals_shown
def new_study(request: HttpRequest) -> HttpResponse:
    """Begin a study of a `game` (its id) after event `seq`, by default the last at which there was something to do."""
    user = player(request)
    asked = request.POST if request.method == "POST" else request.GET
    game = game_by_id(PublicId(asked.get("game", "")[:16]))
    seq, title, opponent = _seq(asked.get("seq", "")), asked.get("title", ""), asked.get("opponent", "")
    refused: Refusal | None = None
    if request.method == "POST":
        keep_within(StudyThrottle(), request)
        try:
            entries = {"game": game.public_id, "seq": seq, "title": title, "opponent": opponent}
            return _begun_once(
                request,
                entries,
                lambda: begin_study.begin_study(user, game.public_id, seq, title=title, opponent=opponent or None),
            )
        except Refusal as refusal:
            refused = refusal
    context: dict[str, Any] = {
        "once": _once(request),
        "game": game,
        "seq": seq,
        "title": title or presented.suggested_title(game, seq),
        "most": Study.TITLE_LENGTH,
        "levels": presented.levels_of(game),
        "opponent": opponent,
        "by_hand_only": selectors.forbids_help(game.pk, user.pk),
        "refused": refused,
    }
    return render(request, "games/new_study.html", context, status=200 if refused is None else refused.status)


def _begun_once(request: HttpRequest, entries: JSON, begin: Callable[[], Study]) -> HttpResponse:
    """Begin a study and lead to it: to the same one if the same form, with the same entries, is sent again."""
    once = request.POST.get("once", "")
    form = {"form": request.path, "once": once, **entries}
    key = hashlib.sha256(json.dumps(form).encode()).hexdigest() if once else None
    _, public_id, _ = run_idempotent(player(request), key, form, lambda: (302, begin().public_id))
    return HttpResponseRedirect(resolve_url("study", public_id))


def _once(request: HttpRequest) -> str:
    """Return what tells a form that is sent again from another one; a form that was refused keeps it."""
    return request.POST.get("once") or secrets.token_urlsafe()


def _seq(text: str) -> Seq | None:
    return Seq(int(text)) if text.isascii() and text.isdecimal() and len(text) < 10 else None


@never_cache
@ensure_csrf_cookie
@require_safe
@login_required
def study(request: HttpRequest, public_id: PublicId) -> HttpResponse:
    """Show a study to its owner. Raise Http404 for others."""
    try:
        found = selectors.readable_study(public_id, request.user)
    except Refusal as refusal:
        raise Http404(str(refusal)) from refusal
    return _board(request, found, "")


@never_cache
@ensure_csrf_cookie
@require_safe
def shared_study(request: HttpRequest, link: str) -> HttpResponse:
    """Show a shared study to everyone who has its link; its owner gets the own page. Raise Http404 for a link that does
    not work, or no longer.
    """
    found = selectors.study_by_link(link)
    if found is None:
        raise Http404("no study has this link")
    if found.owner == request.user:
        return HttpResponseRedirect(resolve_url("study", found.public_id))
    return _board(request, found, link)


def _board(request: HttpRequest, found: Study, link: str) -> HttpResponse:
    shown = selectors.study_json(found, person(request))
    context = {**presented.page_context(found), "study": shown, "link": link}
    return render(request, "games/study.html", context)
