"""Readers of environment variables, with clear errors.

In one file: every reader collects its errors in the same list.
"""

from __future__ import annotations

import base64
import binascii
import contextlib
import importlib.util
import os
import re
import secrets
import sys
from collections.abc import Callable
from dataclasses import dataclass
from email.utils import parseaddr
from functools import wraps
from pathlib import Path
from typing import Any, ParamSpec, TypeVar
from urllib.parse import SplitResult, parse_qsl, unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured

TRUE = {"1", "true", "yes", "on"}
FALSE = {"0", "false", "no", "off", ""}

P = ParamSpec("P")
T = TypeVar("T")

_mistakes: list[str] | None = None
"""Errors found so far while the settings are read; None: each error is raised at once."""


def begin() -> None:
    """Collect errors from now on, to report all of them at once."""
    global _mistakes  # noqa: PLW0603 - one process reads its settings once
    _mistakes = []


def finish() -> None:
    """Raise ImproperlyConfigured with all errors since `begin()`, one sentence per line."""
    global _mistakes
    found, _mistakes = _mistakes, None
    if found:
        raise ImproperlyConfigured("\n".join(found))


def gathered(instead: Callable[..., Any]) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """Decorate a reader of a setting to collect its errors between `begin()` and `finish()`.

    In place of a setting with an error, `instead` returns a placeholder value. Outside of that, errors are raised.
    """

    def decorate(read: Callable[P, T]) -> Callable[P, T]:
        @wraps(read)
        def noting(*args: P.args, **kwargs: P.kwargs) -> T:
            try:
                return read(*args, **kwargs)
            except ImproperlyConfigured as error:
                if _mistakes is None:
                    raise
                _mistakes.append(str(error))
                value: T = instead(*args, **kwargs)
                return value

        return noting

    return decorate


@gathered(lambda name, default=False: default)
def flag(name: str, default: bool = False) -> bool:
    """Return a boolean variable. Raise ImproperlyConfigured for anything but 1 or 0 and their synonyms."""
    value = os.environ.get(name)
    if value is None:
        return default
    if value.lower() in TRUE:
        return True
    if value.lower() in FALSE:
        return False
    raise ImproperlyConfigured(f"{name} is {value!r}; say 1 or 0.")


def words(name: str, default: str = "") -> list[str]:
    """Return a list separated by commas or spaces."""
    return os.environ.get(name, default).replace(",", " ").split()


@gathered(words)
def hosts(name: str, default: str = "") -> list[str]:
    """Return host names of this site: `*`, or with a leading dot including subdomains. Raise ImproperlyConfigured."""
    found = words(name, default)
    for one in found:
        if not re.fullmatch(r"\*|\.?[\w-]+(?:\.[\w-]+)*\.?|\[[0-9A-Fa-f:.]+\]", one):
            raise ImproperlyConfigured(f"{name} has {one!r}; say names without scheme, port or path, like example.org.")
    return found


@gathered(words)
def origins(name: str) -> list[str]:
    """Return origins: scheme, host and optional port, with `*.` for subdomains. Raise ImproperlyConfigured."""
    found = words(name)
    for one in found:
        if not re.fullmatch(r"https?://(?:\*\.)?(?:[\w-]+(?:\.[\w-]+)*|\[[0-9A-Fa-f:.]+\])(?::\d{1,5})?", one):
            raise ImproperlyConfigured(f"{name} has {one!r}; say origins without a path, like https://example.org.")
    return found


@gathered(lambda name, text, most, least=0: least)
def whole(name: str, text: str, most: int, least: int = 0) -> int:
    """Return the whole number `text` of the setting `name`. Raise ImproperlyConfigured unless it is in the range."""
    if not (text.isascii() and text.isdecimal() and len(text) < 10 and least <= int(text) <= most):
        raise ImproperlyConfigured(f"{name} is {text!r}; say a whole number from {least} to {most}.")
    return int(text)


@gathered(lambda name, text, choices: choices[0])
def one_of(name: str, text: str, choices: tuple[str, ...]) -> str:
    """Return the choice `text` of the setting `name`. Raise ImproperlyConfigured unless it is one of `choices`."""
    if text not in choices:
        raise ImproperlyConfigured(f"{name} is {text!r}; say {' or '.join(choices)}.")
    return text


@gathered(lambda name, text: text)
def rate(name: str, text: str) -> str:
    """Return a rate limit in django-allauth's format: number, period and subject, like 60/h/ip.

    Raise ImproperlyConfigured for anything else.
    """
    if not re.fullmatch(r"[0-9]+/[0-9]*[smhd]/(?:ip|user|key)", text):
        raise ImproperlyConfigured(f"{name} is {text!r}; say how many in what time and by whom, like 60/h/ip.")
    return text


