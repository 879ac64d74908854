"""Parsers of request bodies."""

from __future__ import annotations

from typing import Any

from rest_framework.parsers import BaseParser

from games.requests import bodies
from pyramido_site.infrastructure import strict_json


class StrictJSONParser(BaseParser):
    """`application/json`, read by `pyramido_site.infrastructure.strict_json`."""

    media_type = "application/json"
    most = strict_json.MAX_BYTES
    """Size limit (bytes)."""

    def parse(self, stream: Any, media_type: Any = None, parser_context: Any = None) -> Any:
        """Return the parsed body. Raise Refusal if it is not strict JSON."""
        return bodies.parse(stream.read(self.most + 1), self.most)
