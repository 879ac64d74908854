"""Clients of servers on this machine, which speak no TLS."""

from __future__ import annotations

import ssl

NO_TLS = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
"""For the argument `verify` of httpx: without it, each client reads all certificates, which takes 23 ms of a
processor.
"""
