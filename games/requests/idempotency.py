"""Requests with an idempotency key take effect only once, even if they are sent again."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any, NamedTuple

import msgspec
from django.db import IntegrityError, transaction

from accounts.models import User
from games.requests.models import StoredResponse
from games.requests.refusals import key_reused
from pyramido_site.infrastructure.site_clock import now_ms

KEPT_MS = 30 * 24 * 60 * 60 * 1000
"""How long (ms) a response is stored and returned to repeated requests: 30 days."""

Response = tuple[int, Any]
"""A status and a body (JSON)."""


class Answer(NamedTuple):
    """A response, and whether it is the one to an earlier request."""

    status: int
    body: Any
    again: bool


def run_idempotent(user: User, key: str | None, asked: Any, do: Callable[[], Response]) -> Answer:
    """Call `do`, or return its first response to this key. A request that was refused may be sent again.

    `asked` is the request as JSON. All happens in one transaction. Raise what `do` raises, or Refusal 422 `key_reused`
    if the key was used for another request.
    """
    if key is None:
        return Answer(*do(), again=False)
    digest = hashlib.sha256(msgspec.json.encode(asked, order="deterministic")).digest()
    known = _known(user, key, digest)
    if known is not None:
        return known
    try:
        with transaction.atomic():
            kept = _claim(user, key, digest)
            status, body = do()
            StoredResponse.objects.filter(pk=kept.pk).update(status=status, body=body)
            return Answer(status, body, again=False)
    except _Claimed:
        known = _known(user, key, digest)
        assert known is not None  # the request that had claimed the key has committed
        return known


class _Claimed(Exception):
    """Another request with the same key was faster."""


def _claim(user: User, key: str, digest: bytes) -> StoredResponse:
    """Reserve the key. Raise _Claimed if another request has reserved it."""
    try:
        with transaction.atomic():
            return StoredResponse.objects.create(user=user, key=key, digest=digest, at_ms=now_ms())
    except IntegrityError:
        raise _Claimed from None


def _known(user: User, key: str, digest: bytes) -> Answer | None:
    """Return the stored response, or None. Raise Refusal 422 `key_reused` if it is of another request."""
    kept = StoredResponse.objects.filter(user=user, key=key).first()
    if kept is None:
        return None
    if bytes(kept.digest) != digest:
        raise key_reused(key, None)
    return Answer(kept.status, kept.body, again=True)


def is_known(user: User, key: str) -> bool:
    """Whether a request with this key was carried out and its response is still stored."""
    return StoredResponse.objects.filter(user=user, key=key).exists()


def delete_expired_responses() -> None:
    """Delete responses older than `KEPT_MS`."""
    StoredResponse.objects.filter(at_ms__lt=now_ms() - KEPT_MS).delete()
