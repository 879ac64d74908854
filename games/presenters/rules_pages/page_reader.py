"""Reads the paragraphs and questions of a page of rules from its HTML."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from html.parser import HTMLParser

VOID = {"br", "hr", "img", "input", "link", "meta"}
"""Elements of these pages that have no end tag."""
BLOCKS = {"div", "figcaption", "h2", "h3", "li", "ol", "p", "section", "table", "tr", "ul"}
"""Elements that end a sentence."""
CELLS = {"td", "th"}
HEADINGS = {"h2", "h3", "th"}
"""Elements that name the paragraph around them; the first one counts."""
QUESTIONS = "questions"
"""Id of the section with the questions, which is no paragraph."""


_SPACES = re.compile(r"[ \t\r\n]+")
"""No-break spaces stay."""


@dataclass(slots=True)
class Part:
    """A paragraph of the page. `around` is the one that contains it, `own_title` its own heading, or ""."""

    anchor: str
    around: Part | None
    refusals: list[str]
    phases: list[str]
    own_title: str = ""
    words: list[str] = field(default_factory=list)

    @property
    def title(self) -> str:
        """Its heading, or that of the paragraph around it."""
        return self.own_title or (self.around.title if self.around else "")

    @property
    def text(self) -> str:
        """The text in sentences, without its heading and without the paragraphs inside."""
        lines = (_joined([line]).strip(" –") for line in "".join(self.words).split("\n"))
        return " ".join(line if line.endswith((".", "!", "?", ":")) else f"{line}." for line in lines if line)


@dataclass(slots=True)
class _Element:
    """An element whose end has not been read. Its text belongs to `part`; `asks`: it asks what is answered there."""

    tag: str
    part: Part | None
    is_heading: bool = False
    asks: str = ""


class PageReader(HTMLParser):
    """Reads the `article` of a page. Then `parts` are its paragraphs in order, and `questions` are pairs of a question
    and the anchor of the paragraph that answers it.
    """

    def __init__(self, html: str) -> None:
        """Read the page. Raise ValueError if its elements are not closed in order."""
        super().__init__()
        self.parts: list[Part] = []
        self.questions: list[tuple[str, str]] = []
        self._open: list[_Element] = []
        self._article = self._asking = 0
        """The depth of the article, and of the section with the questions, while they are open; otherwise 0."""
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Begin an element."""
        if tag in VOID:
            return
        around = self._open[-1].part if self._open else None
        element = _Element(tag, around)
        self._open.append(element)
        said = {name: value or "" for name, value in attrs}
        if tag == "article":
            self._article = len(self._open)
        if not self._article:
            return
        if said.get("id") == QUESTIONS:
            self._asking = len(self._open)
        if self._asking:
            element.asks = said.get("href", "").removeprefix("#")
        elif "id" in said:
            refusals, phases = (said.get(name, "").split() for name in ("data-refusals", "data-phases"))
            element.part = Part(said["id"], around, refusals, phases)
            self.parts.append(element.part)
        elif "data-trial" in said:
            element.part = None
        elif around is not None:
            element.is_heading = tag in HEADINGS and not around.own_title

    def handle_endtag(self, tag: str) -> None:
        """End an element. Raise ValueError if it is not the last one begun."""
        element = self._open.pop()
        if element.tag != tag:
            raise ValueError(f"</{tag}> where </{element.tag}> was expected")
        around = self._open[-1].part if self._open else None
        if around is not None:
            around.words.append("\n" if tag in BLOCKS else " – " if tag in CELLS else "")
        if len(self._open) < self._asking:
            self._asking = 0
        if len(self._open) < self._article:
            self._article = 0

    def handle_data(self, data: str) -> None:
        """Add a text to what it belongs to."""
        if not self._open:
            return
        element = self._open[-1]
        if element.asks:
            self.questions.append((_joined([data]), element.asks))
        elif element.part is not None and not self._asking:
            if any(outer.is_heading for outer in self._open):
                element.part.own_title = _joined([element.part.own_title, data])
            else:
                element.part.words.append(data)


def _joined(words: list[str]) -> str:
    return _SPACES.sub(" ", "".join(words)).strip()
