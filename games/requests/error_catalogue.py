"""What each code of a refusal means, and what its caller does about it: the files of the folder `errors`.

They have, by area, each code with its statuses, its meaning in one sentence and what to do. The tests compare codes and
statuses with those that the code raises. A meaning that the catalogues of messages have too is translated on its page.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

from games.requests.statuses import name_of

PAGES = "/api/errors/"
"""Where the site shows the catalogue; a code follows for the page of one."""

FILES = ("requests", "tables", "games", "rules", "studies", "moderation")
"""In the order in which they are shown."""

UNKNOWN = "about:blank"
"""The type of a problem without a page (RFC 9457)."""


class Error(NamedTuple):
    """A code of refusals: `statuses` are HTTP's, `meaning` is one English sentence, `remedy` says in Markdown what to
    do.
    """

    code: str
    statuses: tuple[int, ...]
    meaning: str
    remedy: str

    @property
    def page(self) -> str:
        """The address of its page, the `type` of problem documents."""
        return PAGES + self.code

    @property
    def named_statuses(self) -> str:
        """The statuses with their names: “403 Forbidden, 404 Not Found”."""
        return ", ".join(f"{status} {name_of(status)}" for status in self.statuses)


@cache
def areas() -> Mapping[str, tuple[Error, ...]]:
    """Return all codes, by what they are about."""
    folder = Path(__file__).with_name("errors")
    return {
        area: tuple(Error(code, tuple(one["status"]), one["meaning"], one["remedy"]) for code, one in listed.items())
        for name in FILES
        for area, listed in tomllib.loads((folder / f"{name}.toml").read_text(encoding="utf-8")).items()
    }


@cache
def errors() -> Mapping[str, Error]:
    """Return all codes, by code."""
    return {one.code: one for listed in areas().values() for one in listed}


def type_and_title(code: str, status: int) -> tuple[str, str]:
    """Return `type` and `title` of a problem document."""
    known = errors().get(code)
    return (UNKNOWN, name_of(status)) if known is None else (known.page, known.meaning)
