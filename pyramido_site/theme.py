"""The theme that a visitor has chosen: light, dark, or that of their system.

It is stored in a cookie, since it belongs to a device and not to an account; `templates/base.html` passes it to the
style sheets (`pyramido_site/static/site/tokens.css`).
"""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST

from pyramido_site.infrastructure.redirects import safe_next

COOKIE = "theme"
COOKIE_S = 365 * 24 * 3600
SYSTEM = "system"
THEMES = {SYSTEM: _("Same as my device"), "light": _("Light"), "dark": _("Dark")}
"""Name of each choice on pages; the first is stored as no cookie."""


def chosen_theme(request: HttpRequest) -> str:
    """Return the visitor's choice, one of `THEMES`."""
    found = request.COOKIES.get(COOKIE, SYSTEM)
    return found if found in THEMES else SYSTEM


def context(request: HttpRequest) -> dict[str, object]:
    """Return `theme` and `themes` for templates."""
    return {"theme": chosen_theme(request), "themes": THEMES}


@require_POST
def set_theme(request: HttpRequest) -> HttpResponse:
    """Store the theme in the form's `theme`, and redirect to its `next`. An unknown theme is the system's."""
    response = HttpResponseRedirect(safe_next(request, "home"))
    wanted = request.POST.get("theme", SYSTEM)
    if wanted in THEMES and wanted != SYSTEM:
        response.set_cookie(
            COOKIE, wanted, max_age=COOKIE_S, secure=settings.SESSION_COOKIE_SECURE, httponly=True, samesite="Lax"
        )
    else:
        response.delete_cookie(COOKIE, samesite="Lax")
    return response
