"""Static files under names that hold a hash of their content: browsers keep `site/site.0123456789ab.css` for a year.

A file is stored in `STATIC_ROOT` when a page first names it, beside a compressed copy. Files of earlier versions stay
there for `KEPT_S` after they were last named, so that a page that was open before an upgrade, or that another process
has made, finds what it names. With DEBUG on, files have their own names, and are served from their folders.

A style sheet or script that a page names is served as its bundle (tests/tools/bundles), if there is one and none of its
sources has changed since it was made.
"""

from __future__ import annotations

import functools
import gzip
import hashlib
import json
import logging
import os
import re
import secrets
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.staticfiles import finders
from django.contrib.staticfiles.storage import StaticFilesStorage

logger = logging.getLogger(__name__)

KEPT_S = 90 * 24 * 3600
DAY_S = 24 * 3600
DIGITS = 12
"""Hexadecimal digits of the SHA-256 in a name."""
COMPRESSED = {".css", ".js", ".json", ".svg", ".txt", ".map", ".html", ".webmanifest"}
LEAST_BYTES = 400
"""Smaller files are not compressed."""

_HASHED = re.compile(rf"^(?P<stem>.+)\.[0-9a-f]{{{DIGITS}}}(?P<ending>\.[A-Za-z0-9]+)$")
_makers: dict[str, Callable[[], bytes]] = {}


class HashedStorage(StaticFilesStorage):
    """The storage behind the template tag `static`."""

    def url(self, name: str | None) -> str:
        """Return the URL of a static file; with DEBUG off, of its hashed name."""
        if settings.DEBUG or not name or name.endswith("/"):
            return super().url(name)
        return super().url(hashed(name))


def register(name: str, make: Callable[[], bytes]) -> None:
    """Add a static file that has no source in a folder: `make` returns its content, always the same in one version of
    the site.
    """
    _makers[name] = make
    hashed.cache_clear()


def is_made(name: str) -> bool:
    """Whether this file is one that `register` has added."""
    return name in _makers


@functools.cache
def hashed(name: str) -> str:
    """Return the hashed name of a static file, which is stored under it from now on. A name that no file has, and any
    name if nothing can be stored, is returned unchanged.
    """
    found = content(name)
    if found is None:
        return name
    ending = Path(name).suffix
    wanted = f"{name.removesuffix(ending)}.{digest_of(found)}{ending}"
    try:
        _store(Path(settings.STATIC_ROOT, wanted), found)
    except OSError as error:
        logger.warning("no static file can be stored in %s: %s", settings.STATIC_ROOT, error)
        return name
    return wanted


def digest_of(content: bytes) -> str:
    """Return the digest that a hashed name holds."""
    return hashlib.sha256(content).hexdigest()[:DIGITS]


def plain(name: str) -> str | None:
    """Return the name without its hash, or None if it has none."""
    found = _HASHED.match(name)
    return None if found is None else found["stem"] + found["ending"]


def stored(name: str) -> Path | None:
    """Return where the file with this hashed name is stored, or None. The name is not to be trusted."""
    if plain(name) is None or any(part in ("", ".", "..") for part in re.split(r"[/\\]", name)) or "\0" in name:
        return None
    path = Path(settings.STATIC_ROOT, name)
    return path if path.is_file() else None


def forget_old() -> None:
    """Remove files that no page has named for `KEPT_S`."""
    before = time.time() - KEPT_S
    for path in Path(settings.STATIC_ROOT).rglob("*"):
        if plain(path.name.removesuffix(".gz")) is not None and path.is_file() and path.stat().st_mtime < before:
            path.unlink(missing_ok=True)


def content(name: str) -> bytes | None:
    """Return what a static file is served as, or None if there is none of this name."""
    if name in _makers:
        return _makers[name]()
    path = bundles()[name] if is_bundled(name) else finders.find(name)
    return None if not path or not Path(path).is_file() else Path(path).read_bytes()


def _store(path: Path, content: bytes) -> None:
    if path.exists():
        if path.stat().st_mtime < time.time() - DAY_S:
            for one in (path, path.with_name(path.name + ".gz")):
                if one.exists():
                    os.utime(one)
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.suffix in COMPRESSED and len(content) >= LEAST_BYTES:
        _write(path.with_name(path.name + ".gz"), gzip.compress(content, 9, mtime=0))
    _write(path, content)


def _write(path: Path, content: bytes) -> None:
    """Write a file whole or not at all, whichever other process writes the same."""
    unfinished = path.with_name(f"{path.name}.{secrets.token_hex(4)}")
    unfinished.write_bytes(content)
    unfinished.replace(path)


# --- bundles ----------------------------------------------------------------------------------------------------------


def bundles_folder() -> Path:
    """Return the folder of the bundles, which has each at its name among the static files."""
    return Path(settings.BASE_DIR, "pyramido_site", "static", "bundles")


def is_bundled(name: str) -> bool:
    """Whether a file is served as its bundle; with DEBUG on, none is."""
    return not settings.DEBUG and name in bundles()


@functools.cache
def bundles() -> dict[str, Path]:
    """Return the bundles by the static file they stand for, without those that a source has left behind."""
    try:
        made: dict[str, Any] = json.loads((bundles_folder() / "sources.json").read_bytes())
    except FileNotFoundError:
        return {}
    changed = {path for path, digest in made["sources"].items() if _digest_at(Path(settings.BASE_DIR, path)) != digest}
    return {name: bundles_folder() / name for name, needed in made["bundles"].items() if changed.isdisjoint(needed)}


def _digest_at(path: Path) -> str:
    try:
        return digest_of(path.read_bytes())
    except OSError:
        return ""
