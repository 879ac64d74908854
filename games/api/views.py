"""What views of the REST interface share. They read the request and call a service or a selector, no more."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar, cast

from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import User
from games.record import selectors
from games.record.append import CommandResult
from games.requests import bodies
from games.requests.idempotency import is_known, run_idempotent
from games.requests.refusals import Refusal, key_reused, not_seated

Body = TypeVar("Body")


def body_of(request: Request, kind: type[Body]) -> Body:
    """The typed body; no body at all is an empty object. Raises Refusal."""
    empty = not request.META.get("CONTENT_LENGTH") or request.META["CONTENT_LENGTH"] == "0"
    chunked = "HTTP_TRANSFER_ENCODING" in request.META
    return bodies.read({} if empty and not chunked else request.data, kind)


def nonce_of(text: str | None) -> bytes | None:
    return None if text is None else bytes.fromhex(text)


def key_of(request: Request) -> str | None:
    """The Idempotency-Key header. Raises Refusal when it is not 1 to 64 visible ASCII characters."""
    key = request.headers.get("Idempotency-Key")
    return None if key is None else bodies.read_key(key, "Idempotency-Key")


def made_once_before(request: Request) -> Callable[[str], bool]:
    """Whether `made_once` knows a key of the caller."""
    return lambda key: is_known(player(request), key)


def of_game(request: Request, public_id: str) -> Callable[[str], bool]:
    """Whether a key has been used for an event of the caller's seat."""
    return lambda key: selectors.has_used_key(public_id, request.user, key)


@contextmanager
def keyed(request: Request, used: Callable[[str], bool]) -> Iterator[None]:
    """Around what reads a request: one that is refused there was never carried out, so its key, if it has been `used`,
    was another request's. Raise Refusal, `key_reused` in that case.
    """
    try:
        yield
    except Refusal as refusal:
        key = key_of(request)
        if key is not None and used(key):
            raise key_reused(key, None) from refusal
        raise


def made_once(request: Request, do: Callable[[], tuple[int, Any]]) -> Response:
    """The answer of what makes something: with an Idempotency-Key a repeat makes nothing more. Raises Refusal."""
    status, body = run_idempotent(player(request), key_of(request), [request.method, request.path, request.data], do)
    return Response(body, status=status)


def own_seat(request: Request, public_id: str) -> int:
    """Raises Refusal: 404 when there is no such game, 403 when the caller does not sit there."""
    seat = selectors.seat_of(public_id, request.user)
    if seat is None:
        raise not_seated()
    return seat


def answered(answer: CommandResult) -> Response:
    return Response({"seq": answer.seq, "events": answer.events})


def player(request: Request) -> User:
    """Who is signed in; the permissions have seen to it that somebody is."""
    return cast(User, request.user)


def table(public_id: str, request: Request) -> dict[str, Any]:
    return selectors.table_of(selectors.game_by_id(public_id), request.user)
