"""A process inside a site, in which tests make what they need and look at what is stored.

It starts once for all that a test, or all tests of a shared site, ask of it: the start of Django takes longer than
nearly everything that is asked. `python -m tests.site.site_shell` with the site's environment answers lines of JSON on
its standard input, one after the other: `{"script": text}` or `{"command": [name, argument, …]}`, a command of
`manage.py`, → `{"output": text, "error": text}`. It keeps no connection to the database between two of them.
"""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
import tempfile
import traceback
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

from tests.servers import ServiceError

ROOT = Path(__file__).resolve().parents[2]
END_S = 20
CHANGING = "PYTEST_CURRENT_TEST"
"""A variable that is another in each test."""


class SiteShell:
    """The test's end. The process starts when it is first asked; it ends with `end()`, or with the test's process."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[str] | None = None
        self._environment: dict[str, str] = {}

    def ask(self, environment: dict[str, str], asked: dict[str, Any]) -> str:
        """Return what a script or a command prints in a site with this environment. Raise ServiceError if it fails."""
        process = self._running(environment)
        assert process.stdin is not None and process.stdout is not None
        process.stdin.write(json.dumps(asked) + "\n")
        process.stdin.flush()
        line = process.stdout.readline()
        answer = json.loads(line) if line else {"output": "", "error": "the process has ended"}
        if answer["error"]:
            raise ServiceError(f"{asked}:\n{answer['output']}{answer['error']}\n{self._said()}")
        return str(answer["output"])

    def _running(self, environment: dict[str, str]) -> subprocess.Popen[str]:
        """Return the process, a new one if it has ended or was started with another environment."""
        environment = {name: value for name, value in environment.items() if name != CHANGING}
        if self._process is None or self._process.poll() is not None or environment != self._environment:
            self.end()
            self._environment = environment
            self._log = tempfile.TemporaryFile("a+")  # noqa: SIM115 (open as long as the process writes)
            self._process = subprocess.Popen(
                [sys.executable, "-m", "tests.site.site_shell"],
                env=environment, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._log, text=True,
            )  # fmt: skip
        return self._process

    def _said(self) -> str:
        """Return the end of what it has logged."""
        self._log.seek(0)
        return self._log.read()[-3000:]

    def end(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.communicate(timeout=END_S)
            self._log.close()
            self._process = None


def answer(asked: dict[str, Any]) -> dict[str, str]:
    from django.core.management import call_command
    from django.db import connections

    output, error = io.StringIO(), ""
    try:
        with redirect_stdout(output):
            if "script" in asked:
                exec(asked["script"], {"__name__": "__main__"})  # noqa: S102 (of a test)
            else:
                call_command(*asked["command"])
    except (Exception, SystemExit):  # noqa: BLE001 (the test is told)
        error = traceback.format_exc()
    finally:
        connections.close_all()
    return {"output": output.getvalue(), "error": error}


def main() -> None:
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # what else is printed is no answer
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "pyramido_site.settings")
    import django

    django.setup()
    for line in sys.stdin:
        print(json.dumps(answer(json.loads(line))), file=answers, flush=True)


if __name__ == "__main__":
    main()
