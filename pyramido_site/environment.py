"""Reading the process environment: what is set, what is not, and clear words about what is wrong."""

from __future__ import annotations

import base64
import binascii
import os
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from email.utils import parseaddr
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured

TRUE = {"1", "true", "yes", "on"}
FALSE = {"0", "false", "no", "off", ""}


def flag(name: str, default: bool = False) -> bool:
    """A yes or no. Raises ImproperlyConfigured for anything else."""
    value = os.environ.get(name)
    if value is None:
        return default
    if value.lower() in TRUE:
        return True
    if value.lower() in FALSE:
        return False
    raise ImproperlyConfigured(f"{name} is {value!r}; say 1 or 0.")


def words(name: str, default: str = "") -> list[str]:
    """A list separated by commas or spaces."""
    return os.environ.get(name, default).replace(",", " ").split()


def whole(name: str, text: str, most: int, least: int = 0) -> int:
    """The number that the setting `name` gives as `text`. Raises ImproperlyConfigured unless it is in the range."""
    if not (text.isascii() and text.isdecimal() and len(text) < 10 and least <= int(text) <= most):
        raise ImproperlyConfigured(f"{name} is {text!r}; say a whole number from {least} to {most}.")
    return int(text)


def folder(name: str, default: Path) -> Path:
    """A folder that the site can write to; it is made when it is missing. Raises ImproperlyConfigured."""
    path = Path(os.environ.get(name) or default).absolute()
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ImproperlyConfigured(f"{name} is '{path}', a folder that cannot be made: {error.strerror}.") from None
    if not os.access(path, os.W_OK | os.X_OK):
        raise ImproperlyConfigured(f"{name} is '{path}', a folder that cannot be written to.")
    return path


def database(url: str, var: Path) -> dict[str, Any]:
    """Django's settings for the database at `url`; for "" it is SQLite in `var`.

    `sqlite:///relative/path`, `sqlite:////absolute/path`, `postgresql://user:password@host:port/name?option=…`.
    Raises ImproperlyConfigured for another scheme.
    """
    parts = urlsplit(url or f"sqlite:///{var / 'db.sqlite3'}")
    if parts.scheme == "sqlite":
        return sqlite(unquote(parts.path).removeprefix("/"))
    if parts.scheme in {"postgres", "postgresql"}:
        options: dict[str, Any] = dict(parse_qsl(parts.query))
        return {
            "ENGINE": "django.db.backends.postgresql",
            "NAME": unquote(parts.path.removeprefix("/")),
            "USER": unquote(parts.username or ""),
            "PASSWORD": unquote(parts.password or ""),
            "HOST": unquote(parts.hostname or options.pop("host", "")),
            "PORT": str(parts.port or options.pop("port", "")),
            # Requests run in short-lived threads under ASGI: connections are kept by the pool, not by the thread.
            "CONN_MAX_AGE": 0,
            "OPTIONS": {"pool": {"min_size": 1, "max_size": 16, "timeout": 10}, **options},
        }
    raise ImproperlyConfigured(f"DATABASE_URL has the scheme {parts.scheme!r}; use sqlite or postgresql.")


def sqlite(path: str) -> dict[str, Any]:
    """SQLite on a file for several threads: write-ahead log, and a transaction takes the write lock when it begins."""
    return {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": path,
        "OPTIONS": {
            "transaction_mode": "IMMEDIATE",
            "timeout": 20,
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;",
        },
    }


def secret_key(var: Path) -> str:
    """`SECRET_KEY`, or a key made once and kept in `var` where only the owner can read it."""
    return os.environ.get("SECRET_KEY") or _kept(var, "secret_key", lambda: secrets.token_urlsafe(50))


def _kept(var: Path, name: str, make: Callable[[], str]) -> str:
    """What the file `name` in `var` holds; made first if there is none. Several processes may ask at once."""
    kept = var / name
    if not kept.exists():
        var.mkdir(parents=True, exist_ok=True)
        made = var / f"{name}.{secrets.token_hex(8)}"
        with os.fdopen(os.open(made, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(make())
        try:
            os.link(made, kept)  # unlike a rename this never replaces the key of a process that was faster
        except FileExistsError:
            pass
        finally:
            made.unlink()
    return kept.read_text().strip()


# --- messages to people -----------------------------------------------------------------------------------------------

P256_ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551


@dataclass(frozen=True)
class MailServer:
    """Where mail is handed in. `starttls`: encryption begins after the greeting; `tls`: with the connection."""

    host: str
    port: int
    user: str
    password: str
    starttls: bool
    tls: bool


def mail(url: str) -> MailServer | None:
    """The mail server at `url`; None for "".

    `smtp://host:25`, `smtp+tls://user:password@host:587` (STARTTLS), `smtps://user:password@host:465`.
    Raises ImproperlyConfigured for anything else, without quoting the password.
    """
    if not url:
        return None
    ports = {"smtp": 25, "smtp+tls": 587, "smtps": 465}
    try:
        parts = urlsplit(url)
        host, port = parts.hostname, parts.port
    except ValueError:
        raise ImproperlyConfigured("EMAIL_URL is no address; say smtp+tls://user:password@host:587.") from None
    if parts.scheme not in ports:
        raise ImproperlyConfigured(f"EMAIL_URL has the scheme {parts.scheme!r}; use smtp, smtp+tls or smtps.")
    if not host or parts.path.strip("/") or parts.query:
        raise ImproperlyConfigured("EMAIL_URL names a host and a port, and nothing after them.")
    return MailServer(
        host,
        port or ports[parts.scheme],
        unquote(parts.username or ""),
        unquote(parts.password or ""),
        starttls=parts.scheme == "smtp+tls",
        tls=parts.scheme == "smtps",
    )


def site_url(name: str, default: str) -> str:
    """The site's own address, like `https://example.org`, without a path. Raises ImproperlyConfigured."""
    url = os.environ.get(name, "").rstrip("/")
    if not url:
        return default
    try:
        parts = urlsplit(url)
        fits = parts.scheme in {"http", "https"} and parts.hostname and parts.port != 0
    except ValueError:
        fits = False
    if not fits or url != f"{parts.scheme}://{parts.netloc}" or "@" in parts.netloc:
        raise ImproperlyConfigured(f"{name} is {url!r}; say an address without a path, like https://example.org.")
    return url


def sender(name: str, default: str) -> str:
    """An e-mail address, with or without a name before it. Raises ImproperlyConfigured."""
    text = os.environ.get(name) or default
    address = parseaddr(text)[1]
    if "\n" in text or "\r" in text or address.count("@") != 1 or not all(address.split("@")) or " " in address:
        raise ImproperlyConfigured(f"{name} is {text!r}; say an address, like Pyramido <games@example.org>.")
    return text


def vapid_key(var: Path) -> str:
    """`VAPID_KEY`, or one made once and kept in `var`: a private key on the curve P-256, 32 bytes in base64url.

    Raises ImproperlyConfigured. Who changes it loses the subscriptions of all browsers.
    """
    key = os.environ.get("VAPID_KEY") or _kept(var, "vapid_key", lambda: secrets.token_urlsafe(32))
    try:
        raw = base64.urlsafe_b64decode(key.rstrip("=") + "=")
    except (binascii.Error, ValueError):
        raw = b""
    if len(raw) != 32 or not 0 < int.from_bytes(raw, "big") < P256_ORDER:
        raise ImproperlyConfigured("VAPID_KEY is no private key of the curve P-256: 32 bytes in base64url.")
    return key
