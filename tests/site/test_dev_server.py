"""`make dev`: the embedded site on a folder of its own, which takes changes of Python, templates and static files."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests import sampling
from tests.live import ROOT, environment, new_site
from tests.servers import free_port, wait_until

pytestmark = [pytest.mark.slow(40), sampling.NEEDED_BY_NO_GAME]

SETTINGS = """from pyramido_site.settings import *
OPERATOR = {{**OPERATOR, 'name': '{name}'}}
ROOT_URLCONF = 'urls_of_a_test'
"""
URLS = "from pyramido_site.urls import *\n"
PAGE = "{{% load static %}}<title>{title}</title>{{{{ operator.name }}}}"
TIMEOUT_S = 120
SAVED_EVERY_S = 20


class Dev:
    """`make dev` with settings and a template that lie outside of the repository, and so may be changed."""

    def __init__(self, folder: Path) -> None:
        site = new_site(folder / "var")
        (site.var / "people").write_text("Ada\n")  # as where the sample site has been made before
        self.folder, self.port, self.log = folder, free_port(), folder / "log"
        (folder / "site").mkdir()
        self.name("Before")
        self.urls(URLS)
        self.template("First")
        set_by_make = ("VAR_DIR", "MAKEFLAGS", "MAKELEVEL", "MFLAGS", "DJANGO_SETTINGS_MODULE")
        more = {"PYTHONPATH": str(folder), "TEMPLATES_DIR": str(folder), "DJANGO_SETTINGS_MODULE": "settings_of_a_test"}
        kept = {name: value for name, value in environment(site.var).items() if name not in set_by_make}
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [
                    "make", "-o", ".venv/installed-dev", "dev", f"DEV_VAR={site.var}", f"PORT={self.port}",
                    f"PY={sys.executable}",
                ],
                env={**kept, **more}, cwd=ROOT, stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT,
                start_new_session=True,
            )  # fmt: skip

    def name(self, name: str) -> None:
        (self.folder / "settings_of_a_test.py").write_text(SETTINGS.format(name=name))

    def urls(self, text: str) -> None:
        (self.folder / "urls_of_a_test.py").write_text(text)

    def template(self, title: str) -> None:
        (self.folder / "site" / "privacy.html").write_text(PAGE.format(title=title))

    def get(self, address: str = "/privacy/") -> tuple[int, str]:
        """The status and the text of a page; 0 while nothing answers."""
        try:
            with urllib.request.urlopen(f"http://localhost:{self.port}{address}", timeout=5) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as error:
            return error.code, error.read().decode()
        except (urllib.error.URLError, ConnectionError, TimeoutError):
            return 0, ""

    def wait_for(self, text: str) -> None:
        try:
            wait_until(lambda: text in self.get()[1], TIMEOUT_S, f"a page with {text}")
        except TimeoutError as error:
            raise AssertionError(f"{error}\n{self.log.read_text()[-3000:]}") from error

    def save_until(self, urls: str, condition: Callable[[], bool], what: str) -> None:
        """Save these URLs until `condition` is true: Django's watcher does not notice a change in the second between
        its process's start and its first look. Raise AssertionError naming `what` if it never is.
        """
        for _ in range(TIMEOUT_S // SAVED_EVERY_S):
            self.urls(urls)
            with contextlib.suppress(TimeoutError):
                return wait_until(condition, SAVED_EVERY_S, what)
        raise AssertionError(f"waited {TIMEOUT_S} s for {what}\n{self.log.read_text()[-3000:]}")

    def signal(self, number: int) -> None:
        """Send a signal to make and all that it has started, as a terminal does."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, number)

    def runs(self) -> bool:
        """Whether make or a process that it has started is left, other than as a zombie that init has not reaped."""
        self.process.poll()
        listed = subprocess.run(["ps", "-eo", "pgid=,stat="], capture_output=True, text=True, check=True).stdout
        groups = {group for group, state in map(str.split, listed.splitlines()) if state[0] != "Z"}
        return str(self.process.pid) in groups

    def end(self) -> None:
        self.signal(signal.SIGKILL)
        self.process.wait(20)


@pytest.fixture
def dev(tmp_path: Path) -> Iterator[Dev]:
    started = Dev(tmp_path)
    yield started
    started.end()


def test_it_takes_what_changes_and_shows_what_is_wrong(dev: Dev) -> None:
    dev.wait_for("<title>First</title>Before")
    assert "Ada" in dev.log.read_text(), "it says who there is"
    dev.template("Second")
    dev.wait_for("<title>Second</title>Before")
    dev.name("After")
    dev.wait_for("<title>Second</title>After")
    broken = "this is no Python\n"  # in settings Django's own server would end
    dev.save_until(broken, lambda: "SyntaxError" in dev.log.read_text(), "the server to show a syntax error")
    assert dev.runs()
    dev.name("Mended")
    dev.save_until(URLS, lambda: "<title>Second</title>Mended" in dev.get()[1], "the page with the mended name")
    status, page = dev.get("/no/such/page/")
    assert status == 404 and "DEBUG = True" in page, "Django's own page"
    style = ROOT / "pyramido_site" / "static" / "site" / "base.css"
    assert dev.get("/static/site/base.css") == (200, style.read_text())
    dev.signal(signal.SIGINT)
    wait_until(lambda: not dev.runs(), TIMEOUT_S, "all to end after Ctrl-C")
    assert "KeyboardInterrupt" not in dev.log.read_text()
