"""Webhooks: what is sent, how it is signed, and which addresses are called, against a service on loopback."""

from __future__ import annotations

import html
import ipaddress
import json
import socket
import threading
from typing import Any

import pytest

from accounts.models import WAITING, Outbox, User, Webhook
from accounts.notifications import delivery
from accounts.notifications.services import tell
from pyramido_site.infrastructure import outbound
from pyramido_site.infrastructure.webhook_signature import signature
from tests.accounts.notifications.conftest import Service
from tests.people import account, signed_in

pytestmark = pytest.mark.django_db

GAME = "p3Xk9QvT2mWz"


def your_turn(user: User, seq: int = 1) -> None:
    tell("your_turn", [user.pk], subject=GAME, key=f"turn:{seq}", data={"game": "Pyramido"})


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
