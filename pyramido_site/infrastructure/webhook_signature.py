"""Signature of webhooks: headers by which a receiver knows that the site has sent the body (docs/notifications.md)."""

from __future__ import annotations

import hashlib
import hmac

from pyramido_site.infrastructure.site_clock import now_ms


def signed(secret: str, delivery: str, body: bytes) -> dict[str, str]:
    """Return the headers of signed JSON. `delivery` stays the same when it is sent again."""
    sent_s = now_ms() // 1000
    return {
        "Content-Type": "application/json",
        "Pyramido-Delivery": delivery,
        "Pyramido-Signature": f"t={sent_s},v1={signature(secret, sent_s, body)}",
    }


def signature(secret: str, sent_s: int, body: bytes) -> str:
    """Return the HMAC-SHA-256 (hex) of the Unix seconds, a dot, and the body."""
    return hmac.new(secret.encode(), f"{sent_s}.".encode() + body, hashlib.sha256).hexdigest()
