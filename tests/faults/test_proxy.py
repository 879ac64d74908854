"""The proxy of compose.yml alone, as a process in front of stand-ins for the site: what it limits and for whom, and
that neither a bad response nor an unreachable address keeps it from using other replicas.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
import socket
import ssl
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from statistics import quantiles
from typing import Any

import httpx
import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

from pyramido_site.header_limit import HEADER_LIMIT
from pyramido_site.infrastructure.client_address import address_of
from pyramido_site.stack import compose
from pyramido_site.stack.servers import Proxy
from tests import servers
from tests.faults.scale import WHOLE, times
from tests.repository.tree import ROOT
from tests.servers import free_port
from tests.site.plain_http import NO_TLS
from tests.site.stack.conftest import black_hole
from tests.site.stack.test_compose import SECRETS

pytestmark = [pytest.mark.faults, pytest.mark.slow(20)]

PEOPLE = 50
FILES, PAGE_REQUESTS, PAGES = times(short=15, whole=60), 4, times(short=1, whole=4)
"""A game page with its files; its other requests (its translations, its view, its socket); and pages opened in the
test.
"""
BETWEEN_PAGES = 10.0
"""Seconds between two pages of a reader."""


class Site(BaseHTTPRequestHandler):
    """Echoes the request; /bad has headers of the length in `?`, /slow waits for that many seconds."""

    protocol_version = "HTTP/1.1"
    wbufsize = -1
    disable_nagle_algorithm = True

    def do_GET(self) -> None:
        self.rfile.read(int(self.headers.get("Content-Length") or 0))
        path, _, query = self.path.partition("?")
        if path.endswith("/slow"):
            time.sleep(float(query))
        told = {"forwarded": self.headers["X-Forwarded-For"], "scheme": self.headers["X-Forwarded-Proto"]}
        body = json.dumps(told).encode()
        self.send_response(200)
        if path.endswith("/bad"):
            self.send_header("X-Long", "x" * int(query))
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    do_POST = do_GET  # noqa: N815 (as http.server calls it)

    def log_message(self, *_: Any) -> None: ...


class Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 1024


@pytest.fixture
def site() -> Iterator[int]:
    """Start the stand-in; yield its port."""
    server = Server(("127.0.0.1", 0), Site)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield server.server_address[1]
    server.shutdown()
    server.server_close()


def certify(folder: Path, port: int) -> None:
    """Write what docs/operations.md says for a proxy that ends TLS, on this port, and a certificate."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "localhost")])
    begin = datetime.now(UTC) - timedelta(days=1)
    unsigned = x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
    dated = unsigned.not_valid_before(begin).not_valid_after(begin + timedelta(days=2))
    certificate = dated.sign(key, hashes.SHA256())
    folder.mkdir(parents=True)
    pem, form = serialization.Encoding.PEM, serialization.PrivateFormat.TraditionalOpenSSL
    (folder / "fullchain.pem").write_bytes(certificate.public_bytes(pem))
    (folder / "privkey.pem").write_bytes(key.private_bytes(pem, form, serialization.NoEncryption()))
    (lines,) = re.findall(r"```\n( +listen 8443 .*?)```", (ROOT / "docs/operations.md").read_text(), re.DOTALL)
    said = lines.replace("listen 8443", f"listen 127.0.0.1:{port}").replace("/etc/nginx/tls", str(folder))
    (folder / "tls.conf").write_text(said)


@pytest.fixture
def proxied(site: int) -> Iterator[Callable[..., str]]:
    """Yield a function that starts a proxy with variables of compose.yml in front of these ports, or of the stand-in,
    and returns its address.
    """
    with contextlib.ExitStack() as running:

        def start(ports: list[int] | None = None, tls_port: int | None = None, **variables: str) -> str:
            port = free_port()
            folder = servers.run_folder() / f"proxy{port}"
            if tls_port is not None:
                certify(folder / "tls", tls_port)
            service = compose.read({**SECRETS, **variables})["proxy"]
            upstreams = {"web": ports or [site], "sockets": ports or [site]}
            process = Proxy(service, "proxy-1", folder, Path(f"{folder}.log"), port, upstreams)
            process.start()
            running.callback(process.stop, 1)
            process.wait_ready()
            return process.url

        yield start


def get(url: str, path: str = "/", forwarded: str = "", source: str = "127.0.0.1", **more: Any) -> httpx.Response:
    headers = {**more.pop("headers", {}), **({"X-Forwarded-For": forwarded} if forwarded else {})}
    with httpx.Client(transport=httpx.HTTPTransport(local_address=source, verify=False), timeout=30) as client:
        return client.request(more.pop("method", "GET"), f"{url}{path}", headers=headers, **more)


def allowed(url: str, visitors: list[tuple[str, str]]) -> list[bool]:
    """Return whether each was served: (address of the connection, X-Forwarded-For)."""
    return [get(url, forwarded=forwarded, source=source).status_code == 200 for source, forwarded in visitors]


