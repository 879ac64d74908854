"""The site as an app that can be installed: its manifest, its service worker, and the page shown without a network.

The service worker (`games/static/games/app/service_worker.js`) keeps the *shell*: that page in each language with
its files. Which files, and so the bytes of the worker, change with each version of the site. A new worker waits until
all pages of the version before are closed.
"""

from __future__ import annotations

import json
from functools import cache
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from games.presenters.game_kinds import all_games
from pyramido_site.infrastructure import static_file_versions

COLOUR = "#1d4030"
"""Colour of the header, and of what the device shows around the app."""
PAPER = "#f4ecd8"
ICONS = (
    ("icon-192.png", "192x192", "any"),
    ("icon-512.png", "512x512", "any"),
    ("icon-maskable.png", "512x512", "maskable"),
)
WORKER = "games/app/service_worker.js"
SHELL = (
    "site/site.css", "games/app/offline.css", "games/app/offline.js", "site/img/icons.svg", "site/img/favicon.svg",
    "site/img/contours.svg", "site/img/lost.svg",
)  # fmt: skip
"""Static files of the page shown without a network."""


def _language(request: HttpRequest) -> str:
    """Return the language that the address names, or the site's."""
    wanted = request.GET.get("language", "")
    return wanted if wanted in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE


@require_safe
@cache_control(public=True, max_age=3600)
def manifest(request: HttpRequest) -> HttpResponse:
    """Serve the web app manifest in the `language` of the address."""
    with translation.override(_language(request)):
        content: dict[str, Any] = {
            "id": "/",
            "name": "Pyramido",
            "short_name": "Pyramido",
            "description": _("Turn-based tabletop games, live or over several days."),
            "lang": translation.get_language(),
            "start_url": "/",
            "scope": "/",
            "display": "standalone",
            "theme_color": COLOUR,
            "background_color": PAPER,
            "categories": ["games", "entertainment"],
            "icons": [
                {"src": static(f"site/img/{name}"), "sizes": sizes, "type": "image/png", "purpose": purpose}
                for name, sizes, purpose in ICONS
            ],
            "shortcuts": [
                {
                    "name": name,
                    "url": reverse(page),
                    "icons": [{"src": static(f"site/img/{ICONS[0][0]}"), "sizes": "192x192"}],
                }
                for name, page in (
                    (_("My games"), "my_games"),
                    (_("Next game"), "next_game"),
                    (_("Open a table"), "open_table"),
                    (_("Find a game"), "lobby"),
                )
            ],
        }
    return JsonResponse(content, content_type="application/manifest+json")


@require_safe
def offline(request: HttpRequest) -> HttpResponse:
    """Show the page for a browser without a network, in the `language` of the address. It is the same for all: a script
    adds what the browser keeps for the account.
    """
    return HttpResponse(_offline(_language(request)), headers={"Cache-Control": "no-cache"})


def _offline(language: str) -> str:
    with translation.override(language):
        return render_to_string("site/offline.html", {"names": {game.key: game.name for game in all_games()}})


@require_safe
def service_worker(request: HttpRequest) -> HttpResponse:
    """Serve the service worker, from the root so that its scope is the whole site."""
    shell = _shell() if not settings.DEBUG else _shell.__wrapped__()
    source = static_file_versions.content(WORKER) or b""
    return HttpResponse(
        f"self.SHELL = {shell};\n".encode() + source,
        content_type="text/javascript; charset=utf-8",
        headers={"Cache-Control": "no-cache"},
    )


@cache
def _shell() -> str:
    """Return as JSON: the `files` of the shell, its `pages` by language, and a `version` that changes with either."""
    files = [static(name) for name in SHELL]
    languages = [language for language, _name in settings.LANGUAGES]
    pages = {language: f"{reverse('offline')}?language={language}" for language in languages}
    texts = "".join(_offline(language) for language in languages)
    version = static_file_versions.digest_of(json.dumps([files, texts]).encode())
    return json.dumps({"version": version, "files": files, "pages": pages})
