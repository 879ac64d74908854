"""The exact rules as a page: `docs/rules.md` as HTML, made once in a process."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from itertools import pairwise

from django.conf import settings
from markdown_it import MarkdownIt
from markdown_it.token import Token

_NUMBERED = re.compile(r"([A-E]\d?)\. ")


@dataclass(frozen=True, slots=True)
class ExactRules:
    """`sections` are the anchor and the heading of each game's part, and of those that games share."""

    html: str
    sections: tuple[tuple[str, str], ...]


@cache
def exact_rules() -> ExactRules:
    """Return the page without its title. A numbered heading has its number as anchor: `b3`."""
    text = (settings.BASE_DIR / "docs" / "rules.md").read_text(encoding="utf-8")
    markdown = MarkdownIt("js-default")
    tokens = markdown.parse(text.split("\n", 1)[1])
    sections = []
    for heading, title in pairwise(tokens):
        if heading.type == "heading_open" and (number := _NUMBERED.match(title.content)):
            heading.attrSet("id", number[1].lower())
            if heading.tag == "h2":
                sections.append((number[1].lower(), title.content))
    for token in tokens:
        _fit(token)
    html = markdown.renderer.render(tokens, markdown.options, {})
    html = html.replace("<table>", '<div class="table-scroll"><table class="figures">')
    return ExactRules(html.replace("</table>", "</table></div>"), tuple(sections))


def _fit(token: Token) -> None:
    """Leave out links: they lead to other files of the project, which the site does not serve."""
    if token.children:
        token.children = [child for child in token.children if child.type not in ("link_open", "link_close")]
