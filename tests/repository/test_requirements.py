"""A site needs only requirements.txt: it must not import packages that only the tests install."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.live import environment
from tests.repository.tree import ROOT

OPTIONAL = ("pyramido_site.tracing", "pyramido_site.fault_reports")
"""Imported only if a setting asks for them (requirements-telemetry.txt)."""

WITHOUT_THE_REST = """
import re, sys
from importlib.metadata import packages_distributions

def plain(name):
    return re.sub("[-_.]+", "-", name).lower()

locked = {plain(line.split("==")[0]) for line in open("requirements.txt") if re.match(r"[A-Za-z0-9]", line)}
strangers = {
    package for package, owners in packages_distributions().items() if not any(plain(o) in locked for o in owners)
}

class Nobody:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in strangers:
            raise ModuleNotFoundError(f"No module named {name!r} in requirements.txt", name=name)

sys.meta_path.insert(0, Nobody())
assert "pytest" in strangers and "django" not in strangers, strangers

import pkgutil
import pyramido_site.asgi, pyramido_site.wsgi
from django.core.management import call_command
from pyramido_site.celery import app

call_command("check")
app.loader.import_default_modules()
for name in ("engine", "games", "accounts", "ratings", "pyramido_site"):
    for module in pkgutil.walk_packages(__import__(name).__path__, f"{name}."):
        if not module.name.endswith("__main__") and module.name not in sys.argv[1:]:
            __import__(module.name)
"""


def test_the_site_starts_with_only_its_own_requirements(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT_THE_REST, *OPTIONAL],
        cwd=ROOT, env=environment(tmp_path), stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
