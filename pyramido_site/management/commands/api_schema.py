"""`manage.py api_schema`: write the OpenAPI document of the API."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from games.api.document.schema import document_bytes


class Command(BaseCommand):
    help = "Write the OpenAPI document of the API to a file."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the path of the file."""
        parser.add_argument("file", type=Path)

    def handle(self, *args: Any, **options: Any) -> None:
        """Write the document."""
        file: Path = options["file"]
        file.write_bytes(document_bytes())
