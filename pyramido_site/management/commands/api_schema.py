"""`manage.py api_schema`: write the documents of the API: OpenAPI, AsyncAPI for its sockets, and the list of errors."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from games.api.document import asyncapi, reference, schema


class Command(BaseCommand):
    help = "Write the documents of the API to a folder."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the path of the folder."""
        parser.add_argument("folder", type=Path)

    def handle(self, *args: Any, **options: Any) -> None:
        """Write the documents."""
        folder: Path = options["folder"]
        (folder / "errors.md").write_text(reference.errors_as_markdown(), encoding="utf-8")
        (folder / "openapi.json").write_bytes(schema.document_bytes())
        (folder / "asyncapi.json").write_bytes(asyncapi.document_bytes())
