"""Reading compose.yml, as far as this site uses its format: services with their commands and environment."""

from __future__ import annotations

import re
import shlex
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

COMPOSE_FILE = Path(__file__).resolve().parents[2] / "docker" / "compose.yml"

REFERENCE = re.compile(r"\$(?:(\$)|\{([A-Z_]+)(?:(:-|:\?)([^}]*))?\})")
"""`$$`, `${NAME}`, `${NAME:-default}`, `${NAME:?error if it is missing}`."""


class ComposeError(RuntimeError):
    """The file cannot be used with these variables; the message is a sentence for the operator."""


@dataclass(frozen=True)
class Service:
    """A service: its command, environment and number of replicas."""

    name: str
    command: list[str]
    environment: dict[str, str]
    replicas: int
    grace_s: float
    """Time (s) to stop before it is killed."""
    restarts: bool
    volumes: dict[str, str] = field(default_factory=dict)
    """Mount points of its named volumes: path → name."""


def read(variables: Mapping[str, str]) -> dict[str, Service]:
    """Return the services of compose.yml in its order, with `variables` filled in.

    Raise ComposeError if one is missing.
    """
    with COMPOSE_FILE.open(encoding="utf-8") as file:
        document = _filled(yaml.safe_load(file), variables)
    return {name: _service(name, entry) for name, entry in document["services"].items()}


def _service(name: str, entry: dict[str, Any]) -> Service:
    command = entry.get("command", [])
    return Service(
        name,
        shlex.split(command) if isinstance(command, str) else list(command),
        {key: str(value) for key, value in entry.get("environment", {}).items()},
        replicas=entry.get("deploy", {}).get("replicas", 1),
        grace_s=float(str(entry.get("stop_grace_period", "10s")).removesuffix("s")),
        restarts=entry.get("restart", "no") != "no",
        volumes={
            target: source
            for source, target, *_ in (volume.split(":") for volume in entry.get("volumes", []))
            if not source.startswith((".", "/"))
        },
    )


def _filled(value: Any, variables: Mapping[str, str]) -> Any:
    """Return `value` with all references in its texts replaced, as compose does."""
    if isinstance(value, dict):
        return {key: _filled(inner, variables) for key, inner in value.items()}
    if isinstance(value, list):
        return [_filled(inner, variables) for inner in value]
    return REFERENCE.sub(lambda match: _replacement(match, variables), value) if isinstance(value, str) else value


def _replacement(match: re.Match[str], variables: Mapping[str, str]) -> str:
    dollar, name, kind, word = match.groups()
    if dollar:
        return "$"
    value = variables.get(name, "")
    if not value and kind == ":?":
        raise ComposeError(word)
    if not value and kind is None and name not in variables:
        raise ComposeError(f"{COMPOSE_FILE.name} needs {name}.")
    return value or (word if kind == ":-" else "")
