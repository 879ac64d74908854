"""Reading the process environment: what is set, what is not, and clear words about what is wrong.

In one file: every reader of a variable gathers what is wrong into the same list.
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
"""What was wrong so far while the settings are read; None: nobody gathers, and each mistake is raised at once."""


def begin() -> None:
    """From now on mistakes are gathered, for all to be said at once."""
    global _mistakes  # noqa: PLW0603 - one process reads its settings once
    _mistakes = []


def finish() -> None:
    """Raises ImproperlyConfigured with all that was wrong since `begin()`, a sentence a line."""
    global _mistakes
    found, _mistakes = _mistakes, None
    if found:
        raise ImproperlyConfigured("\n".join(found))


def gathered(instead: Callable[..., Any]) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """For what reads a setting: while mistakes are gathered, one that it raises is noted, and `instead` gives a value
    that is as good as any until `finish()`.
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


@gathered(words)
def hosts(name: str, default: str = "") -> list[str]:
    """Names of this site, `*` or with a dot before them also those below. Raises ImproperlyConfigured."""
    found = words(name, default)
    for one in found:
        if not re.fullmatch(r"\*|\.?[\w-]+(?:\.[\w-]+)*\.?|\[[0-9A-Fa-f:.]+\]", one):
            raise ImproperlyConfigured(f"{name} has {one!r}; say names without scheme, port or path, like example.org.")
    return found


@gathered(words)
def origins(name: str) -> list[str]:
    """Schemes with names, a port perhaps, and `*` for what is below. Raises ImproperlyConfigured."""
    found = words(name)
    for one in found:
        if not re.fullmatch(r"https?://(?:\*\.)?(?:[\w-]+(?:\.[\w-]+)*|\[[0-9A-Fa-f:.]+\])(?::\d{1,5})?", one):
            raise ImproperlyConfigured(f"{name} has {one!r}; say origins without a path, like https://example.org.")
    return found


@gathered(lambda name, text, most, least=0: least)
def whole(name: str, text: str, most: int, least: int = 0) -> int:
    """The number that the setting `name` gives as `text`. Raises ImproperlyConfigured unless it is in the range."""
    if not (text.isascii() and text.isdecimal() and len(text) < 10 and least <= int(text) <= most):
        raise ImproperlyConfigured(f"{name} is {text!r}; say a whole number from {least} to {most}.")
    return int(text)


@gathered(lambda name, text, choices: choices[0])
def one_of(name: str, text: str, choices: tuple[str, ...]) -> str:
    """The one that the setting `name` gives as `text`. Raises ImproperlyConfigured for anything else."""
    if text not in choices:
        raise ImproperlyConfigured(f"{name} is {text!r}; say {' or '.join(choices)}.")
    return text


@gathered(lambda name, text: text)
def rate(name: str, text: str) -> str:
    """A limit as django-allauth writes it: how many in what time and by whom, like 60/h/ip. Raises
    ImproperlyConfigured for anything else.
    """
    if not re.fullmatch(r"[0-9]+/[0-9]*[smhd]/(?:ip|user|key)", text):
        raise ImproperlyConfigured(f"{name} is {text!r}; say how many in what time and by whom, like 60/h/ip.")
    return text


