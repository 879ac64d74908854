"""Storage of the public files of games (`STORAGES["exports"]`): a folder, unless several machines share another one."""

from __future__ import annotations

import contextlib
import os
import tempfile
import time
from pathlib import Path
from typing import Any

from django.core.files import File
from django.core.files.storage import FileSystemStorage

DEAD_S = 24 * 3600
"""Seconds without a write after which a partial file counts as left behind by a process that was killed."""


class ExportStorage(FileSystemStorage):
    """Storage that writes a file completely or not at all, even in a power cut, and replaces one of the same name."""

    def get_available_name(self, name: str, max_length: int | None = None) -> str:
        """Return the name unchanged: a file of this name is replaced."""
        return name

    def _save(self, name: str, content: File[Any]) -> str:
        path = Path(self.path(name))
        if not path.parent.is_dir():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.parent.chmod(self.directory_permissions_mode or 0o700)
        self._clear(path)
        with tempfile.NamedTemporaryFile(dir=path.parent, prefix=f"{path.name}.", suffix=".part", delete=False) as part:
            try:
                for chunk in content.chunks():
                    part.write(chunk)
                part.flush()
                os.fsync(part.fileno())
                os.fchmod(part.fileno(), self.file_permissions_mode or 0o644)
                Path(part.name).replace(path)
            except BaseException:
                Path(part.name).unlink(missing_ok=True)
                raise
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
        return name

    def _clear(self, path: Path) -> None:
        """Remove partial files that were left behind."""
        for part in path.parent.glob(f"{path.name}.*.part"):
            with contextlib.suppress(FileNotFoundError):  # another process has just removed it or made it the file
                if time.time() - part.stat().st_mtime > DEAD_S:
                    part.unlink()
