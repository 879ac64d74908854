"""File downloads: the public files of rated games, and the caller's own data (docs/formats/exports.md)."""

from __future__ import annotations

from typing import Any, ClassVar, TypedDict

from django.core.files.storage import Storage
from django.http import HttpResponseBase
from django.utils.translation import gettext_noop
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.access import scopes
from accounts.access.permissions import HasScope
from accounts.models import User
from games.api.document.scalars import Hex32
from games.api.http import files
from games.exports import selectors as exports
from games.presenters import account_data
from games.presenters.account_data import NDJSON
from games.requests.refusals import Refusal
from games.requests.throttles import DataThrottle
from pyramido_site.infrastructure.documented import PAGED, documented
from pyramido_site.infrastructure.json_bodies import Millis
from pyramido_site.infrastructure.paging import page_of
from pyramido_site.infrastructure.streaming import in_blocks, streamed


class MonthlyFile(TypedDict):
    """The public file of a month's rated games: gzipped NDJSON."""

    month: str
    file: str
    games: int
    bytes: int
    sha256: Hex32
    made_ms: Millis
    license: str


class MonthlyFiles(TypedDict):
    """A page of monthly files."""

    next: str | None
    previous: str | None
    results: list[MonthlyFile]


class Exports(APIView):
    """`/api/v1/exports`."""

    scopes: ClassVar = {"GET": scopes.PUBLIC}

    @documented("listExports", {200: MonthlyFiles}, query=PAGED)
    def get(self, request: Request) -> Response:
        """List the public files of rated games, latest month first."""
        return Response(page_of(request, exports.files(), "month").to_json(exports.export_json))


class OneExport(APIView):
    """`/api/v1/exports/{month}`."""

    scopes: ClassVar = {"GET": scopes.PUBLIC}

    @documented("downloadExport", {200: bytes, 206: bytes, 304: None}, refused=[404, 416], media=exports.CONTENT_TYPE)
    def get(self, request: Request, month: str) -> HttpResponseBase:
        """Download the file of a month: gzipped NDJSON, one rated game on each line.

        404 if the month has no file. `Range` requests are supported, and `ETag` is the file's SHA-256.
        """
        row = exports.file_of(month)
        storage: Storage = exports.storage()
        if row is None or not storage.exists(exports.file_name(month)):
            raise Refusal(404, "not_found", gettext_noop("No file for “%(month)s”."), month=month[:10])
        file = storage.open(exports.file_name(month))
        answer = files.answer(request, file, row.bytes, row.sha256, exports.CONTENT_TYPE)
        if answer.status_code == 416:
            return answer
        answer["Content-Disposition"] = f'attachment; filename="{exports.file_name(month)}"'
        answer["Cache-Control"] = "public, max-age=3600"
        return answer


class Download(APIView):
    """A download of the caller's own data."""

    permission_classes = [HasScope, IsAuthenticated]
    scopes: ClassVar = {"GET": scopes.ACCOUNT_READ}

    def get_throttles(self) -> list[Any]:
        """Return the throttles, with that of downloads added."""
        return [*super().get_throttles(), DataThrottle()]

    def player(self, request: Request) -> User:
        """Return the caller."""
        assert isinstance(request.user, User)
        return request.user


class AccountData(Download):
    """`/api/v1/account/data`."""

    @documented("downloadAccountData", {200: str}, media=NDJSON)
    def get(self, request: Request) -> HttpResponseBase:
        """Download all that the site stores about the caller, as NDJSON.

        Each line is a JSON object; the last one says how many lines there are.
        """
        with_token = getattr(request.auth, "token", None) is not None
        until = None if with_token else int(request.session.get_expiry_date().timestamp() * 1000)
        return attached(request, account_data.data_of(self.player(request), until), "pyramido-data.ndjson")


class AccountGames(Download):
    """`/api/v1/account/games`."""

    @documented("downloadAccountGames", {200: str}, media=NDJSON)
    def get(self, request: Request) -> HttpResponseBase:
        """Download the exports of all games that the caller has finished, as NDJSON, one game on each line."""
        return attached(request, account_data.games_of(self.player(request)), "pyramido-games.ndjson")


def attached(request: Request, lines: Any, name: str) -> HttpResponseBase:
    """Return lines as an NDJSON attachment with this file name."""
    answer = streamed(request, in_blocks(lines), NDJSON)
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer
