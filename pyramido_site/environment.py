"""Reading the process environment: what is set, what is not, and clear words about what is wrong."""

from __future__ import annotations

import os
import secrets
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
    given = os.environ.get("SECRET_KEY")
    if given:
        return given
    kept = var / "secret_key"
    if not kept.exists():
        var.mkdir(parents=True, exist_ok=True)
        made = var / f"secret_key.{secrets.token_hex(8)}"
        with os.fdopen(os.open(made, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(secrets.token_urlsafe(50))
        try:
            os.link(made, kept)  # unlike a rename this never replaces the key of a process that was faster
        except FileExistsError:
            pass
        finally:
            made.unlink()
    return kept.read_text().strip()
