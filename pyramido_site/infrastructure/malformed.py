"""The refusal of a malformed request of the REST API."""

from __future__ import annotations

from rest_framework.exceptions import APIException


class Malformed(APIException):
    """400 `malformed`: a body or parameter is refused; `field` is its name."""

    status_code = 400
    default_code = "malformed"

    def __init__(self, field: str | None, sentence: str) -> None:
        super().__init__(sentence)
        self.field = field
