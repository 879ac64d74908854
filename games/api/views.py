"""What views of the REST API share. Views read the request and call a service or a selector."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar, cast

from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import User
from engine.newtypes import SeatNumber
from games.record import selectors
from games.record.append import CommandResult
from games.requests import bodies
from games.requests.idempotency import is_known, run_idempotent
from games.requests.refusals import Refusal, key_reused, not_seated
from pyramido_site.infrastructure.public_ids import PublicId

Body = TypeVar("Body")


def body_of(request: Request, kind: type[Body]) -> Body:
    """Return the typed body; no body counts as an empty object. Raise Refusal 400 if it is malformed."""
    empty = not request.META.get("CONTENT_LENGTH") or request.META["CONTENT_LENGTH"] == "0"
    chunked = "HTTP_TRANSFER_ENCODING" in request.META
    return bodies.read({} if empty and not chunked else request.data, kind)


def nonce_of(text: str | None) -> bytes | None:
    """Return the nonce of a checked body as bytes, or None."""
    return None if text is None else bytes.fromhex(text)


def key_of(request: Request) -> str | None:
    """Return the Idempotency-Key header, or None. Raise Refusal unless it has 1 to 64 visible ASCII characters."""
    key = request.headers.get("Idempotency-Key")
    return None if key is None else bodies.read_key(key, "Idempotency-Key")


def made_once_before(request: Request) -> Callable[[str], bool]:
    """Return what tells whether `made_once` has seen a key of the caller."""
    return lambda key: is_known(player(request), key)


def of_game(request: Request, public_id: PublicId) -> Callable[[str], bool]:
    """Return what tells whether a key has been used for an event of the caller's seat."""
    return lambda key: selectors.has_used_key(public_id, request.user, key)


@contextmanager
def keyed(request: Request, used: Callable[[str], bool]) -> Iterator[None]:
    """Wrap the reading of a request. A request refused while it is read was never carried out, so if its key has been
    `used`, that was by another request: raise Refusal 422 `key_reused` then.
    """
    try:
        yield
    except Refusal as refusal:
        key = key_of(request)
        if key is not None and used(key):
            raise key_reused(key, None) from refusal
        raise


def made_once(request: Request, do: Callable[[], tuple[int, Any]]) -> Response:
    """Return the answer of an operation that makes something; repeating it with the same Idempotency-Key makes nothing
    more. Raise Refusal if the key was used for another request.
    """
    status, body, again = run_idempotent(
        player(request), key_of(request), [request.method, request.path, request.data], do
    )
    return told(Response(body, status=status), again=again)


def told(response: Response, *, again: bool) -> Response:
    """Return the response, with a header if it was told before to a request with the same Idempotency-Key."""
    if again:
        response["Idempotent-Replayed"] = "true"
    return response


def own_seat(request: Request, public_id: PublicId) -> SeatNumber:
    """Return the caller's seat. Raise Refusal 404 if there is no such game, 403 if the caller does not sit there."""
    seat = selectors.seat_of(public_id, request.user)
    if seat is None:
        raise not_seated()
    return seat


def answered(answer: CommandResult) -> Response:
    """Return the result of a command as a response."""
    return told(Response({"game": answer.game, "seq": answer.seq, "events": answer.events}), again=answer.again)


def player(request: Request) -> User:
    """Return the caller; the view's permissions ensure that there is one."""
    return cast(User, request.user)


def table(public_id: PublicId, request: Request) -> dict[str, Any]:
    """Return the table as the caller may see it."""
    return selectors.table_of(selectors.game_by_id(public_id), request.user)