FEW = {"VISITOR_RATE": "1", "VISITOR_BURST": "1"}
"""Two requests at once, one a second."""


@pytest.mark.parametrize(
    ("proxies", "visitors", "expected"),
    [
        ("1", [("127.0.0.2", f"198.51.100.{n}") for n in range(4)], [True, True, False, False]),
        ("1", [(f"127.0.0.{n}", "198.51.100.1") for n in range(2, 6)], [True] * 4),
        ("2", [("127.0.0.2", f"203.0.113.{n}, 198.51.100.1") for n in range(4)], [True, True, False, False]),
        ("2", [("127.0.0.2", f"203.0.113.1,198.51.100.{n}") for n in range(4)], [True] * 4),
        ("2", [("127.0.0.2", "")] * 3, [True, True, False]),
        ("3", [("127.0.0.2", f"203.0.113.{n}, 198.51.100.1, 10.0.0.{n}") for n in range(3)], [True, True, False]),
        ("3", [("127.0.0.2", f"198.51.100.{n}") for n in range(3)], [True] * 3),
        ("2", [("127.0.0.2", f"2001:db8:1:2::{n}") for n in range(3)], [True, True, False]),
        ("2", [("127.0.0.2", f"2001:db8:1:{n}::1") for n in range(3)], [True] * 3),
    ],
)
def test_a_visitor_is_identified_by_the_outermost_trusted_proxy(
    proxied: Callable[..., str], settings: Any, proxies: str, visitors: list[tuple[str, str]], expected: list[bool]
) -> None:
    """And the site's own limits use the same address."""
    assert allowed(proxied(**FEW, TRUSTED_PROXIES=proxies), visitors) == expected
    url = proxied(TRUSTED_PROXIES=proxies)
    settings.TRUSTED_PROXIES = int(proxies)
    told = [get(url, forwarded=forwarded, source=source).json()["forwarded"] for source, forwarded in visitors]
    addresses = {address_of(one, "127.0.0.1").partition("::")[0] for one in told}
    assert len(addresses) == (1 if False in expected else len(visitors))


@pytest.mark.parametrize(
    ("headers", "language", "words"),
    [
        ({}, "en", "Too many requests"),
        ({"Accept-Language": "de-CH, fr-CH;q=0.8, it;q=0.5"}, "fr", "Trop de requêtes"),
        ({"Accept-Language": "IT"}, "it", "Troppe richieste"),
        ({"Accept-Language": "fr", "Cookie": "a=b; django_language=it"}, "it", "Troppe richieste"),
        ({"Accept-Language": "fr", "Cookie": "django_language=de"}, "fr", "Trop de requêtes"),
        ({"Accept-Language": ", ".join(["x"] * 900)}, "en", "Too many requests"),
        ({"Accept-Language": "italic, end, french"}, "en", "Too many requests"),
    ],
)
def test_too_many_requests_are_told_so_in_the_visitor_s_language(
    proxied: Callable[..., str], headers: dict[str, str], language: str, words: str
) -> None:
    url = proxied(**FEW)
    answers = [get(url, path, headers=headers) for path in ("/", "/", "/games/", "/api/v1/games", "/ws/lobby/")]
    assert [answer.status_code for answer in answers] == [200, 200, 429, 429, 429]
    page, program = answers[2:4]
    assert page.headers["Content-Type"] == "text/html; charset=utf-8" and page.headers["Retry-After"] == "2"
    assert words in page.text and f'<html lang="{language}">' in page.text
    assert program.headers["Content-Type"].startswith("application/problem+json")
    problem = program.json()
    assert int(program.headers["Retry-After"]) * 1000 == problem["retry_after_ms"]
    assert program.headers["RateLimit-Policy"] == f'"address";q={FEW["VISITOR_RATE"]};w=1'
    assert program.headers["RateLimit"] == '"address";r=0;t=2' and program.headers["Content-Language"] == language
    assert (problem["status"], problem["code"], problem["limit"]) == (429, "throttled", "address")
    assert words in problem["detail"]


def test_a_bad_response_takes_no_replica_out(proxied: Callable[..., str], site: int) -> None:
    url = proxied([site, site], VISITOR_RATE="1000")
    assert get(url, f"/bad?{HEADER_LIMIT + 1000}").status_code == 200
    for _ in range(20):
        assert get(url, "/bad?40000").status_code == 503
        assert get(url).status_code == 200


def test_an_address_that_swallows_everything_costs_others_little(proxied: Callable[..., str], site: int) -> None:
    took: dict[str, list[float]] = {"both": [], "one": []}
    with black_hole() as hole:
        for name, ports in (("both", [site, site]), ("one", [site, hole])):
            url = proxied(ports, VISITOR_RATE="10000")
            with httpx.Client(base_url=url, timeout=30, verify=NO_TLS) as client:
                for _ in range(300):
                    began = time.monotonic()
                    # not idempotent, so it may be sent only once
                    assert client.post("/", content=b"x").status_code == 200
                    took[name].append(time.monotonic() - began)
    ordered = sorted(took["one"])
    # half of the requests tried the other replica first, and waited no longer than this
    assert 0.02 < ordered[225] < 0.5
    assert ordered[-3] < 1
    if WHOLE:
        slowest = {name: quantiles(times, n=100)[98] for name, times in took.items()}
        assert slowest["one"] < slowest["both"] + 0.05, slowest


