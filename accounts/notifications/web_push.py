"""Web Push: a player's browsers, and a message encrypted for one of them (RFC 8291, RFC 8188), signed by its sender
(RFC 8292).
"""

from __future__ import annotations

import base64
import json
import os
from email.utils import parseaddr
from functools import cache
from urllib.parse import urlsplit

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.conf import settings
from django.db.models import QuerySet

from accounts.notifications.models import PushDevice
from accounts.users.models import User
from pyramido_site.infrastructure.site_clock import now_ms

MOST_DEVICES = 20
"""Browsers that a player may have."""

RECORD_SIZE = 4096
LONGEST = RECORD_SIZE - 17 - 86
"""Longest message (bytes) that every push service accepts: one record less tag, delimiter and header."""

TOKEN_S = 12 * 3600


def devices_of(user: User) -> QuerySet[PushDevice]:
    """Return the browsers that receive Web Push for this player, the oldest first."""
    return PushDevice.objects.filter(user=user).order_by("pk")


def add_device(user: User, endpoint: str, p256dh: str, auth: str, user_agent: str) -> None:
    """Add a browser. It is taken from its previous user, and the player's oldest ones are removed at the limit."""
    others = devices_of(user).exclude(endpoint=endpoint)
    for old in others.order_by("-pk")[MOST_DEVICES - 1 :]:
        old.delete()
    stored = {"user": user, "p256dh": p256dh, "auth": auth, "user_agent": user_agent, "created_ms": now_ms()}
    device, made = PushDevice.objects.get_or_create(endpoint=endpoint, defaults=stored)
    if not made and (device.user_id, device.p256dh, device.auth) != (user.pk, p256dh, auth):
        device.delete()  # with the messages waiting for its previous user
        PushDevice.objects.create(endpoint=endpoint, **stored)


def remove_device(user: User, endpoint: str) -> None:
    """Remove the player's browser with this endpoint, if there is one."""
    devices_of(user).filter(endpoint=endpoint).delete()


def remove_device_row(user: User, row: int) -> None:
    """Remove the player's browser with this row id, if there is one."""
    devices_of(user).filter(pk=row).delete()


def encode(raw: bytes) -> str:
    """Return base64url without padding, as Web Push uses throughout."""
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def decode(text: str) -> bytes:
    """Decode base64url, padded or not. Raise ValueError for anything else."""
    bare = text.removesuffix("=").removesuffix("=")
    return base64.b64decode(bare + "=" * (-len(bare) % 4), altchars=b"-_", validate=True)


def check_keys(p256dh: str, auth: str) -> None:
    """Raise ValueError unless these are an uncompressed point on P-256 (65 bytes) and a secret of 16 bytes."""
    key, secret = decode(p256dh), decode(auth)
    _public(key)
    if len(key) != 65 or len(secret) != 16:
        raise ValueError(f"the key has {len(key)} bytes and the secret {len(secret)}, not 65 and 16")


def _public(raw: bytes) -> ec.EllipticCurvePublicKey:
    return ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), raw)


def _raw(key: ec.EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def _hkdf(salt: bytes, secret: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)


def encrypt(
    message: bytes,
    p256dh: bytes,
    auth: bytes,
    *,
    key: ec.EllipticCurvePrivateKey | None = None,
    salt: bytes | None = None,
) -> bytes:
    """Return the body of a push request in content coding aes128gcm. `key` and `salt` are random unless passed by a
    test.

    Raise ValueError if the message is longer than LONGEST.
    """
    if len(message) > LONGEST:
        raise ValueError(f"a push message has at most {LONGEST} bytes; this has {len(message)}")
    key = key or ec.generate_private_key(ec.SECP256R1())
    salt = salt or os.urandom(16)
    ours = _raw(key.public_key())
    shared = key.exchange(ec.ECDH(), _public(p256dh))
    secret = _hkdf(auth, shared, b"WebPush: info\0" + p256dh + ours, 32)
    content_key = _hkdf(salt, secret, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _hkdf(salt, secret, b"Content-Encoding: nonce\0", 12)
    sealed = AESGCM(content_key).encrypt(nonce, message + b"\2", None)
    return salt + RECORD_SIZE.to_bytes(4, "big") + bytes([len(ours)]) + ours + sealed


@cache
def _private(text: str) -> ec.EllipticCurvePrivateKey:
    return ec.derive_private_key(int.from_bytes(decode(text), "big"), ec.SECP256R1())


def public_key() -> str:
    """Return the site's public key, which a browser needs to subscribe."""
    return encode(_raw(_private(settings.VAPID_KEY).public_key()))


def authorization(endpoint: str, now_s: int) -> str:
    """Return the Authorization header that identifies this site to the push service of `endpoint`."""
    parts = urlsplit(endpoint)
    claims = {"aud": f"{parts.scheme}://{parts.netloc}", "exp": now_s + TOKEN_S, "sub": _contact()}
    signed = ".".join(encode(json.dumps(part).encode()) for part in ({"typ": "JWT", "alg": "ES256"}, claims))
    r, s = decode_dss_signature(_private(settings.VAPID_KEY).sign(signed.encode(), ec.ECDSA(hashes.SHA256())))
    signature = encode(r.to_bytes(32, "big") + s.to_bytes(32, "big"))
    return f"vapid t={signed}.{signature}, k={public_key()}"


def _contact() -> str:
    """Return the contact for push services: the site, or the sender of its mail if the site has no TLS."""
    if settings.SITE_URL.startswith("https:"):
        return str(settings.SITE_URL)
    return f"mailto:{parseaddr(settings.DEFAULT_FROM_EMAIL)[1]}"
