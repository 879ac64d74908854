"""Every regular expression of our code, found in the source, against long hostile texts: none of them is slow."""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
FOLDERS = ("accounts", "engine", "games", "pyramido_site", "ratings")
CALLS = {"compile", "match", "fullmatch", "search", "sub", "findall", "finditer", "split", "subn"}
TIMEOUT_S = 60
"""For all of them together, which need about one second; a pattern with catastrophic backtracking would need
centuries.
"""

ATTACK = """
import json, re, sys
LONG = 4000
for pattern in json.load(sys.stdin):
    compiled = re.compile(pattern)
    signs = sorted({*"a0 .-_',:[]`$@/", "\\n", *(sign for sign in pattern if sign.isprintable())})
    texts = [sign * LONG + end for sign in signs for end in ("", "!", "\\0")]
    texts += [(one + two) * (LONG // 2) + "!" for one, two in zip(signs, signs[1:])]
    for start in re.findall(r"[A-Za-z ]{3,}", pattern):
        texts.append(start * (LONG // len(start)))
    for text in texts:
        compiled.match(text), compiled.fullmatch(text), compiled.search(text)
print("done")
"""


def patterns() -> Iterator[str]:
    """Yield the text of each pattern. In composed patterns, a letter replaces each inserted part."""
    for folder in FOLDERS:
        for path in (ROOT / folder).rglob("*.py"):
            if "migrations" in path.parts:
                continue
            for node in ast.walk(ast.parse(path.read_text())):
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.args:
                    if isinstance(node.func.value, ast.Name) and node.func.value.id == "re" and node.func.attr in CALLS:
                        yield _text(node.args[0], path)


def _text(node: ast.expr, path: Path) -> str:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.JoinedStr):
        parts = (part.value if isinstance(part, ast.Constant) else "a" for part in node.values)
        return "".join(str(part) for part in parts)
    raise AssertionError(f"{path}:{node.lineno}: a pattern that is made elsewhere is not seen here")


def test_no_pattern_takes_long_over_a_hostile_text() -> None:
    found = sorted(set(patterns()))
    assert len(found) > 25
    assert all(re.compile(pattern) for pattern in found)
    done = subprocess.run(
        [sys.executable, "-c", ATTACK],
        input=json.dumps(found),
        text=True,
        capture_output=True,
        timeout=TIMEOUT_S,
        check=False,
    )
    assert done.stdout.strip() == "done", done.stderr
