"""The pages of rules, their search, and the component files from which a browser draws pieces."""

from __future__ import annotations

import re
from functools import cache
from itertools import pairwise
from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import get_language
from django.views.decorators.http import condition, require_safe
from markdown_it import MarkdownIt

from engine import registry
from engine.core import Malformed, Rules
from games.pages.computer.last_choice import preferred_level
from games.presenters.game_kinds import ShownGame, all_games, chosen
from games.presenters.previews import pages as previews
from games.presenters.rules_pages import search
from games.requests.caller import person

LONG = "public, max-age=31536000, immutable"
"""For addresses that name the rules version: a version's components never change."""
SHORT = "public, max-age=300"

_NUMBERED = re.compile(r"([A-E]\d?)\. ")


@require_safe
def rules_index(request: HttpRequest) -> HttpResponse:
    """Show the list of rules; with `?q=`, what answers a question, in all rules or in those of `?game=`."""
    games = all_games()
    only = chosen(games, request.GET.get("game"))
    context = {"games": games, "preview": previews.rules_index(), "search": _search(only, request.GET.get("q", ""))}
    return render(request, "games/rules_index.html", context)


@require_safe
def rules(request: HttpRequest, key: str) -> HttpResponse:
    """Show a game's rules, from the game's own template. Raise Http404 if there is no such game."""
    games = all_games(person(request), preferred_level(request))
    game = chosen(games, key)
    if game is None:
        raise Http404(f"no rules for {key[:40]!r}")
    context = {"game": game, "games": games, "preview": previews.rules(game), "search": _search(game)}
    return render(request, game.rules_template, context)


def _search(only: ShownGame | None, question: str = "") -> dict[str, Any]:
    """Return what the search field shows: the question and what answers it, and where its script finds the texts."""
    language = get_language() or settings.LANGUAGE_CODE
    asked = question.strip()[: search.LONGEST]
    key = None if only is None else only.key
    _, digest = search.index(language)
    return {
        "only": key,
        "question": asked,
        "longest": search.LONGEST,
        "most_words": search.WORDS,
        "too_many_words": len(search.stems(asked)) > search.WORDS,
        "results": search.find(asked, language, key) if asked else [],
        "index": f"{reverse('rules_search_index')}?language={language}&v={digest}",
    }


@require_safe
def search_index(request: HttpRequest) -> HttpResponse:
    """Return what the search field's script searches, in the `language` of the address, as JSON. `?v=` is its digest:
    with it, browsers keep the answer. Raise Http404 for another language.
    """
    language = request.GET.get("language", settings.LANGUAGE_CODE)
    if language not in dict(settings.LANGUAGES):
        raise Http404(f"no language {language[:40]!r}")
    content, digest = search.index(language)
    response = HttpResponse(content, content_type="application/json")
    response.headers["Cache-Control"] = LONG if request.GET.get("v") == digest else SHORT
    return response


@require_safe
def exact(request: HttpRequest) -> HttpResponse:
    """Show `docs/rules.md`, the exact rules, in English like the API's documents."""
    return render(request, "games/exact_rules.html", {**_exact_rules(), "preview": previews.exact_rules()})


@cache
def _exact_rules() -> dict[str, Any]:
    """Return the document without its title as `html`, and its `sections` as (anchor, heading).

    A numbered heading has its number as anchor: `b3`. Links are left out: they lead to files that the site does not
    serve.
    """
    _, _, text = (settings.BASE_DIR / "docs" / "rules.md").read_text(encoding="utf-8").partition("\n")
    markdown = MarkdownIt("js-default")
    tokens = markdown.parse(text)
    sections = []
    for opening, inside in pairwise(tokens):
        if inside.children:
            inside.children = [part for part in inside.children if part.type not in ("link_open", "link_close")]
        if opening.type == "heading_open" and (number := _NUMBERED.match(inside.content)):
            anchor = number[1].lower()
            opening.attrSet("id", anchor)
            if opening.tag == "h2":
                sections.append((anchor, inside.content))
    html = markdown.renderer.render(tokens, markdown.options, {})
    html = html.replace("<table>", '<div class="table-scroll"><table class="figures">')
    return {"html": html.replace("</table>", "</table></div>"), "sections": sections}


@require_safe
@condition(etag_func=lambda request, key: f'"{_rules_of(request, key).components_sha256}"')
def components(request: HttpRequest, key: str) -> HttpResponse:
    """Return the built-in component file, byte for byte, so that its SHA-256 can be compared with an export's."""
    response = HttpResponse(_rules_of(request, key).component_file, content_type="application/json")
    response.headers["Cache-Control"] = LONG if "v" in request.GET else SHORT
    return response


def _rules_of(request: HttpRequest, key: str) -> Rules[Any, Any]:
    """Return the rules of the game, in the version `?v=` if given. Raise Http404 if there is no such game or
    version.
    """
    version = request.GET.get("v")
    if version is not None and not (version.isascii() and version.isdecimal() and len(version) < 6):
        raise Http404(f"no version {version[:40]!r}")
    try:
        return registry.get(key, None if version is None else int(version))
    except Malformed as error:
        raise Http404(str(error)) from error
