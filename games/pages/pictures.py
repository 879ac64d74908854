"""Pictures of positions by address: as the reader may see them, and for previews and mails as strangers may."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils import translation
from django.utils.cache import patch_cache_control
from django.views.decorators.http import require_safe

from engine.newtypes import SeatNumber, Seq
from games.pages.requests import keep_within
from games.pictures.services.draw import Ending
from games.presenters.pictures import Picture, picture, preview_meanwhile
from games.replay import selectors as replay
from games.requests import bodies
from games.requests.caller import person
from games.requests.refusals import Refusal
from games.requests.throttles import PictureThrottle
from pyramido_site.infrastructure.public_ids import PublicId
from pyramido_site.infrastructure.streaming import is_known

DAY_S, YEAR_S = 24 * 3600, 365 * 24 * 3600


@require_safe
def position(request: HttpRequest, public_id: PublicId, seq: Seq, ending: Ending) -> HttpResponse:
    """Show the game after an event as the reader could see it then: `?board=N` for one seat's board alone, `?seat=N`
    for what another seat could see, once the game has ended.
    """
    try:
        seat, board = (bodies.number_of(request.GET.get(name)) for name in ("seat", "board"))
        audience = replay.viewpoint(public_id, person(request), seat)
        answer = _answer(request, picture(public_id, audience, seq, board, ending))
    except Refusal as refusal:
        return _refused(refusal)
    patch_cache_control(answer, private=True, no_cache=True)
    return answer


@require_safe
def position_preview(request: HttpRequest, public_id: PublicId, language: str, seq: Seq) -> HttpResponse:
    """Show the card of the game after an event as the public view had it, the same for every reader. In a mail to a
    player it can be one that the table still delays: then redirect to the latest that strangers see.
    """
    return _preview(request, public_id, language, seq, None, "png")


@require_safe
def board_preview(
    request: HttpRequest, public_id: PublicId, language: str, seq: Seq, board: SeatNumber, ending: Ending
) -> HttpResponse:
    """Show a seat's board after an event as the public view had it, the same for every reader."""
    return _preview(request, public_id, language, seq, board, ending)


def _preview(
    request: HttpRequest, public_id: PublicId, language: str, seq: Seq, board: SeatNumber | None, ending: Ending
) -> HttpResponse:
    try:
        with translation.override(language):
            shown = picture(public_id, None, seq, board, ending)
            answer = _answer(request, shown)
    except Refusal as refusal:
        if refusal.code != "no_such_event" or board is not None:
            return _refused(refusal)
        with translation.override(language):
            meanwhile = preview_meanwhile(public_id)
        return _refused(refusal) if meanwhile is None else _unstored(HttpResponseRedirect(meanwhile))
    if shown.changes:
        patch_cache_control(answer, public=True, max_age=DAY_S)
    else:
        patch_cache_control(answer, public=True, max_age=YEAR_S, immutable=True)
    return answer


def _answer(request: HttpRequest, shown: Picture) -> HttpResponse:
    tag = shown.tag
    answer = HttpResponse(content_type=shown.media_type)
    if is_known(request, tag):
        answer.status_code = 304
    elif request.method != "HEAD":
        content = shown.kept()
        if content is None:
            keep_within(PictureThrottle(), request)
            content = shown.made()
        answer.content = content
    answer["ETag"] = f'"{tag}"'
    return answer


def _refused(refusal: Refusal) -> HttpResponse:
    """Return a refusal as text, not as a page: the address is that of an image."""
    answer = HttpResponse(refusal.detail, content_type="text/plain; charset=utf-8", status=refusal.status)
    if refusal.retry_after_s is not None:
        answer["Retry-After"] = str(refusal.retry_after_s)
    return _unstored(answer)


def _unstored(answer: HttpResponse) -> HttpResponse:
    patch_cache_control(answer, no_store=True)
    return answer
