"""The refusal of a request whose form is wrong, for the REST interface."""

from __future__ import annotations

from rest_framework.exceptions import APIException


class Malformed(APIException):
    """400 `malformed`: a body or a parameter that is refused; `field` says where."""

    status_code = 400
    default_code = "malformed"

    def __init__(self, field: str | None, sentence: str) -> None:
        super().__init__(sentence)
        self.field = field
