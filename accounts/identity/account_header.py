"""Pages say whose they are, so that the browser can forget what it keeps for another account before it shows them."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

HEADER = "Pyramido-Account"
NOBODY = "none"


def account_header(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware that adds the public id of the account to every HTML page that was made for a session, or `none` if no
    one is signed in (games/static/games/app/service_worker.js).
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        is_page = response.headers.get("Content-Type", "").startswith("text/html")
        if is_page and request.session.accessed:
            response.headers[HEADER] = request.user.public_id if request.user.is_authenticated else NOBODY
        return response

    return middleware