@gathered(lambda name, value, package: "")
def needing(name: str, value: str, package: str) -> str:
    """Return a setting that requires an optional package.

    Raise ImproperlyConfigured if it is set without the package.
    """
    try:
        there = not value or importlib.util.find_spec(package) is not None
    except ModuleNotFoundError:
        there = False
    if not there:
        raise ImproperlyConfigured(f"{name} is set, and what it needs is missing: install requirements-telemetry.txt.")
    return value


@gathered(lambda name, url, example: "")
def endpoint(name: str, url: str, example: str) -> str:
    """Return the URL of a service, or "". Raise ImproperlyConfigured, without quoting it: it may contain a key."""
    if url and not _address(name, url, dict.fromkeys(("https", "http"), example)).hostname:
        raise ImproperlyConfigured(f"{name} names no host; say {example}.")
    return url


def folder(name: str, default: Path) -> Path:
    """Return a writable folder, created if it is missing.

    Raise ImproperlyConfigured at once, even between `begin()` and `finish()`: other settings are read from there.
    """
    path = Path(os.environ.get(name) or default).absolute()
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ImproperlyConfigured(f"{name} is '{path}', a folder that cannot be made: {error.strerror}.") from None
    if not os.access(path, os.W_OK | os.X_OK):
        raise ImproperlyConfigured(f"{name} is '{path}', a folder that cannot be written to.")
    return path


def _address(name: str, url: str, schemes: dict[str, str]) -> SplitResult:
    """Return the parts of a URL; `schemes` maps those allowed to examples.

    Raise ImproperlyConfigured, without quoting the URL: it may contain a password.
    """
    example = next(iter(schemes.values()))
    try:
        parts = urlsplit(url)
        port, host = parts.port, parts.hostname  # parsed here for the first time, and may be invalid
    except ValueError:
        raise ImproperlyConfigured(f"{name} is no address; say {example}.") from None
    if parts.scheme not in schemes:
        known = ", ".join(schemes)
        raise ImproperlyConfigured(f"{name} begins with none of the schemes {known}; say {example}.")
    if parts.fragment or "@" in parts.path or port == 0 or (parts.username and not host):
        raise ImproperlyConfigured(
            f"{name} is no address; say {example}, with %-codes for the signs @ : / ? # % of a name or a password."
        )
    return parts


POSTGRESQL = "postgresql://user:password@host:port/name"


