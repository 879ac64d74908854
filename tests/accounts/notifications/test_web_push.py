"""Web Push: encryption by RFC 8291 and authentication by RFC 8292, against a push service on loopback."""

from __future__ import annotations

import base64
import json
from typing import Any

import pytest
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from accounts.models import SENT, WAITING, Outbox, PushDevice, User
from accounts.notifications import delivery, preferences
from accounts.notifications import web_push as webpush
from accounts.notifications.services import tell
from pyramido_site.infrastructure.site_clock import now_ms
from tests.accounts.notifications.conftest import Service
from tests.people import account, signed_in

pytestmark = pytest.mark.django_db

GAME = "p3Xk9QvT2mWz"


def b64(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def raw(key: ec.EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


class Browser:
    """The receiving side of RFC 8291."""

    def __init__(self) -> None:
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.auth = b"0123456789abcdef"

    def subscription(self, endpoint: str) -> dict[str, Any]:
        keys = {"p256dh": webpush.encode(raw(self.key.public_key())), "auth": webpush.encode(self.auth)}
        return {"endpoint": endpoint, "expirationTime": None, "keys": keys}

    def read(self, body: bytes) -> Any:
        salt, size, length = body[:16], int.from_bytes(body[16:20], "big"), body[20]
        sender, sealed = body[21 : 21 + length], body[21 + length :]
        assert len(sealed) <= size == 4096
        shared = self.key.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender))

        def derive(salt: bytes, secret: bytes, info: bytes, length: int) -> bytes:
            return HKDF(hashes.SHA256(), length, salt, info).derive(secret)

        secret = derive(self.auth, shared, b"WebPush: info\0" + raw(self.key.public_key()) + sender, 32)
        content_key = derive(salt, secret, b"Content-Encoding: aes128gcm\0", 16)
        nonce = derive(salt, secret, b"Content-Encoding: nonce\0", 12)
        plain = AESGCM(content_key).decrypt(nonce, sealed, None)
        assert plain.endswith(b"\2")
        return json.loads(plain[:-1])


def check_vapid(header: str, audience: str) -> dict[str, Any]:
    """Check a VAPID header as a push service does: a valid signature by the given key, the audience, a short
    lifetime.
    """
    assert header.startswith("vapid ")
    fields = dict(field.strip().split("=", 1) for field in header.removeprefix("vapid ").split(","))
    signed, _, sealed = fields["t"].rpartition(".")
    key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), b64(fields["k"]))
    r, s = (int.from_bytes(half, "big") for half in (b64(sealed)[:32], b64(sealed)[32:]))
    key.verify(encode_dss_signature(r, s), signed.encode(), ec.ECDSA(hashes.SHA256()))
    head, claims = (json.loads(b64(part)) for part in signed.split("."))
    assert head == {"typ": "JWT", "alg": "ES256"}
    assert claims["aud"] == audience and 0 < claims["exp"] - now_ms() // 1000 <= 24 * 3600
    return claims


def test_the_example_of_the_rfc() -> None:
    """RFC 8291, appendix A, byte for byte."""
    secret = int.from_bytes(b64("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"), "big")
    body = webpush.encrypt(
        b"When I grow up, I want to be a watermelon",
        b64("BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"),
        b64("BTBZMqHH6r4Tts7J_aSIgg"),
        key=ec.derive_private_key(secret, ec.SECP256R1()),
        salt=b64("DGv6ra1nlYgDCS1FRnbzlw"),
    )
    assert webpush.encode(body) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8w"
        "EqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )


def subscribed(user: User, browser: Browser, endpoint: str) -> None:
    answer = signed_in(user).post(
        "/api/v1/account/push-devices", browser.subscription(endpoint), content_type="application/json"
    )
    assert answer.status_code == 201, answer.content


def your_turn(user: User, seq: int = 1) -> None:
    tell("your_turn", [user.pk], subject=GAME, key=f"k{seq}", data={"game": "Pyramido"})


def pushed(most: int = delivery.BATCH) -> int:
    """Send what waits, as after a moment."""
    Outbox.objects.filter(state=WAITING).update(due_ms=0)
    return delivery.deliver("push", most)