@gathered(lambda name, value, package: "")
def needing(name: str, value: str, package: str) -> str:
    """A setting that means something only with an optional package. Raises ImproperlyConfigured when it is set and the
    package is not there.
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
    """Where something is sent to, or "". Raises ImproperlyConfigured, without quoting it: there may be a key in it."""
    if url and not _address(name, url, dict.fromkeys(("https", "http"), example)).hostname:
        raise ImproperlyConfigured(f"{name} names no host; say {example}.")
    return url


def folder(name: str, default: Path) -> Path:
    """A folder that the site can write to; it is made when it is missing. Raises ImproperlyConfigured, and at once:
    where the site's data lies, others read on.
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
    """The parts of the address that the setting `name` gives; `schemes` has those it may have, and how each is written.
    Raises ImproperlyConfigured, which never quotes the address: there may be a password in it.
    """
    example = next(iter(schemes.values()))
    try:
        parts = urlsplit(url)
        port, host = parts.port, parts.hostname  # both are looked at here for the first time, and may be nonsense
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
    """Django's settings for the database at `url`; for "" it is SQLite in `var`. Up to `pool` connections a process.

    `sqlite:///relative/path`, `sqlite:////absolute/path`, `postgresql://user:password@host:port/name?option=…`.
    Raises ImproperlyConfigured for anything else, without quoting the password.
    """
    address = url or f"sqlite:///{var / 'db.sqlite3'}"
    if not url:  # its owner's alone; the files that SQLite puts beside it take over its mode
        with contextlib.suppress(OSError):  # it is there, or cannot be made, which SQLite says in its own words
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
        # Requests run in short-lived threads under ASGI: connections are kept by the pool, not by the thread.
        "CONN_MAX_AGE": 0,
        # What is to be prepared says so itself (infrastructure/prepared_statements.py); it is planned once, however its
        # values differ.
        # A database that is away is tried again after 1, 2, 4 … seconds. Left alone, the pool goes on so for five
        # minutes, and finds it up to two minutes late; after ten seconds it begins anew with whoever asks next.
        "OPTIONS": {
            "pool": {"min_size": 1, "max_size": pool, "timeout": 5, "reconnect_timeout": 10},
            "options": "-c plan_cache_mode=force_generic_plan",
            "prepare_threshold": sys.maxsize,
            **options,
        },
    }


@gathered(lambda url: "")
def redis(url: str) -> str:
    """The address of Redis, or "". Raises ImproperlyConfigured, without quoting the password."""
    if url:
        example = "redis://:password@host:port/0"
        parts = _address("REDIS_URL", url, dict.fromkeys(("redis", "rediss"), example))
        if "db" in dict(parse_qsl(parts.query, keep_blank_values=True)):
            raise ImproperlyConfigured(f"REDIS_URL has the database’s number in an option; say it as {example}.")
    return url


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


LEAST_OF_A_KEY = 32


@gathered(lambda var: "")
def secret_key(var: Path) -> str:
    """`SECRET_KEY`, or a key made once and kept in `var` where only the owner can read it. Raises ImproperlyConfigured
    for one that can be guessed.
    """
    given = os.environ.get("SECRET_KEY", "")
    if 0 < len(given) < LEAST_OF_A_KEY:
        raise ImproperlyConfigured(
            f"SECRET_KEY has {len(given)} characters; say at least {LEAST_OF_A_KEY}, drawn at random."
        )
    return given or _kept(var, "secret_key", lambda: secrets.token_urlsafe(50))


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


MAIL_IN_TERMINAL = "console:"
"""What `EMAIL_URL` says where mail is printed instead of sent."""


def _no_mail(url: str) -> MailServer | None:
    return None


@gathered(_no_mail)
def mail(url: str) -> MailServer | None:
    """The mail server at `url`; None for "" and for MAIL_IN_TERMINAL, where there is none.

    `smtp://host:25`, `smtp+tls://user:password@host:587` (STARTTLS), `smtps://user:password@host:465`.
    Raises ImproperlyConfigured for anything else, without quoting the password.
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
    """The site's own address, like `https://example.org`, without a path. `secure`: the site is reached by HTTPS alone.
    Raises ImproperlyConfigured.
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
    """An e-mail address, with or without a name before it. Raises ImproperlyConfigured."""
    text = os.environ.get(name) or default
    address = parseaddr(text)[1]
    if "\n" in text or "\r" in text or address.count("@") != 1 or not all(address.split("@")) or " " in address:
        raise ImproperlyConfigured(f"{name} is {text!r}; say an address, like Pyramido <games@example.org>.")
    return text


@gathered(lambda var: "")
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
