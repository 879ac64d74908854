"""Write the public file of a month's rated games."""

from __future__ import annotations

import gzip
import hashlib
import tempfile
from typing import IO

from django.conf import settings
from django.core.files import File
from django.db import transaction

from engine.published import as_json
from games.exports import selectors as exports
from games.exports.models import MonthlyExport
from pyramido_site.infrastructure.site_clock import now_ms
from pyramido_site.infrastructure.streaming import BLOCK


def export_month(month: str, *, again: bool = False) -> MonthlyExport | None:
    """Return the file of a month, written now if there is none; with `again`, write it anew and replace it.

    Return None if the month is not complete yet. A process that is killed leaves no partial file; if several write the
    file at once, the first one's stays.
    """
    made = MonthlyExport.objects.filter(month=month).first()
    if made is not None and not again:
        return made
    if not exports.is_settled(month, now_ms()):
        return None
    with tempfile.TemporaryFile(dir=settings.VAR_DIR) as file:
        games = _write(month, file)
        size, digest = file.tell(), _sha256(file)
        values = {"games": games, "bytes": size, "sha256": digest, "made_ms": now_ms()}
        with transaction.atomic():  # a second process waits here for the row, and finds the file
            row, first = MonthlyExport.objects.get_or_create(month=month, defaults=values)
            if not first and not again:
                return row
            MonthlyExport.objects.filter(month=month).update(**values)
            exports.storage().save(exports.file_name(month), File(file))
    return MonthlyExport.objects.get(month=month)


def _write(month: str, file: IO[bytes]) -> int:
    """Write the games of a month and return their number. The same data makes the same bytes: gzip's header has no name
    and no time.
    """
    games = 0
    with gzip.GzipFile(filename="", mode="wb", fileobj=file, mtime=0) as packed:
        for line in exports.lines_of(month):
            packed.write(as_json(line))
            games += 1
    file.flush()
    return games


def _sha256(file: IO[bytes]) -> str:
    file.seek(0)
    digest = hashlib.sha256()
    while block := file.read(BLOCK):
        digest.update(block)
    return digest.hexdigest()