def test_a_browser_reads_what_is_pushed(service: Service, settings: Any) -> None:
    settings.SITE_URL = "https://play.example"
    anna, browser = account("Anna"), Browser()
    subscribed(anna, browser, f"{service.url}/device")
    your_turn(anna)
    assert pushed() == 1
    ((path, headers, body),) = service.got
    shown = browser.read(body)
    assert shown == {"title": "Pyramido – it is your turn.", "body": "", "url": f"/games/{GAME}/", "tag": GAME}
    assert path == "/device" and headers["Content-Encoding"] == "aes128gcm" and int(headers["TTL"]) > 0
    assert headers["Topic"] == GAME and len(GAME) <= 32
    claims = check_vapid(headers["Authorization"], service.url)
    assert claims["sub"] == "https://play.example"
    for seq in (2, 3):
        your_turn(anna, seq)
    assert pushed() == 1  # the later replaces the earlier
    assert browser.read(service.got[-1][2]) == shown
    preferences.change(anna.pk, {"matrix": {"game_finished": {"push": True}, "left_game": {"push": True}}})
    for kind in ("left_game", "game_finished"):
        data = {"game": "Pyramido", "who": "Berta", "how": "resigned"}
        tell(kind, [anna.pk], subject=GAME, key=kind, data=data)
    assert pushed() == 1
    both = browser.read(service.got[-1][2])
    assert (both["url"], both["tag"], both["body"].count("\n")) == (f"/games/{GAME}/", GAME, 1)
    your_turn(anna, 4)
    tell("your_turn", [anna.pk], subject="another", key="k5", data={"game": "Pyramido"})
    assert pushed() == 1
    assert {name: browser.read(service.got[-1][2])[name] for name in ("url", "tag")} == {
        "url": "/notifications/", "tag": "news",
    }  # fmt: skip
    assert Outbox.objects.filter(state=SENT).count() == 4


@pytest.mark.parametrize("status", [404, 410])
def test_a_device_that_is_gone_is_removed(service: Service, status: int) -> None:
    anna = account("Anna")
    subscribed(anna, Browser(), f"{service.url}/gone")
    subscribed(anna, Browser(), f"{service.url}/other")
    your_turn(anna)
    service.status = status
    pushed(most=1)
    assert PushDevice.objects.count() == 1


@pytest.mark.parametrize("status", [301, 429, 500])
def test_a_push_service_in_trouble_is_asked_again(service: Service, status: int) -> None:
    anna = account("Anna")
    subscribed(anna, Browser(), f"{service.url}/device")
    your_turn(anna)
    service.status, service.location = status, f"{service.url}/elsewhere"
    pushed()
    assert [path for path, *_ in service.got] == ["/device"]
    row = Outbox.objects.get()
    assert (row.state, row.doubts) == (WAITING, 0) and row.due_ms > now_ms() and PushDevice.objects.exists()


def test_a_browser_that_another_user_uses_now(service: Service) -> None:
    anna, berta, browser = account("Anna"), account("Berta"), Browser()
    subscribed(anna, browser, f"{service.url}/shared")
    your_turn(anna)
    subscribed(berta, browser, f"{service.url}/shared")
    assert PushDevice.objects.get().user == berta and pushed() == 0
    gone = {"endpoint": f"{service.url}/shared"}
    client = signed_in(berta)
    assert client.delete("/api/v1/account/push-devices", gone, content_type="application/json").status_code == 204
    assert not PushDevice.objects.exists()


# The key and the secret of RFC 8291's example, and the same key compressed.
POINT = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
SHORT_POINT, SECRET = "AiVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcx", "BTBZMqHH6r4Tts7J_aSIgg"


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"endpoint": "http://push.example/1"}, "endpoint"), ({"endpoint": "https://10.0.0.1/"}, "endpoint"),
        ({"endpoint": None}, "endpoint"), ({"keys": {}}, "keys"), ({"keys": None}, "keys"), ({"more": 1}, "more"),
        ({"keys": {"p256dh": "AAAA", "auth": "MDEyMzQ1Njc4OWFiY2RlZg"}}, "keys"),
        ({"keys": {"p256dh": POINT + "!" * 500, "auth": SECRET}}, "keys"),
        ({"keys": {"p256dh": POINT + "=" * 500, "auth": SECRET}}, "keys"),
        ({"keys": {"p256dh": POINT, "auth": SECRET + "\n" * 100}}, "keys"),
        ({"keys": {"p256dh": POINT, "auth": f"{SECRET}AA"}}, "keys"), ({"keys": {"p256dh": POINT, "auth": 1}}, "keys"),
        ({"keys": {"p256dh": SHORT_POINT, "auth": SECRET}}, "keys"),
        ({"endpoint": "https://push.example/\x7f"}, "endpoint"),
    ],
)  # fmt: skip
def test_an_invalid_subscription_is_refused(change: dict[str, Any], field: str) -> None:
    body = {**Browser().subscription("https://push.example/1"), **change}
    client = signed_in(account("Anna"))
    answer = client.post("/api/v1/account/push-devices", body, content_type="application/json")
    assert (answer.status_code, answer.json()["field"]) == (400, field)
    assert not PushDevice.objects.exists()
