"""The message catalogues: `python -m tests.tools.catalogues update|check`. Needs gettext's tools (Debian: gettext).

The compiled catalogues are committed, so that running the site needs no tools. `update` extracts the texts of the code
and compiles; `check` does the same on a copy of the repository, names each file that would change or has texts without
a translation, and each text that the extraction has overlooked, and then exits with 1.
"""

from __future__ import annotations

import ast
import filecmp
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from tests.repository.tree import ROOT, tracked_files, tracked_texts

LANGUAGES = ("fr", "it")
DOMAINS = ("django", "djangojs")

FUNCTION = re.compile(r"n?(p?)gettext(?:_lazy|_noop)?|_")
LITERAL = r'"(?:[^"\\\n]|\\.)*"'
IN_SCRIPT = re.compile(rf"\bn?gettext\(\s*({LITERAL}(?:\s*\+\s*{LITERAL})*)")
IN_CATALOGUE = re.compile(r'^msgid ((?:".*"\n)+)', re.M)


def catalogues(root: Path, suffix: str) -> list[Path]:
    """Return all files with `suffix` in catalogue folders, relative to `root`."""
    own = (path.relative_to(root) for path in root.glob(f"*/locale/*/LC_MESSAGES/*{suffix}"))
    return sorted(path for path in own if not path.parts[0].startswith("."))


def update(root: Path) -> None:
    """Extract and compile everything below `root`; do nothing if there is no `locale` folder."""
    if not any(root.glob("*/locale")):
        return
    with tempfile.TemporaryDirectory() as var:
        environment = {**os.environ, "VAR_DIR": var}
        for domain in DOMAINS:
            command = [
                "makemessages", "--domain", domain, "--no-location", "--no-wrap", "--no-obsolete", "--verbosity", "0",
                *(f"--locale={language}" for language in LANGUAGES),
                *(f"--ignore={name}" for name in ("tests", "node_modules", ".venv", "var", "bundles")),
            ]  # fmt: skip
            subprocess.run([sys.executable, "manage.py", *command], cwd=root, env=environment, check=True)
    for path in catalogues(root, ".po"):
        text = (root / path).read_text(encoding="utf-8")
        (root / path).write_text(re.sub(r'"POT-Creation-Date:.*\n', "", text), encoding="utf-8")
        subprocess.run(
            ["msgfmt", "--check-format", "--check-domain", "-o", root / path.with_suffix(".mo"), root / path],
            check=True,
        )


def check() -> list[str]:
    """Return the catalogues that `update` would change, add or remove."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder)
        for path in tracked_files():
            (copy / path).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / path, copy / path)
        update(copy)
        names = {path for root in (ROOT, copy) for suffix in (".po", ".mo") for path in catalogues(root, suffix)}
        return [str(path) for path in sorted(names) if not _same(ROOT / path, copy / path)]


def unfinished(root: Path) -> list[str]:
    """Return the catalogues below `root` with texts that are fuzzy or not translated, and how many they are."""
    found = []
    for path in catalogues(root, ".po"):
        command = ["msgfmt", "--statistics", "-o", os.devnull, str(root / path)]
        said = subprocess.run(
            command, capture_output=True, text=True, check=True, env={**os.environ, "LC_ALL": "C"}
        ).stderr  # fmt: skip
        if counts := re.findall(r"\d+ (?:fuzzy|untranslated)", said):
            found.append(f"{path} is not finished: {', '.join(counts)}")
    return found


def overlooked() -> list[str]:
    """Return the texts of calls in the code that are in no catalogue. xgettext overlooks calls inside f-strings, and
    some in scripts, where it takes `<<` for the beginning of XML.
    """
    found = []
    for domain, suffix, called in (("django", ".py", called_in_python), ("djangojs", ".js", called_in_script)):
        known = {
            "".join(ast.literal_eval(line) for line in entry[1].splitlines())
            for path in catalogues(ROOT, f"{domain}.po")
            for entry in IN_CATALOGUE.finditer((ROOT / path).read_text(encoding="utf-8"))
        }
        found += [
            f"{path}: no catalogue has {said!r}"
            for path, text in tracked_texts(suffix)
            if path.parts[0] != "tests"
            for said in called(text)
            if said not in known
        ]
    return found


def called_in_python(text: str) -> Iterator[str]:
    """Yield the texts of calls of gettext and its like; of singular and plural, the singular."""
    for node in ast.walk(ast.parse(text)):
        if not isinstance(node, ast.Call):
            continue
        found = FUNCTION.fullmatch(getattr(node.func, "attr", getattr(node.func, "id", "")))
        said = node.args[1 if found[1] else 0] if found else None
        if isinstance(said, ast.Constant) and isinstance(said.value, str):
            yield said.value


def called_in_script(text: str) -> Iterator[str]:
    """Yield the texts of calls of gettext and ngettext; of singular and plural, the singular."""
    for found in IN_SCRIPT.finditer(text):
        yield "".join(ast.literal_eval(part) for part in re.findall(LITERAL, found[1]))


def _same(one: Path, other: Path) -> bool:
    return one.exists() and other.exists() and filecmp.cmp(one, other, shallow=False)


def main() -> int:
    if shutil.which("msgfmt") is None:
        print("The gettext tools are missing: apt-get install gettext", file=sys.stderr)
        return 1
    if sys.argv[1:] == ["update"]:
        update(ROOT)
        return 0
    if sys.argv[1:] == ["check"]:
        changed = check()
        for name in changed:
            print(f"{name} is out of date: run make messages")
        missing = unfinished(ROOT) + overlooked()
        for line in missing:
            print(line)
        return 1 if changed or missing else 0
    print(__doc__, file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main())
