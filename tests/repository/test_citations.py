"""Every citation of the rules in code, tests, documents and pages has a target.

One form: the path of the page, then the target: `docs/rules.md B3`, a ruling `docs/rules.md B3.1`, an item of a
numbered list `docs/rules.md B2 step 3`. Lists (`A6, A7`, `A and C`) and ranges (`A2–A4`) continue after the first one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.repository.tree import ROOT, tracked_texts

PAGE, THIS = Path("docs/rules.md"), Path("tests/repository/test_citations.py")
TEXT = (ROOT / PAGE).read_text(encoding="utf-8")

SECTIONS = {"A": 7, "B": 6, "C": 5, "D": 4, "E": 0}
RULINGS = {
    *("A4.1", "A4.2", "A4.3", "A5", "A6", "B3.1", "B3.2", "B5.1", "B5.2", "B5.3"),
    *("C2.1", "C2.2", "C3", "C3.1", "C5", "D1.1", "D1.2", "D1.3", "D3.1", "D3.2", "D3.3", "D3.4"),
}

NUMBER = r"[A-E](?:[1-9](?:\.[1-9])?)?(?: (?:step|part) [1-9])?(?![\w.]*\w)"
CITATION = re.compile(rf"\bdocs/rules\.md ({NUMBER}(?:(?:, | and |–){NUMBER})*)")
NAMED = re.compile(r"\bdocs/rules\.md (?=[A-Z]\d|[A-E]\b)")
BARE = re.compile(
    r"(?<![\w#.'-])[A-E][1-9](?:\.[1-9])?(?!\w)"
    r"|\b[Rr]ulings? [A-E]\d|\b[Ss]ections? [A-E]\b|\bRULES(?:\.md| [A-E]\d)"
)
APART = re.compile(rf"\bdocs/rules\.md {NUMBER}(?:(?:, | and |–){NUMBER})*(?:, (?:step|part)| steps| parts) [1-9]")
"""An item of a list that is not read as a part of its citation."""
PAPER_AND_CHECKS = re.compile(r'"(?:A4|C4)"')
"""Other things of the same name: a sheet of paper, and a family of checks in `pyproject.toml`."""

WRITTEN_BY_HAND = (".py", ".md", ".js", ".mjs", ".ts", ".html", ".css", ".txt", ".toml", ".yml", "")

LINES = re.compile(r"[ \t]*\n[ \t]*(?:(?:\*|#|//)[ \t]+)?")


def headings() -> list[str]:
    return re.findall(r"^#{2,3} ([A-E]\d?)\. ", TEXT, re.MULTILINE)


def rulings() -> list[str]:
    return re.findall(r"^\*\*Ruling ([A-E]\d(?:\.\d)?)\.\*\*", TEXT, re.MULTILINE)


def items() -> set[str]:
    """Return the items of numbered lists, as they are cited."""
    found = set()
    for section in re.split(r"^#{2,3} ", TEXT, flags=re.MULTILINE):
        heading = re.match(r"([A-E]\d)\. ", section)
        numbers = re.findall(r"^([1-9])\. ", section, re.MULTILINE)
        if heading:
            found |= {f"{heading[1]} {word} {number}" for number in numbers for word in ("step", "part")}
    return found


KNOWN = {*headings(), *rulings(), *items()}


def unfolded(text: str) -> str:
    """Return the text with each run of lines joined, without comment markers."""
    return LINES.sub(" ", text)


def cited(text: str) -> Iterator[str]:
    """Yield each number that a text cites, including those within a range."""
    for citation in CITATION.findall(unfolded(text)):
        for part in re.split(r", | and ", citation):
            first, _, last = part.partition("–")
            yield first
            if last:
                stem, low, high = first[:-1], int(first[-1]), int(last[-1])
                assert last[:-1] == stem and low < high, f"{part} is not a range"
                yield from (f"{stem}{number}" for number in range(low + 1, high + 1))


def written_otherwise(text: str) -> Iterator[str]:
    """Yield what names a number of the rules in another form."""
    folded = unfolded(text)
    if len(NAMED.findall(folded)) != len(CITATION.findall(folded)):
        yield from (folded[found.start() : found.start() + 40] for found in NAMED.finditer(folded))
    yield from (found[0] for found in APART.finditer(folded))
    rest = PAPER_AND_CHECKS.sub("", CITATION.sub("", folded))
    yield from (found[0] for found in BARE.finditer(rest))


def others(*suffixes: str) -> Iterator[tuple[Path, str]]:
    for path, text in tracked_texts(*suffixes):
        if path not in (PAGE, THIS):
            yield path, text


def test_every_number_is_there_once() -> None:
    expected = [f"{letter}{n or ''}" for letter, count in SECTIONS.items() for n in range(count + 1)]
    assert headings() == expected
    assert sorted(rulings()) == sorted(RULINGS)


def test_citations_lead_somewhere() -> None:
    found = [(path, number) for path, text in others() for number in cited(text)]
    assert len(found) > 150
    assert [f"{path}: {number}" for path, number in found if number not in KNOWN] == []


def test_a_citation_is_written_in_the_one_form() -> None:
    assert [f"{path}: {said}" for path, text in others(*WRITTEN_BY_HAND) for said in written_otherwise(text)] == []


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("see B3.", ["B3"]),
        ("a search of A3's last line", ["A3"]),
        ("a B8-like rule, and B9", ["B8", "B9"]),
        ("see ruling D3.1", ["ruling D3"]),
        ("the stream of section E", ["section E"]),
        ("RULES.md says so", ["RULES.md"]),
        ("docs/rules.md B2, step 9", ["docs/rules.md B2, step 9"]),
        ("docs/rules.md B2 steps 3 and 4", ["docs/rules.md B2 steps 3"]),
        ("docs/rules.md F1", ["docs/rules.md F1"]),
        ("docs/rules.md A3's last line, docs/rules.md B2 step 3 and docs/rules.md A, B and E", []),
        ('page.pdf(format="A4")', []),
    ],
)
def test_what_is_no_citation_in_the_one_form(text: str, said: list[str]) -> None:
    assert sorted(written_otherwise(text)) == sorted(said)


def test_the_page_itself_names_only_what_it_has() -> None:
    named = re.findall(
        r"(?<![\w#])[A-E]\d(?:\.\d)?(?: (?:step|part) \d)?(?!\w)", re.sub(r"```.*?```", "", TEXT, flags=re.S)
    )
    assert len(named) > 60
    assert [number for number in named if number not in KNOWN] == []


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("see docs/rules.md B3.", ["B3"]),
        ("(docs/rules.md A6,\n    A7, B2–B5)", ["A6", "A7", "B2", "B3", "B4", "B5"]),
        ("docs/rules.md A, B and E, written", ["A", "B", "E"]),
        (" * docs/rules.md\n * D3 part 5", ["D3 part 5"]),
        ("docs/rules.md D3.1–D3.3: each", ["D3.1", "D3.2", "D3.3"]),
        ("docs/rules.md alone", []),
    ],
)
def test_how_a_citation_is_read(text: str, numbers: list[str]) -> None:
    assert list(cited(text)) == numbers
