"""Paging through a list as a reader does: by its links, without JavaScript."""

from __future__ import annotations

import html
import re

from django.test import Client

MOST = 20
"""Maximum number of pages; a longer list is taken for a loop."""


def link(page: str, rel: str, label: str = "Pages") -> str | None:
    """Return the target of the pager called `label`, or None if it has no such link."""
    nav = re.search(rf'<nav class="actions pager" aria-label="{re.escape(label)}">(.*?)</nav>', page, re.DOTALL)
    found = nav and re.search(rf'href="([^"]*)" rel="{rel}"', nav[1])
    return html.unescape(found[1]) if found else None


def turned(client: Client, address: str, item: str, label: str = "Pages") -> list[list[str]]:
    """Return what `item` finds on each page of a list to its end; check that the way back shows the same."""
    pages = [_read(client, address)]
    while (onward := link(pages[-1], "next", label)) is not None:
        pages.append(_read(client, onward))
        assert len(pages) <= MOST
    found = [re.findall(item, page) for page in pages]
    assert link(pages[0], "prev", label) is None
    page = pages[-1]
    for before in reversed(found[:-1]):
        back = link(page, "prev", label)
        assert back is not None
        page = _read(client, back)
        assert re.findall(item, page) == before
    assert link(page, "prev", label) is None
    return found


def _read(client: Client, address: str) -> str:
    """Return the body of a page, which is what its reader sees."""
    answer = client.get(address.partition("#")[0])
    assert answer.status_code == 200, address
    return str(answer.content.decode()).partition("<body>")[2]
