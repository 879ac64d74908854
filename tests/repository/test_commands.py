"""Commands, operations of the API and requests that documents name: they are there, and do what is said.

Of a command its target, module, paths and options are looked up; `manage.py` parses its arguments; requests with curl
are made in their order, on an account of the kind that the document speaks of.
"""

from __future__ import annotations

import contextlib
import importlib.util
import io
import json
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from string import Template
from typing import Any

import pytest
import yaml
from django.conf import settings
from django.core.management import get_commands, load_command_class

from accounts.access import tokens
from tests.people import account, visitor
from tests.repository.test_documents import DOCUMENTS, FENCED, text_of
from tests.repository.tree import ROOT

HISTORY = Path("CHANGELOG.md")
"""Names commands of before, too."""
BLOCK = re.compile(r"^ *```sh\n(.*?)^ *```$", re.MULTILINE | re.DOTALL)
SPAN = re.compile(r"`([^`\n]+)`")
VARIABLE = re.compile(r"^[A-Z_]+=")
PROGRAMS = ("make", "python", "manage.py", "pytest", "celery", "node", "docker")
LEFT_ALONE = {"cp", "chmod", "git", "curl", "export", "npm", "npx"}
"""Programs in blocks of which nothing is looked up here: those of the system and of Node.js, and requests (below)."""
PLACEHOLDERS = ("…", "FILE", "|")
MAKEFILE = (ROOT / "Makefile").read_text()


def _program(words: list[str]) -> str:
    return words[0].rpartition("/")[2] if words[0].startswith(".venv/") else words[0]


def _split(line: str) -> Iterator[tuple[str, ...]]:
    """The commands of a line as words, without variables before them, and `.venv/bin/` before their programs."""
    lexer = shlex.shlex(line, posix=True, punctuation_chars=True)
    lexer.whitespace_split = True
    words: list[str] = []
    for word in [*lexer, ";"]:
        if word in {"&&", ";", "||", ">", "<", "|"}:
            while words and VARIABLE.match(words[0]):
                words.pop(0)
            if words:
                yield (_program(words), *words[1:])
            words = []
        else:
            words.append(word)


@cache
def commands() -> tuple[tuple[str, tuple[str, ...]], ...]:
    """All commands with the document that has them; in the text, those that begin with a program known here."""
    found = []
    for path in DOCUMENTS:
        text = text_of(path)
        lines = [line for block in BLOCK.findall(text) for line in block.replace("\\\n", " ").splitlines()]
        found += [(str(path), words) for line in lines for words in _split(line)]
        for span in SPAN.findall(FENCED.sub("", text)) if path != HISTORY else ():
            with contextlib.suppress(ValueError):
                found += [(str(path), words) for words in _split(span) if words[0] in PROGRAMS and len(words) > 1]
    return tuple(dict.fromkeys(found))


def named(program: str) -> list[Any]:
    return [
        pytest.param(words[1:], id=f"{path}: {' '.join(words[1:])}")
        for path, words in commands()
        if words[0] == program
    ]


def test_every_kind_of_command_is_looked_up() -> None:
    redirected = {"play.example.org", "pyramido-"}
    programs = {words[0] for _, words in commands() if not words[0].startswith(tuple(redirected))}
    assert programs - set(PROGRAMS) - LEFT_ALONE == set()
    assert len(named("make")) > 40 and len(named("python")) > 15 and len(named("manage.py")) > 5


@pytest.mark.parametrize("words", named("make"))
def test_make_has_the_target_and_the_variables(words: tuple[str, ...]) -> None:
    for word in words:
        if VARIABLE.match(word):
            name = word.partition("=")[0]
            assert re.search(rf"\b{name}\b", MAKEFILE), word
        else:
            assert re.search(rf"^{re.escape(word)}:", MAKEFILE, re.MULTILINE), word
    if arguments := [word.removeprefix("ARGS=") for word in words if word.startswith("ARGS=")]:
        paths = [path for path in arguments[0].split() if path.startswith("tests/")]
        assert all((ROOT / path).exists() for path in paths)


def test_make_could_run_all_of_them() -> None:
    """A dry run of all targets that documents name, except those that would make a virtual environment."""
    targets = sorted({word for mark in named("make") for word in mark.values[0] if not VARIABLE.match(word)})
    done = subprocess.run(
        ["make", "--dry-run", *targets], cwd=ROOT, capture_output=True, text=True, check=False
    )  # fmt: skip
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("words", [*named("manage.py"), *(m for m in named("python") if m.values[0][0] == "manage.py")])
def test_manage_py_takes_the_arguments(words: tuple[str, ...]) -> None:
    name, *arguments = words[1:] if words[0] == "manage.py" else words
    assert name in get_commands()
    if not any(sign in word for word in arguments for sign in PLACEHOLDERS):
        parser = load_command_class(str(get_commands()[name]), name).create_parser("manage.py", name)
        parser.parse_args(arguments)


