"""Addresses that webhooks may use: a list of our own, the same on every version of Python."""

from __future__ import annotations

import ipaddress

import pytest

from pyramido_site.infrastructure import outbound

NOT_PUBLIC = (
    "0.0.0.1", "0.255.255.255", "10.0.0.1", "100.64.0.1", "100.127.255.255", "127.0.0.1", "127.255.255.255",
    "169.254.169.254", "172.16.0.1", "172.31.255.255", "192.0.0.1", "192.0.0.9", "192.0.0.170", "192.0.0.192",
    "192.0.0.255", "192.0.2.1", "192.31.196.1", "192.52.193.1", "192.88.99.1", "192.168.255.255", "192.175.48.1",
    "198.18.0.1", "198.19.255.255", "198.51.100.1", "203.0.113.1", "224.0.0.1", "239.255.255.255", "240.0.0.1",
    "255.255.255.255",
    "::", "::1", "::7f00:1", "::ffff:10.0.0.1", "::ffff:192.0.0.192", "64:ff9b::a00:1", "64:ff9b::808:808",
    "64:ff9b:1::1", "100::1", "100:0:0:1::1", "2001::1", "2001:0:4136:e378:8000:63bf:3fff:fdd2", "2001:1::1",
    "2001:2::1", "2001:3::1", "2001:4:112::1", "2001:10::1", "2001:20::1", "2001:30::1", "2001:1ff:ffff::1",
    "2001:db8::1", "2002:808:808::1", "2620:4f:8000::1", "3fff::1", "3fff:fff::1", "4000::1", "5f00::1", "fc00::1",
    "fdff::1", "fe80::1", "fec0::1", "ff02::1", "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
)  # fmt: skip
PUBLIC = (
    "1.1.1.1", "9.255.255.255", "100.63.255.255", "100.128.0.1", "172.32.0.1", "191.255.255.255", "192.0.1.1",
    "192.0.3.1", "192.88.98.1", "198.17.255.255", "198.20.0.1", "223.255.255.255", "::ffff:8.8.8.8",
    "2001:200::1", "2001:4860:4860::8888", "2003::1", "2606:4700::1", "2a00::1", "3ffe::1",
)  # fmt: skip


def allowed(address: str) -> bool:
    host = f"[{address}]" if ":" in address else address
    try:
        outbound.check_url(f"https://{host}/")
    except outbound.Forbidden:
        return False
    return True


@pytest.mark.parametrize("of_python", [True, False])
def test_addresses_are_public_by_our_own_list_only(monkeypatch: pytest.MonkeyPatch, of_python: bool) -> None:
    """Whatever Python's own list says, which differs between versions."""
    for kind in (ipaddress.IPv4Address, ipaddress.IPv6Address):
        for name in ("is_global", "is_reserved", "is_multicast", "is_private"):
            monkeypatch.setattr(kind, name, property(lambda _: of_python))
    assert [one for one in NOT_PUBLIC if allowed(one)] == []
    assert [one for one in PUBLIC if not allowed(one)] == []
