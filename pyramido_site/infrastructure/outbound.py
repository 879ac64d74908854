"""HTTP requests to addresses chosen by players: only to public addresses, without redirects, with a short timeout.

A name is resolved once, and the connection goes to the address that was checked (no DNS rebinding); the certificate is
verified against the name.
"""

from __future__ import annotations

import contextlib
import http.client
import ipaddress
import re
import socket
import ssl
import threading
from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import SplitResult, urlsplit

from django.conf import settings

TIMEOUT_S = 5.0
"""Timeout (s) for a whole request once the name is resolved."""

PORTS = {"https": 443, "http": 80}
# Addresses that no webhook may lead to. The list is our own, since Python's ipaddress differs by version in what it
# considers public. IPv4: every block of the IANA IPv4 Special-Purpose Address Registry, multicast, and reserved blocks.
_NOT_PUBLIC_4 = tuple(
    ipaddress.IPv4Network(block)
    for block in (
        "0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.0.0.0/24",
        "192.0.2.0/24", "192.31.196.0/24", "192.52.193.0/24", "192.88.99.0/24", "192.168.0.0/16", "192.175.48.0/24",
        "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4",
    )
)  # fmt: skip
# IPv6: only global unicast as allocated by IANA, without the blocks of the IPv6 Special-Purpose Address Registry in it.
# That excludes addresses that map IPv4 (NAT64, 6to4, Teredo), local ones and multicast.
_GLOBAL_6 = ipaddress.IPv6Network("2000::/3")
_NOT_PUBLIC_6 = tuple(
    ipaddress.IPv6Network(block)
    for block in ("2001::/23", "2001:db8::/32", "2002::/16", "2620:4f:8000::/48", "3fff::/20")
)

# A last label that parsers take for a number, and the host for an IPv4 address (URL Standard, host parsing).
_NUMBER = re.compile(r"[0-9]+|0x[0-9a-f]*")

Address = ipaddress.IPv4Address | ipaddress.IPv6Address


class Forbidden(Exception):
    """The site may not call this address; nothing was sent."""


class Unreachable(Exception):
    """No answer came. The request may or may not have arrived."""


def check_url(url: str) -> SplitResult:
    """Return the parts of an address that may be called, as far as can be told without resolving it.

    Raise Forbidden.
    """
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise Forbidden("it is no address") from None
    host = host_of(parts)
    if not host or parts.username or parts.password or any(sign <= " " or sign in "\\\x7f" for sign in url):
        raise Forbidden("it is no address like https://example.org/path")
    if port == 0:
        raise Forbidden("there is no port 0")
    local = settings.LOOPBACK_WEBHOOKS and (host == "localhost" or _is_loopback(host))
    if parts.scheme != "https" and not (local and parts.scheme == "http"):
        raise Forbidden("it does not begin with https://")
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        if _NUMBER.fullmatch(host.rpartition(".")[2]):
            raise Forbidden("it is a number that is no address") from None  # 127.1, 0x7f000001, 2130706433
        if host.endswith((".localhost", ".local", ".internal")) or host == "localhost":
            if not local:
                raise Forbidden("it is not on the public internet") from None
    else:
        _check_address(address)
    return parts


def host_of(parts: SplitResult) -> str:
    """Return the host as it is resolved and as its certificate names it: ASCII, without a trailing dot; "" for none."""
    host = parts.hostname or ""
    if ":" in host:  # IPv6; an address with a zone (%) is local
        return "" if "%" in host else host
    try:
        return host.removesuffix(".").encode("idna").decode().removesuffix(".")
    except UnicodeError:
        return ""


def look_up(url: str) -> None:
    """Resolve the host of an address that passes `check_url`.

    Raise Forbidden if it resolves to an address that may not be called, and Unreachable if it does not resolve.
    """
    parts = urlsplit(url)
    _resolve(host_of(parts), parts.port or PORTS[parts.scheme])


