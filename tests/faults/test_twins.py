"""Twin games that differ only in secrets look the same, byte for byte, to every viewer who must not know the secret.

Every way out of the site (pages, REST, sockets, streams, refusals, data export, moderators' desk, administration),
every viewer, two databases each on PostgreSQL and on Redis, a frozen clock, the same ids, nothing compressed; nothing
is left out of the comparison (twin_worlds.py). Further operations, in one database:
tests/games/record/test_simultaneous_secrecy.py.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from engine import registry
from tests import servers
from tests.faults.report import report
from tests.faults.scale import WHOLE
from tests.games.secret_phases import cases
from tests.live import ROOT, prepared_postgres

pytestmark = pytest.mark.faults

TIMEOUT_S = 3600
REDIS = (62, 63)
"""Databases of the run's Redis, one for each pair of twins played at once."""

Seen = dict[tuple[str, str, str], str]


def chosen() -> dict[str, list[str]]:
    """Return every secret phase of every game, and a moment of each game, with the variants of each (empty: all). The
    short form has the first phase of each game, with a few variants.
    """
    phases = {str(case): case.game for case in cases()}
    games = [rules.key for rules in registry.games()]
    if WHOLE:
        return {case: [] for case in (*phases, *games)}
    first = {game: phase for phase, game in reversed(phases.items())}
    return {
        first.get(game, game): ["sent-0", "sent-1", "as-it-is"] if game in first else ["as-it-is", "public"]
        for game in games
    }


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder with what all viewers saw (twin_worlds.py)."""
    made = tmp_path_factory.mktemp("twins")
    environment = {
        **{name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ},
        "DJANGO_SETTINGS_MODULE": "pyramido_site.settings",
        "VAR_DIR": str(made),
        "DATABASE_URL": servers.postgres_url(prepared_postgres()),
        "TWINS_REDIS": " ".join(servers.redis_url(number) for number in REDIS),
        "SECRET_KEY": "of both twins, and long enough to be taken for a key of a site",
        "TERMS_VERSION": "0",
        "PYTHONHASHSEED": "0",
    }
    asked = [f"{case}:{','.join(variants)}" for case, variants in chosen().items()]
    done = subprocess.run(
        [sys.executable, "-m", "tests.faults.twin_worlds", str(made), *asked],
        env=environment, cwd=ROOT, capture_output=True, text=True, check=False, timeout=TIMEOUT_S,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-3000:]
    return made


def looked(folder: Path) -> dict[str, Seen]:
    """Return what was seen of each variant of a case, by its name."""
    return {
        file.stem: {(moment, name, where): text for moment, name, where, text in json.loads(file.read_text())}
        for file in sorted(folder.glob("*.json"))
    }


def differences(first: Seen, second: Seen, viewer: str = "") -> list[str]:
    """Return where two variants look different (to this viewer only, if one is named)."""
    if list(first) != list(second):
        return [f"other things are seen: {set(first) ^ set(second)}"]
    return [
        f"{sight}: {_around(text, second[sight])}"
        for sight, text in first.items()
        if text != second[sight] and viewer in ("", sight[1])
    ]


def _around(one: str, other: str) -> str:
    at = next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    return f"…{one[max(0, at - 40) : at + 40]!r} and …{other[max(0, at - 40) : at + 40]!r}"


@pytest.mark.parametrize("case", chosen())
def test_secrets_are_not_visible_to_other_viewers(case: str, folder: Path) -> None:
    seen = looked(folder / case)
    base = seen["as-it-is"]
    compared, wrong = 0, []
    sent = [name for name in seen if name.startswith("sent-")]
    for name in sent[1:]:
        wrong += [f"{name}: {what}" for what in differences(seen[sent[0]], seen[name])]
        compared += len(seen[name])
    for name in (name for name in seen if name == "public" or name.startswith("seat-")):
        viewers = (
            ("passer-by", "visitor", "moderator", "administrator") if name == "public" else (name.replace("-", " "),)
        )
        for viewer in viewers:
            wrong += [f"{name}: {what}" for what in differences(base, seen[name], viewer)]
            looked_at = sum(sight[1] == viewer for sight in base)
            assert looked_at, f"{viewer} has seen nothing"
            compared += looked_at
    viewers_seen = {sight[1] for sight in base}
    assert {"visitor", "passer-by", "moderator", "administrator"} < viewers_seen
    report(f"twins: {case}", tried=compared, lost=len(wrong), note=f"answers compared, of {len(viewers_seen)} viewers")
    assert wrong == [], wrong[:5]
    assert not sent or differences(seen[sent[0]], base), "a submission does not show that a seat has moved"
