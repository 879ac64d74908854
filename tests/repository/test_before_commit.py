"""The hook before a commit: which checks which files call for, and that a check that fails keeps the commit back."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.repository.tree import ROOT
from tests.tools import before_commit, catalogues
from tests.tools.before_commit import Check, chosen

PYTHON = ["style", "format", "types"]


@pytest.mark.parametrize(
    ("path", "names"),
    [
        ("README.md", []),
        ("tests/people.py", PYTHON),
        ("engine/chance.py", [*PYTHON, "imports", "message catalogues"]),
        ("games/chat/models.py", [*PYTHON, "imports", "message catalogues", "migrations"]),
        ("games/migrations/0001_initial.py", [*PYTHON, "imports", "message catalogues", "migrations"]),
        ("templates/base.html", ["message catalogues"]),
        ("tests/repository/stored_names.txt", ["a line about changed names"]),
        ("games/locale/fr/LC_MESSAGES/django.po", ["message catalogues"]),
        (
            "games/static/games/board/page.js",
            ["style of the browser code", "message catalogues", "types of the browser code"],
        ),
    ],
)
def test_each_kind_of_file_has_its_checks(path: str, names: list[str]) -> None:
    called = chosen([path])
    assert [check.name for check, _ in called] == names
    assert all((path in command) == check.named for check, command in called)


def test_a_check_that_fails_is_shown_and_one_that_is_not_installed_is_left_out(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    wrong = Check("wrong", "", (sys.executable, "-c", "print('this line'); raise SystemExit(3)"))
    right, missing = (
        Check("right", "", (sys.executable, "-c", "print('quiet')")),
        Check("missing", "", ("no-such-tool",)),
    )
    monkeypatch.setattr(before_commit, "changed_files", lambda: ["README.md"])
    monkeypatch.setattr(before_commit, "CHECKS", (right, wrong, missing))
    assert before_commit.main() == 1
    said = capsys.readouterr().out
    assert "`make format`" not in said, "that mends style alone"
    assert "this line" in said and "quiet" not in said and "left out: no-such-tool" in said and "failed" in said
    monkeypatch.setattr(before_commit, "CHECKS", (right, missing))
    assert before_commit.main() == 0


def test_a_changed_name_needs_a_line_in_the_changelog(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(before_commit, "ROOT", tmp_path)
    names, changelog = tmp_path / "tests/repository/stored_names.txt", tmp_path / "CHANGELOG.md"
    names.parent.mkdir(parents=True)
    git(tmp_path, "init", "-q")
    for path in (names, changelog):
        path.write_text("before\n")
        git(tmp_path, "add", ".")
    git(tmp_path, "commit", "-m", "Both")
    names.write_text("after\n")
    git(tmp_path, "add", ".")
    ((_, command),) = before_commit.chosen(before_commit.changed_files())
    status, said, _ = before_commit.run(command)
    assert status == 1 and said == "CHANGELOG.md does not say it\n"
    changelog.write_text("after\n")
    git(tmp_path, "add", ".")
    assert before_commit.run(command)[:2] == (0, "")


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """A repository with the hook, switched on by `make hooks`, and one file that waits to be committed."""
    folder = tmp_path / "clone"
    (folder / ".githooks").mkdir(parents=True)
    shutil.copy2(ROOT / ".githooks" / "pre-commit", folder / ".githooks")
    shutil.copy2(ROOT / "Makefile", folder)
    git(folder, "init", "-q")
    make = ["make", "-o", "tools/installed-dev", "hooks", "VENV=tools"]
    subprocess.run(make, cwd=folder, check=True, capture_output=True)
    (folder / "new.py").write_text("x = 1\n")
    git(folder, "add", "new.py")
    return folder


def git(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    named = ["git", "-c", "user.name=Ada", "-c", "user.email=ada@example.org", *arguments]
    return subprocess.run(named, cwd=folder, capture_output=True, text=True, check=False)


def test_a_failed_check_keeps_the_commit_back(clone: Path) -> None:
    refused = git(clone, "commit", "-m", "Without tools")
    assert refused.returncode and "run make test once" in refused.stderr
    python = clone / ".venv" / "bin" / "python"
    python.parent.mkdir(parents=True)
    python.write_text('#!/bin/sh\necho "$@" >called\nexit 1\n')
    python.chmod(0o755)
    assert git(clone, "commit", "-m", "A check fails").returncode
    assert (clone / "called").read_text() == "-m tests.tools.before_commit\n"
    python.write_text("#!/bin/sh\nexit 0\n")
    assert git(clone, "commit", "-m", "All is well").returncode == 0
    assert git(clone, "log", "--format=%s").stdout == "All is well\n"


@pytest.mark.parametrize(
    ("entry", "said"),
    [
        ('msgid "a"\nmsgstr "b"\n', []),
        ('#, fuzzy\nmsgid "a"\nmsgstr "b"\n', ["1 fuzzy"]),
        ('msgid "a"\nmsgstr ""\n', ["1 untranslated"]),
    ],
)
def test_a_text_without_a_translation_is_told(tmp_path: Path, entry: str, said: list[str]) -> None:
    path = tmp_path / "app" / "locale" / "fr" / "LC_MESSAGES" / "django.po"
    path.parent.mkdir(parents=True)
    path.write_text('msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\n' + entry)
    name = path.relative_to(tmp_path)
    assert catalogues.unfinished(tmp_path) == [f"{name} is not finished: {count}" for count in said]
