"""Where the public files of games lie (`STORAGES["exports"]`): a folder, unless several machines share another one."""

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
"""A part that has not been written to for so long was left behind by a process that was killed."""


class ExportStorage(FileSystemStorage):
    """A file is there whole or not at all, also after a power cut; one of the same name takes its place."""

    def get_available_name(self, name: str, max_length: int | None = None) -> str:
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
        for part in path.parent.glob(f"{path.name}.*.part"):
            with contextlib.suppress(FileNotFoundError):  # somebody else has just cleared it, or it has become the file
                if time.time() - part.stat().st_mtime > DEAD_S:
                    part.unlink()
