"""What is asked for with an idempotency key is done once, however often it is asked for."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any

import msgspec
from django.db import IntegrityError, transaction

from accounts.models import User
from games.requests.models import KeyedAnswer
from games.requests.refusals import key_reused
from pyramido_site.infrastructure.site_clock import now_ms

KEPT_MS = 30 * 24 * 60 * 60 * 1000
"""How long a repeat gets the first answer: 30 days."""

Answer = tuple[int, Any]
"""A status and a body, as JSON."""


def once(user: User, key: str | None, asked: Any, do: Callable[[], Answer]) -> Answer:
    """Does it, or gives what came of it when it was asked for before with this key. What was refused may be repeated.

    `asked` is JSON that says what is to be done. Everything happens in one transaction. Raises Refusal: `do`'s, or
    422 `key_reused` when the key was used for something else.
    """
    if key is None:
        return do()
    digest = hashlib.sha256(msgspec.json.encode(asked, order="deterministic")).digest()
    known = _known(user, key, digest)
    if known is not None:
        return known
    try:
        with transaction.atomic():
            kept = _claim(user, key, digest)
            status, body = do()
            KeyedAnswer.objects.filter(pk=kept.pk).update(status=status, body=body)
            return status, body
    except _Claimed:
        known = _known(user, key, digest)
        assert known is not None  # whoever had claimed the key has committed
        return known


class _Claimed(Exception):
    """Another request with the same key was faster."""


def _claim(user: User, key: str, digest: bytes) -> KeyedAnswer:
    try:
        with transaction.atomic():
            return KeyedAnswer.objects.create(user=user, key=key, digest=digest, at_ms=now_ms())
    except IntegrityError:
        raise _Claimed from None


def _known(user: User, key: str, digest: bytes) -> Answer | None:
    kept = KeyedAnswer.objects.filter(user=user, key=key).first()
    if kept is None:
        return None
    if bytes(kept.digest) != digest:
        raise key_reused(key, None)
    return kept.status, kept.body


def is_known(user: User, key: str) -> bool:
    """Whether something was done with this key, and its answer is still kept."""
    return KeyedAnswer.objects.filter(user=user, key=key).exists()


def forget_answers() -> None:
    """Those that have been kept long enough."""
    KeyedAnswer.objects.filter(at_ms__lt=now_ms() - KEPT_MS).delete()