@dataclass(frozen=True, slots=True)
class Reply:
    """An answer of any status. `body` is None if it is longer than requested."""

    status: int
    body: bytes | None


def post(url: str, body: bytes, headers: Mapping[str, str]) -> int:
    """POST and return the status of the answer, without following redirects or reading the body.

    Raise Forbidden or Unreachable.
    """
    return ask(url, body, headers, 0).status


def ask(url: str, body: bytes, headers: Mapping[str, str], most: int) -> Reply:
    """POST and return the answer with a body of at most `most` bytes, within TIMEOUT_S.

    Raise Forbidden or Unreachable.
    """
    parts = check_url(url)
    host, port = host_of(parts), parts.port or PORTS[parts.scheme]
    address = _resolve(host, port)
    connection = _Pinned(host, port, address, tls=parts.scheme == "https")
    watchdog = threading.Timer(TIMEOUT_S, connection.hang_up)
    watchdog.daemon = True
    watchdog.start()
    try:
        target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        connection.request("POST", target, body, {"User-Agent": "Pyramido", **headers})
        answer = connection.getresponse()
        read = answer.read(most + 1) if most else b""
        return Reply(answer.status, read if len(read) <= most else None)
    except (OSError, http.client.HTTPException, ValueError) as error:
        raise Unreachable(f"{type(error).__name__}: {error}") from error
    finally:
        watchdog.cancel()
        connection.close()


class _Pinned(http.client.HTTPConnection):
    """A connection to a fixed address, with or without TLS for the host's name."""

    def __init__(self, host: str, port: int, address: Address, *, tls: bool) -> None:
        super().__init__(host, port, timeout=TIMEOUT_S)
        self.default_port = PORTS["https" if tls else "http"]
        self.address = address
        self.tls = tls
        self.late = False

    def connect(self) -> None:
        """Connect, with a TLS handshake. Raise TimeoutError if `hang_up` was called before."""
        made = socket.create_connection((str(self.address), self.port), self.timeout)
        secured: ssl.SSLSocket | None = None
        if self.tls:
            context = ssl.create_default_context()
            # Handshake only once `hang_up` can end it, since the other side controls its pace as well.
            secured = context.wrap_socket(made, server_hostname=self.host, do_handshake_on_connect=False)
        self.sock = secured or made
        if self.late:
            raise TimeoutError(f"no answer within {TIMEOUT_S:g} s")
        if secured is not None:
            secured.do_handshake()

    def hang_up(self) -> None:
        """End the connection from another thread: a pending connect, read or write fails or returns."""
        self.late = True
        if self.sock is not None:
            with contextlib.suppress(OSError):  # it may have ended already
                socket.socket.shutdown(self.sock, socket.SHUT_RDWR)  # not TLS's own, which discards the session


def _resolve(host: str, port: int) -> Address:
    """Return an address of the host; all of its addresses must be allowed. Raise Forbidden or Unreachable."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        raise Unreachable(f"the name {host} cannot be resolved: {error}") from error
    addresses = [ipaddress.ip_address(str(entry[4][0]).partition("%")[0]) for entry in found]
    for address in addresses:
        _check_address(address)
    return addresses[0]


def _check_address(address: Address) -> None:
    if isinstance(address, ipaddress.IPv6Address) and address.ipv4_mapped is not None:
        address = address.ipv4_mapped
    if address.is_loopback and settings.LOOPBACK_WEBHOOKS:
        return
    if not is_public(address):
        raise Forbidden("it is not on the public internet")


def is_public(address: Address) -> bool:
    """Whether the address is on the public internet. IPv4 addresses mapped to IPv6 are not unwrapped."""
    if isinstance(address, ipaddress.IPv4Address):
        return not any(address in block for block in _NOT_PUBLIC_4)
    return address in _GLOBAL_6 and not any(address in block for block in _NOT_PUBLIC_6)


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