@cache
def help_of(*words: str) -> str:
    """What a module says of its options."""
    done = subprocess.run(
        [sys.executable, "-m", *words, "--help"], cwd=ROOT, capture_output=True, text=True, timeout=60,
        env={**os.environ, "COLUMNS": "200"}, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("words", [mark for mark in named("python") if mark.values[0][0] != "manage.py"])
def test_python_has_the_module_and_its_options(words: tuple[str, ...]) -> None:
    if words[0] != "-m":
        script = ROOT / words[0]
        assert script.exists() or (ROOT / "docs" / "examples" / words[0]).exists()
        return
    module, *arguments = words[1:]
    assert importlib.util.find_spec(module) is not None
    options = [word for word in arguments if word.startswith("--") and word != "--help"]
    if module == "pip" or not (options or module == "engine"):
        return
    verbs = arguments[0].split("|") if module == "engine" and arguments and arguments[0][0] != "-" else [""]
    for verb in verbs:
        shown = help_of(module, verb) if verb else help_of(module)
        assert [option for option in options if option not in shown] == []


@pytest.mark.parametrize("words", [*named("pytest"), *named("node")])
def test_what_is_run_by_path_is_there(words: tuple[str, ...]) -> None:
    """The new tests of docs/first-change.md are written on that page."""
    first = text_of(Path("docs/first-change.md"))
    paths = [word for word in words if re.match(r"(tests|docs)/", word)]
    assert paths and all((ROOT / path).exists() or f"+++ b/{path}\n" in first for path in paths)


@pytest.mark.parametrize("words", named("celery"))
def test_a_worker_serves_a_queue_that_there_is(words: tuple[str, ...]) -> None:
    assert words[words.index("-Q") + 1] in settings.QUEUES


@pytest.mark.parametrize("words", named("docker"))
def test_compose_has_the_services(words: tuple[str, ...]) -> None:
    known = yaml.safe_load((ROOT / "docker" / "compose.yml").read_text())["services"]
    if words[0] != "compose":
        assert all(word.split("-")[1] in known for word in words if word.startswith("pyramido-"))
        return
    assert all((ROOT / words[at + 1]).exists() for at, word in enumerate(words) if word == "-f")
    verb = next(word for word in words if word in {"up", "run", "exec", "stop"})
    plain = [word for word in words[words.index(verb) + 1 :] if re.fullmatch(r"[a-z]+", word)]
    if verb != "stop" and plain:
        assert plain[0] in known
    scaled = [words[at + 1] for at, word in enumerate(words) if word == "--scale"]
    assert all(word.partition("=")[0] in known for word in scaled)


# --- the API ----------------------------------------------------------------------------------------------------------

OPERATION = re.compile(
    r"\b((?:GET|POST|PUT|PATCH|DELETE)(?:`?, `?(?:POST|PUT|PATCH|DELETE)(?: `\{[^`]*\}`)?)*)"
    r" (/api/v1/[\w/{}-]+(?:\.\w+)?)"
)


@cache
def operations() -> list[tuple[re.Pattern[str], str, set[str]]]:
    paths = json.loads((ROOT / "docs/formats/openapi.json").read_text())["paths"]
    shapes = ((path, re.sub(r"\{\w+\}", r"[^/]+", path)) for path in paths)
    return [
        (re.compile(shape.rstrip("/") + "/?"), path, {verb.upper() for verb in paths[path]}) for path, shape in shapes
    ]


@pytest.mark.parametrize("path", DOCUMENTS, ids=str)
def test_operations_that_are_named_are_there(path: Path) -> None:
    for verbs, address in OPERATION.findall(text_of(path)) if path.name != "first-change.md" else ():
        wanted = set(re.findall(r"GET|POST|PUT|PATCH|DELETE", verbs))
        known = [there for shape, _, there in operations() if shape.fullmatch(address)]
        assert known and wanted <= set().union(*known), f"{verbs} {address}"


def requests_in(path: str) -> list[list[str]]:
    """The arguments of each curl in the document's blocks, in their order."""
    lines = [line for block in BLOCK.findall(text_of(Path(path))) for line in block.replace("\\\n", " ").splitlines()]
    return [shlex.split(line, comments=True)[1:] for line in lines if line.startswith("curl ")]


def test_documents_of_the_api_have_requests() -> None:
    assert len(requests_in("docs/formats/api.md")) >= 5 and len(requests_in("docs/formats/bots.md")) >= 2


@pytest.mark.django_db(transaction=True)
@pytest.mark.sqlite
@pytest.mark.parametrize("path", ["docs/formats/api.md", "docs/formats/bots.md"])
def test_requests_with_curl_are_answered(path: str) -> None:
    user = account("ada", is_bot=path.endswith("bots.md"))
    scopes = ("games:read", "games:play", "account:read", *(("bot:play",) if user.is_bot else ()))
    _, token = tokens.make(user, "curl", scopes, 30)
    known = {"SITE": "/api/v1", "TOKEN": token}
    for arguments in requests_in(path):
        status, answer = _send([Template(word).substitute(known) for word in arguments])
        assert 200 <= status < 300, f"{arguments}\n{answer}"
        known |= {"GAME": answer["id"]} if "commitment" in answer else {}
        if "actions" in answer:
            known |= {"SEQ": answer["seq"], "ACTION": json.dumps(answer["actions"][0])}


def _send(words: list[str]) -> tuple[int, dict[str, Any]]:
    """What the site answers to curl with these arguments."""
    method, headers, body, address = "GET", {}, "", ""
    given = iter(words)
    for word in given:
        if word == "-H":
            name, _, value = next(given).partition(": ")
            headers[name] = value
        elif word == "--json":
            method, body = "POST" if method == "GET" else method, next(given)
        elif word == "-X":
            method = next(given)
        else:
            address = word
    answer = visitor().generic(method, address, body, "application/json", headers=headers)
    return answer.status_code, json.load(io.BytesIO(answer.content))
