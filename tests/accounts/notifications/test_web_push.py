"""Web Push: encryption by RFC 8291 and authentication by RFC 8292, against a push service on loopback."""

from __future__ import annotations

import base64
import html
import ipaddress
import json
import socket
import threading
from collections.abc import Iterator
from email.message import Message
from typing import Any

import pytest
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from accounts.models import SENT, WAITING, Outbox, PushDevice, User, Webhook
from accounts.notifications import delivery, preferences
from accounts.notifications import web_push as webpush
from accounts.notifications.services import tell
from pyramido_site.infrastructure import outbound
from pyramido_site.infrastructure.site_clock import now_ms
from pyramido_site.infrastructure.webhook_signature import signature
from tests.people import account, signed_in
from tests.post_server import PostServer, Reply

pytestmark = pytest.mark.django_db

GAME = "p3Xk9QvT2mWz"


def b64(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def raw(key: ec.EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


class Service(PostServer):
    """A web server that keeps what is posted to it: (path, headers, body); `status` is its response."""

    def __init__(self) -> None:
        self.got: list[tuple[str, Any, bytes]] = []
        self.status, self.location = 201, ""
        super().__init__(self._take)

    def _take(self, path: str, headers: Message, body: bytes) -> Reply:
        self.got.append((path, headers, body))
        return self.status, {"Location": self.location} if self.location else {}, b""


@pytest.fixture
def service(settings: Any) -> Iterator[Service]:
    settings.LOOPBACK_WEBHOOKS = True
    made = Service()
    yield made
    made.end()


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


# --- webhooks ---------------------------------------------------------------------------------------------------------


def test_a_webhook_is_signed_and_tells_each_event_by_itself(service: Service) -> None:
    anna = account("Anna")
    Webhook.objects.create(user=anna, url=f"{service.url}/hook?a=1", secret="s3cr3t", created_ms=0)
    your_turn(anna, 1)
    your_turn(anna, 2)
    Outbox.objects.update(due_ms=0)
    assert delivery.deliver("webhook") == 2
    for path, headers, body in service.got:
        sent_s, sealed = (part.split("=")[1] for part in headers["Pyramido-Signature"].split(","))
        assert path == "/hook?a=1" and sealed == signature("s3cr3t", int(sent_s), body)
        assert headers["Pyramido-Delivery"] == json.loads(body)["id"]
    told = json.loads(service.got[0][2])
    assert (told["kind"], told["subject"], told["data"]) == ("your_turn", GAME, {"game": "Pyramido"})
    assert signature("s3cr3t", 1, b"{}") == "48be129bcc3f8c72d7dead428290dc909e98a2206bab064a5e692cf8acd87936"


@pytest.mark.parametrize(
    "url",
    [
        "https://127.0.0.1/", "https://[::1]/", "https://10.1.2.3/", "https://192.168.0.1/", "https://169.254.169.254/",
        "https://[fd00::1]/", "https://[::ffff:10.0.0.1]/", "https://[64:ff9b::a00:1]/", "https://0.0.0.0/",
        "https://localhost/", "https://printer.local/", "http://example.org/", "ftp://example.org/", "https://",
        "https://user:pw@example.org/", "https://example.org:0/", "https://exam ple.org/", "https://224.0.0.1/",
        "https://[2002:a00:1::]/", "https://100.64.0.1/", "javascript:alert(1)", "https://[fec0::1]/",
        "https://[3fff::1]/", "https://192.88.99.1/", "https://127.1/", "https://2130706433/", "https://0x7f000001/",
        "https://0177.0.0.1/", "https://1.2.3.4.5/", "https://127.0.0.1./", "https://localhost./",
        "https://db.internal./", "https://[fe80::1%25eth0]/", "https://./", "https://１２７.0.0.1/",
        "https://example.org/\0",
    ],
)  # fmt: skip
def test_addresses_that_are_not_called(url: str) -> None:
    with pytest.raises(outbound.Forbidden):
        outbound.check_url(url)
    client = signed_in(account("Anna"))
    assert client.post("/accounts/settings/webhooks/", {"url": url}).status_code == (400 if "\0" in url else 302)
    assert not Webhook.objects.exists()


def test_a_public_name_with_a_private_address_is_not_called(
    service: Service, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.LOOPBACK_WEBHOOKS = False
    answers = [[(0, 0, 0, "", ("93.184.216.34", 443)), (0, 0, 0, "", ("127.0.0.1", 443))]]
    monkeypatch.setattr("socket.getaddrinfo", lambda *_, **__: answers[0])
    with pytest.raises(outbound.Forbidden):
        outbound.post("https://rebound.example/", b"{}", {})
    assert service.got == []
    assert "“rebound.example” leads to an address" in refusal_of("https://rebound.example./")

    def unknown(*_: Any, **__: Any) -> Any:
        raise socket.gaierror("no such name")

    monkeypatch.setattr("socket.getaddrinfo", unknown)
    assert "“mistyped.example” has no address" in refusal_of("https://mistyped.example/")
    assert not Webhook.objects.exists()


def refusal_of(url: str) -> str:
    """Return the sentence with which a webhook is refused."""
    client = signed_in(User.objects.first() or account("Anna"))
    answer = client.post("/accounts/settings/webhooks/", {"url": url}, follow=True)
    return html.unescape(answer.content.decode())


def test_the_connection_goes_to_the_address_that_was_checked(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    """The name is resolved once; a later change of the DNS record has no effect."""
    port = service.port
    calls: list[str] = []

    def resolve(host: str, *_: Any, **__: Any) -> list[Any]:
        calls.append(host)
        return [(2, 1, 6, "", ("127.0.0.1" if host != "localhost" or len(calls) == 1 else "10.0.0.1", port))]

    monkeypatch.setattr("socket.getaddrinfo", resolve)
    assert outbound.post(f"http://localhost:{port}/hook", b"{}", {}) == 201
    assert calls.count("localhost") == 1


def test_an_answer_that_never_ends_is_cut_off(monkeypatch: pytest.MonkeyPatch, settings: Any) -> None:
    settings.LOOPBACK_WEBHOOKS = True
    monkeypatch.setattr(outbound, "TIMEOUT_S", 0.3)
    with socket.create_server(("127.0.0.1", 0)) as silent, pytest.raises(outbound.Unreachable):
        outbound.post(f"http://127.0.0.1:{silent.getsockname()[1]}/", b"{}", {})


@pytest.mark.parametrize("when", ["before the connection stands", "in the handshake"])
def test_a_slow_handshake_is_cut_off(when: str) -> None:
    """Without a limit for the whole exchange, a slow server could hold the sender for any length of time."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        connection = outbound._Pinned("localhost", port, ipaddress.ip_address("127.0.0.1"), tls=True)
        ended: list[BaseException] = []

        def connect() -> None:
            try:
                connection.connect()
            except OSError as error:
                ended.append(error)

        asking = threading.Thread(target=connect)
        if when == "before the connection stands":
            connection.hang_up()
            asking.start()
        else:
            asking.start()
            accepted, _ = server.accept()
            assert accepted.recv(1) == b"\x16"  # the client begins
            connection.hang_up()
        asking.join(outbound.TIMEOUT_S / 2)
        assert not asking.is_alive() and len(ended) == 1
        connection.close()


def test_a_host_that_is_silent_is_asked_once_a_round(settings: Any) -> None:
    """Many webhooks on an unresponsive host delay others only for a moment."""
    settings.LOOPBACK_WEBHOOKS = True
    anna = account("Anna")
    with socket.create_server(("127.0.0.1", 0)) as gone:
        url = f"http://127.0.0.1:{gone.getsockname()[1]}/"
    for number in range(3):
        Webhook.objects.create(user=anna, url=f"{url}{number}", secret="s", created_ms=0)
    your_turn(anna)
    Outbox.objects.update(due_ms=0)
    assert delivery.deliver("webhook") == 3
    assert sorted(Outbox.objects.values_list("state", "doubts")) == [(WAITING, 0), (WAITING, 0), (WAITING, 1)]
