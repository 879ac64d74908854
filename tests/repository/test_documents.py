"""Documents say for whom they are, and read in ten minutes."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.repository.tree import ROOT, tracked_files

DOCUMENTS = [path for path in tracked_files() if path.suffix == ".md" and path.parts[0] != ".github"]
MOST_PROSE, MOST_WORDS = 2_000, 3_000
"""Outside of tables and blocks of code, which are looked up; and with the tables."""
REFERENCE = {Path("docs/formats/api.md"), Path("docs/formats/errors.md"), Path("docs/rules.md")}
"""Documents that are looked up as a whole: they may be longer, with a table of contents."""
FENCED = re.compile(r"^ *```.*?^ *```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\[([^]]*)\]\(([^)\s]+)\)")


def text_of(path: Path) -> str:
    return (ROOT / path).read_text(encoding="utf-8")


def anchors(text: str) -> set[str]:
    """The headings of a document as GitHub links to them."""
    headings = re.findall(r"^#{1,6} (.+)$", FENCED.sub("", text), re.MULTILINE)
    plain = (LINK.sub(r"\1", heading).lower() for heading in headings)
    return {re.sub(r"[^\w\- ]", "", heading).strip().replace(" ", "-") for heading in plain}


@pytest.mark.parametrize("path", DOCUMENTS, ids=str)
def test_it_begins_with_whom_it_is_for(path: Path) -> None:
    title, empty, first, *_ = text_of(path).splitlines()
    assert title.startswith("# ") and not empty and first.startswith("For ")


@pytest.mark.parametrize("path", DOCUMENTS, ids=str)
def test_it_reads_in_ten_minutes(path: Path) -> None:
    text = FENCED.sub("", text_of(path))
    if path in REFERENCE:
        head = LINK.findall(text.partition("\n## ")[0])
        assert [name for name, to in head if to.startswith("#")] == re.findall(r"^## (.+)$", text, re.MULTILINE)
        return
    prose = [line for line in text.splitlines() if not line.lstrip().startswith("|")]
    assert len(" ".join(prose).split()) <= MOST_PROSE
    assert len(text.replace("|", " ").split()) <= MOST_WORDS


@pytest.mark.parametrize("path", DOCUMENTS, ids=str)
def test_its_links_lead_somewhere(path: Path) -> None:
    for _, address in LINK.findall(FENCED.sub("", text_of(path))):
        if re.match(r"\w+:", address):
            continue
        name, _, anchor = address.partition("#")
        target = (ROOT / path.parent / name).resolve() if name else ROOT / path
        assert target.exists(), address
        assert not anchor or anchor in anchors(target.read_text(encoding="utf-8")), address
