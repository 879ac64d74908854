"""Schemathesis against the running server: `python -m tests.tools.api_fuzz --minutes 60`.

It reads docs/formats/openapi.json, made stricter: responses may have no undocumented fields. It makes requests without
credentials, with a token of all scopes, and with a read-only token. Endless streams are left out.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests import servers
from tests.live import ROOT, LiveSite, new_site

DOCUMENT = ROOT / "docs" / "formats" / "openapi.json"
ENDLESS = ("streamGame", "streamAccount")
LASTING = ("becomeBot", "revokeToken")
"""Operations that would invalidate the caller in the middle of a run; each has tests of its own."""

FORM_OR_RULES = ["2xx", "3xx", "400", "401", "403", "404", "409", "422"]
"""Allowed statuses for a well-formed request: it may still break a rule, or name an option this game does not have."""


@dataclass(frozen=True)
class World:
    """Values for the requests: ids that exist, and two tokens."""

    full: str
    reading: str
    games: list[str]
    players: list[str]
    pools: list[str]


def build(site: LiveSite) -> World:
    """Create users, games in all states, a chat and a seek on the site."""
    made = site.run("from tests.tools.fuzz_world import build; build()")
    return World(**json.loads(made.splitlines()[-1]))


def strict_document() -> dict[str, Any]:
    document: dict[str, Any] = json.loads(DOCUMENT.read_bytes())
    for component in document["components"]["schemas"].values():
        if component.get("properties"):
            component.setdefault("additionalProperties", False)
    document["components"]["securitySchemes"] = {"token": document["components"]["securitySchemes"]["token"]}
    for methods in document["paths"].values():
        for operation in methods.values():  # the token alone decides, whatever other credentials a request has
            operation["security"] = [way for way in operation["security"] if way.keys() <= {"token"}]
    return document


def configuration(world: World) -> str:
    """Return the Schemathesis configuration (TOML): four path parameters in five are real ids."""
    ids = {"games": world.games, "players": world.players, "pools": world.pools}
    lines = ["color = false", "[output.truncation]", "enabled = true"]
    for name, values in ids.items():
        lines += [f"[dictionaries.{name}]", f"values = {json.dumps(values)}"]
    lines += [
        "[checks.positive_data_acceptance]",
        f"expected-statuses = {json.dumps(FORM_OR_RULES)}",
        "[checks.negative_data_rejection]",
        'expected-statuses = ["400", "401", "403", "404", "405", "409", "413", "415", "422"]',
        "[warnings]",
        "enabled = false",
    ]
    for name, path in (("games", "/games/"), ("players", "/players/"), ("pools", "/pairing-pools/")):
        lines += [
            "[[operations]]",
            f'include-path-regex = "{path}\\\\{{public_id"',
            "[operations.parameters]",
            f'"path.public_id" = {{ dictionary = "{name}", probability = 0.8 }}',
        ]
    return "\n".join(lines) + "\n"


def run(site: LiveSite, world: World, token: str | None, phases: str, *limits: str) -> subprocess.CompletedProcess[str]:
    with tempfile.TemporaryDirectory() as folder:
        document, settings = Path(folder) / "openapi.json", Path(folder) / "schemathesis.toml"
        document.write_text(json.dumps(strict_document()))
        settings.write_text(configuration(world))
        command = [
            sys.executable, "-m", "schemathesis.cli", "--config-file", str(settings), "run", str(document),
            "--url", site.url, "--phases", phases, "--continue-on-failure",
            "--request-timeout", "20", "--suppress-health-check", "all", *limits,
        ]  # fmt: skip
        for name in (*ENDLESS, *LASTING):
            command += ["--exclude-operation-id", name]
        if token is not None:
            command += ["--header", f"Authorization: Bearer {token}"]
        # A run must not depend on what Schemathesis stored in an earlier one.
        environment = {**os.environ, "HOME": folder}
        return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.tools.api_fuzz", description=__doc__)
    parser.add_argument("--minutes", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    own = servers.begin_run()
    try:
        site = new_site(servers.run_folder() / "fuzzed-var", DJANGO_SETTINGS_MODULE="tests.unlimited")
        site.start()
        try:
            return fuzz(site, options.minutes * 60, options.seed)
        finally:
            site.end()
    finally:
        if own:
            servers.end_run()


def fuzz(site: LiveSite, seconds: int, seed: int) -> int:
    """Run all callers one after the other within `seconds`; return the worst exit status."""
    world, worst = build(site), 0
    for name, token, share in (("nobody", None, 0.2), ("reading", world.reading, 0.2), ("everything", world.full, 0.6)):
        print(f"--- {name}", flush=True)
        limits = ("--max-time", str(int(seconds * share)), "--seed", str(seed), "--generation-database", "none")
        done = run(site, world, token, "examples,coverage,fuzzing,stateful", *limits)
        print(done.stdout + done.stderr, flush=True)
        worst = max(worst, done.returncode)
    return worst


if __name__ == "__main__":
    sys.exit(main())
