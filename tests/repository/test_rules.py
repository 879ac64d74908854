"""Rules of the project that can be checked in the files themselves."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.repository import python_code
from tests.repository.tree import ROOT, tracked_files, tracked_texts

MAX_LINES = 500
GENERATED = {
    "requirements.txt",
    "requirements-dev.txt",
    "requirements-telemetry.txt",
    "package-lock.json",
    "LICENSE",
    "confusables.txt",
}

# Split, so that this file obeys its own rule.
REGISTRIES = ["pypi" + ".org", "python" + "hosted.org", "registry.npm" + "js", "deb." + "debian.org", "npm" + "js.com"]
OTHER_MACHINES = re.compile("/(?:ro" + "ot|wo" + "rk|ho" + "me|Us" + "ers)/")
UNFINISHED = re.compile(r"\b(?:TO" + "DO|FIX" + "ME|XX" + r"X)\b")
EMOJI = re.compile("[\U0001f000-\U0001faff\ufe0f]")


def lines_with(pattern: re.Pattern[str], *suffixes: str) -> list[str]:
    return [
        f"{path}:{number}: {line.strip()[:100]}"
        for path, text in tracked_texts(*suffixes)
        if path.name != "LICENSE"
        for number, line in enumerate(text.splitlines(), 1)
        if pattern.search(line)
    ]


def test_no_address_of_a_package_registry() -> None:
    assert not lines_with(re.compile("|".join(map(re.escape, REGISTRIES))))


def test_no_path_of_a_developer_s_machine() -> None:
    assert not lines_with(OTHER_MACHINES)


LONGEST_LINE = 120
STRING = re.compile(r'"[^"]*"|`[^`]*`')


def test_lines_of_the_browser_code_are_short() -> None:
    """The formatter breaks code but neither comments nor strings; only strings may be longer."""
    assert not [
        f"{path}:{number}"
        for path, text in tracked_texts(".js", ".mjs", ".ts", ".css")
        for number, line in enumerate(text.splitlines(), 1)
        if len(STRING.sub('""', line)) > LONGEST_LINE
    ]


def test_nothing_is_marked_as_unfinished() -> None:
    assert not lines_with(UNFINISHED)


def test_no_emoji() -> None:
    assert not lines_with(EMOJI, ".py", ".js", ".html", ".css", ".svg", ".po", ".txt", ".md")


def test_files_are_small() -> None:
    long = [
        f"{path}: {count} lines"
        for path, text in tracked_texts()
        if path.name not in GENERATED and path.suffix not in {".json", ".jsonl", ".po", ".svg"}
        if "migrations" not in path.parts and (count := text.count("\n")) > MAX_LINES
    ]
    assert not long


def test_every_direct_dependency_has_its_reason() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    wanted = [*project["dependencies"], *project["optional-dependencies"]["dev"]]
    names = {re.split(r"[\[<>=~! ]", entry, maxsplit=1)[0] for entry in wanted}
    reasons = (ROOT / "docs" / "dependencies.md").read_text()
    assert not {name for name in names if f"| {name} |" not in reasons}


def test_the_locks_agree_and_are_hashed() -> None:
    run, dev = (_pins(ROOT / name) for name in ("requirements.txt", "requirements-dev.txt"))
    assert run.items() <= dev.items()
    for name in ("requirements.txt", "requirements-dev.txt"):
        entries = re.split(r"\n(?=[a-z0-9])", (ROOT / name).read_text().strip())
        assert not [entry for entry in entries if "--hash=sha256:" not in entry]


def _pins(lock: Path) -> dict[str, str]:
    return dict(re.findall(r"^([a-z0-9._-]+)(?:\[.*?\])?==(\S+)", lock.read_text(), re.MULTILINE))


# --- tests ----------------------------------------------------------------------------------------------------------

CHECKS = re.compile(r"^(?:assert|check|expect|raises|warns|fail|must|verify|promise)", re.IGNORECASE)


def _functions() -> Iterator[tuple[str, python_code.Function]]:
    for file in python_code.files():
        if file.path.startswith("tests/"):
            yield from ((file.path, function) for function in file.functions)


def test_every_test_asserts_something() -> None:
    helpers_that_check = {function.name for _, function in _functions() if function.asserts}
    tests = [(path, function) for path, function in _functions() if function.name.startswith("test_")]
    assert len(tests) > 1000
    assert not [
        f"{path}: {test.name}"
        for path, test in tests
        if not test.asserts and not any(CHECKS.match(name) or name in helpers_that_check for name in test.calls)
    ]


def test_no_test_is_skipped() -> None:
    skips = re.compile(r"pytest\.(?:skip|importorskip|xfail)\b|mark\.(?:sk" + r"ip|xfail)|unittest\.sk" + "ip")
    assert not [line for line in lines_with(skips, ".py") if not line.startswith("tests/repository/test_rules.py")]


def test_no_test_sleeps_a_fixed_time() -> None:
    naps = re.compile(r"\b(?:time|asyncio)\.sleep\((?!0\))|wait_for_timeout\(")
    # The one place that polls; all others wait on a condition through it. Faults are exempt: their durations are the
    # subject of the tests, and their players pause.
    free = ("tests/servers.py", "tests/faults/")
    assert not [line for line in lines_with(naps, ".py") if line.startswith("tests/") and not line.startswith(free)]


@pytest.mark.parametrize("name", ["README.md", "CHANGELOG.md", "LICENSE", "docs/architecture.md", "docs/roadmap.md"])
def test_the_documents_are_there(name: str) -> None:
    assert Path(name) in tracked_files()


LINK = re.compile(r"\]\((?!https?:|#|mailto:)([^)#\s]+)")


def test_links_between_documents_lead_somewhere() -> None:
    broken = [
        f"{path}: {target}"
        for path, text in tracked_texts(".md")
        for target in LINK.findall(text)
        if not (ROOT / path.parent / target).exists()
    ]
    assert not broken