async def held(url: str, source: str, head: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """Open a connection from this address and begin a request on it."""
    host, _, port = url.removeprefix("http://").partition(":")
    reader, writer = await asyncio.open_connection(host, int(port), local_addr=(source, 0))
    writer.write(head.encode())
    await writer.drain()
    return reader, writer


async def status(reader: asyncio.StreamReader) -> int:
    async with asyncio.timeout(10):
        return int((await reader.readline()).split()[1])


async def test_slow_bodies_are_few_for_an_address(proxied: Callable[..., str]) -> None:
    url = proxied(VISITOR_RATE="1000")
    slow = "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\nab"
    bodies = [await held(url, "127.0.0.2", slow) for _ in range(PEOPLE)]
    await asyncio.sleep(0.3)
    for more in (slow, "GET / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n5\r\na"):
        bodies.append(await held(url, "127.0.0.2", more))
        assert await status(bodies[-1][0]) == 429
    asked: list[dict[str, Any]] = [
        {"source": "127.0.0.2"},
        {"source": "127.0.0.3"},
        {"source": "127.0.0.3", "method": "POST", "content": b"x"},
    ]
    assert [(await asyncio.to_thread(get, url, **one)).status_code for one in asked] == [200] * 3
    for reader, writer in bodies[:PEOPLE]:
        writer.write(b"x" * 998)
        assert await status(reader) == 200
    for _, writer in bodies:
        writer.close()


async def test_connections_are_bounded_for_an_address(proxied: Callable[..., str]) -> None:
    url = proxied(VISITOR_CONNECTIONS="5")
    head = "GET /ws/slow?2 HTTP/1.1\r\nHost: x\r\n\r\n"
    waiting = [await held(url, "127.0.0.2", head) for _ in range(5)]
    await asyncio.sleep(0.3)
    assert (await asyncio.to_thread(get, url, source="127.0.0.2")).status_code == 429
    assert (await asyncio.to_thread(get, url, source="127.0.0.3")).status_code == 200
    assert [await status(reader) for reader, _ in waiting] == [200] * 5
    for _, writer in waiting:
        writer.close()


async def test_fifty_people_behind_one_address_are_not_limited(proxied: Callable[..., str]) -> None:
    """All come within a second, open a page with all its files and two sockets each, and read on."""
    url, answers = proxied(), Counter[int]()
    head = "GET /ws/slow?{} HTTP/1.1\r\nHost: x\r\n\r\n"

    async def person(number: int) -> None:
        limits = httpx.Limits(max_connections=6)
        async with httpx.AsyncClient(base_url=url, limits=limits, timeout=60, verify=NO_TLS) as client:
            for page in range(PAGES):
                paths = [f"/static/{file}.js" for file in range(FILES if page == 0 else 0)]
                paths += [f"/games/{number}/{part}" for part in range(PAGE_REQUESTS - 1)]
                sockets = [await held(url, "127.0.0.1", head.format(2)) for _ in range(2 if page == 0 else 1)]
                found = await asyncio.gather(*(client.get(path) for path in paths))
                answers.update(answer.status_code for answer in found)
                answers.update([await status(reader) for reader, _ in sockets])
                for _, writer in sockets:
                    writer.close()
                if page < PAGES - 1:
                    await asyncio.sleep(BETWEEN_PAGES * (0.5 + number / PEOPLE))

    async with asyncio.TaskGroup() as group:
        for number in range(PEOPLE):
            group.create_task(person(number))
            await asyncio.sleep(1 / PEOPLE)
    assert answers == {200: PEOPLE * (FILES + 3 * PAGES + PAGES + 1)}


def test_a_proxy_with_a_certificate_speaks_http_2_and_says_that_the_visitor_used_tls(
    proxied: Callable[..., str],
) -> None:
    port = free_port()
    plain = proxied(tls_port=port)
    trusting = ssl.create_default_context()
    trusting.check_hostname, trusting.verify_mode = False, ssl.CERT_NONE
    trusting.set_alpn_protocols(["h2", "http/1.1"])
    with socket.create_connection(("127.0.0.1", port)) as made, trusting.wrap_socket(made) as secured:
        assert secured.selected_alpn_protocol() == "h2"
    said = {"X-Forwarded-Proto": "http"}
    assert get(f"https://127.0.0.1:{port}", headers=said).json()["scheme"] == "https"
    assert [get(plain).json()["scheme"], get(plain, headers={"X-Forwarded-Proto": "https"}).json()["scheme"]] == [
        "http",
        "https",
    ]