@gathered(lambda url, var, pool=16: sqlite(":memory:"))
def database(url: str, var: Path, pool: int = 16) -> dict[str, Any]:
    """Return Django's settings for the database at `url`, or SQLite in `var` for "", with up to `pool` connections.

    `sqlite:///relative/path`, `sqlite:////absolute/path`, `postgresql://user:password@host:port/name?option=…`. Raise
    ImproperlyConfigured for anything else, without quoting the password.
    """
    address = url or f"sqlite:///{var / 'db.sqlite3'}"
    if not url:  # for its owner only; SQLite makes its further files with the same mode
        with contextlib.suppress(OSError):  # it exists, or cannot be created, which SQLite will report
            os.close(os.open(var / "db.sqlite3", os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    parts = _address("DATABASE_URL", address, dict.fromkeys(("postgresql", "postgres", "sqlite"), POSTGRESQL))
    if parts.scheme == "sqlite":
        return sqlite(unquote(parts.path).removeprefix("/"))
    options: dict[str, Any] = dict(parse_qsl(parts.query))
    return {
        "ENGINE": "pyramido_site.postgresql",
        "NAME": unquote(parts.path.removeprefix("/")),
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": unquote(parts.hostname or options.pop("host", "")),
        "PORT": str(parts.port or options.pop("port", "")),
        # Requests run in short-lived threads under ASGI, so connections are kept by the pool and not by the thread.
        "CONN_MAX_AGE": 0,
        # Statements are prepared only on request (infrastructure/prepared_statements.py), and planned once, regardless
        # of values. The pool retries a lost database after 1, 2, 4 … seconds. By default it does so for five minutes,
        # and may notice the return up to two minutes late; after ten seconds it starts anew with the next caller.
        "OPTIONS": {
            "pool": {"min_size": 1, "max_size": pool, "timeout": 5, "reconnect_timeout": 10},
            "options": "-c plan_cache_mode=force_generic_plan",
            "prepare_threshold": sys.maxsize,
            **options,
        },
    }


@gathered(lambda url: "")
def redis(url: str) -> str:
    """Return the URL of Redis, or "". Raise ImproperlyConfigured, without quoting the password."""
    if url:
        example = "redis://:password@host:port/0"
        parts = _address("REDIS_URL", url, dict.fromkeys(("redis", "rediss"), example))
        if "db" in dict(parse_qsl(parts.query, keep_blank_values=True)):
            raise ImproperlyConfigured(f"REDIS_URL has the database’s number in an option; say it as {example}.")
    return url


def sqlite(path: str) -> dict[str, Any]:
    """Return settings for an SQLite file used by several threads: write-ahead
    log, write lock at the start of transactions.
    """
    return {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": path,
        "OPTIONS": {
            "transaction_mode": "IMMEDIATE",
            "timeout": 20,
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;",
        },
    }


LEAST_OF_A_KEY = 32


@gathered(lambda var: "")
def secret_key(var: Path) -> str:
    """Return `SECRET_KEY`, or a key created once and kept in `var`, readable by its owner only.

    Raise ImproperlyConfigured for one short enough to be guessed.
    """
    given = os.environ.get("SECRET_KEY", "")
    if 0 < len(given) < LEAST_OF_A_KEY:
        raise ImproperlyConfigured(
            f"SECRET_KEY has {len(given)} characters; say at least {LEAST_OF_A_KEY}, drawn at random."
        )
    return given or _kept(var, "secret_key", lambda: secrets.token_urlsafe(50))


def _kept(var: Path, name: str, make: Callable[[], str]) -> str:
    """Return the content of the file `name` in `var`, created by `make` if it is missing.

    Safe for concurrent processes.
    """
    kept = var / name
    if not kept.exists():
        var.mkdir(parents=True, exist_ok=True)
        made = var / f"{name}.{secrets.token_hex(8)}"
        with os.fdopen(os.open(made, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(make())
        try:
            os.link(made, kept)  # unlike a rename, this never replaces the key of a faster process
        except FileExistsError:
            pass
        finally:
            made.unlink()
    return kept.read_text().strip()


# --- messages to people -----------------------------------------------------------------------------------------------

P256_ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551


@dataclass(frozen=True)
class MailServer:
    """A mail server. `starttls`: encryption starts after the greeting; `tls`: with the connection."""

    host: str
    port: int
    user: str
    password: str
    starttls: bool
    tls: bool


MAIL_IN_TERMINAL = "console:"
"""What `EMAIL_URL` says where mail is printed instead of sent."""


def _no_mail(url: str) -> MailServer | None:
    return None


@gathered(_no_mail)
def mail(url: str) -> MailServer | None:
    """Return the mail server at `url`; None for "" and for MAIL_IN_TERMINAL.

    `smtp://host:25`, `smtp+tls://user:password@host:587` (STARTTLS), `smtps://user:password@host:465`. Raise
    ImproperlyConfigured for anything else, without quoting the password.
    """
    if url in ("", MAIL_IN_TERMINAL):
        return None
    ports = {"smtp+tls": 587, "smtp": 25, "smtps": 465}
    parts = _address("EMAIL_URL", url, dict.fromkeys(ports, "smtp+tls://user:password@host:587"))
    if not parts.hostname or parts.path.strip("/") or parts.query:
        raise ImproperlyConfigured("EMAIL_URL names a host and a port, and nothing after them.")
    return MailServer(
        parts.hostname,
        parts.port or ports[parts.scheme],
        unquote(parts.username or ""),
        unquote(parts.password or ""),
        starttls=parts.scheme == "smtp+tls",
        tls=parts.scheme == "smtps",
    )


@gathered(lambda name, default, secure=False: default)
def site_url(name: str, default: str, secure: bool = False) -> str:
    """Return the site's own URL, like `https://example.org`, without a path. `secure`: it must be HTTPS.

    Raise ImproperlyConfigured for anything else.
    """
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
    if secure and parts.scheme != "https":
        raise ImproperlyConfigured(f"{name} is {url!r}, and HTTPS is 1; say an address that begins with https.")
    return url


@gathered(lambda name, default: default)
def sender(name: str, default: str) -> str:
    """Return an e-mail address, with or without a name before it. Raise ImproperlyConfigured for anything else."""
    text = os.environ.get(name) or default
    address = parseaddr(text)[1]
    if "\n" in text or "\r" in text or address.count("@") != 1 or not all(address.split("@")) or " " in address:
        raise ImproperlyConfigured(f"{name} is {text!r}; say an address, like Pyramido <games@example.org>.")
    return text


@gathered(lambda var: "")
def vapid_key(var: Path) -> str:
    """Return `VAPID_KEY`, or one created once and kept in `var`: a private key on P-256, 32 bytes in base64url.

    Raise ImproperlyConfigured for an invalid one. Changing it loses the subscriptions of all browsers.
    """
    key = os.environ.get("VAPID_KEY") or _kept(var, "vapid_key", lambda: secrets.token_urlsafe(32))
    try:
        raw = base64.urlsafe_b64decode(key.rstrip("=") + "=")
    except (binascii.Error, ValueError):
        raw = b""
    if len(raw) != 32 or not 0 < int.from_bytes(raw, "big") < P256_ORDER:
        raise ImproperlyConfigured("VAPID_KEY is no private key of the curve P-256: 32 bytes in base64url.")
    return key
