"""A game as one JSON document that anybody can check (docs/formats/log.md, RULES.md E)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal

import msgspec

from engine import registry, replay
from engine.chance import commitment
from engine.core import JSON, GameError
from engine.replay import Event, LogError, Position

FORMAT = "pyramido-game/1"


class Components(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    sha256: str
    content: str | None = None


class Export(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The document; hashes, the secret and the nonces are lower-case hex of 32 bytes."""

    format: Literal["pyramido-game/1"]
    game: str
    rules_version: int
    options: dict[str, Any]
    components: Components
    commitment: str
    secret: str
    nonces: tuple[str, ...]
    events: tuple[Event, ...]


class BadExport(ValueError):
    """The document cannot be read as an export at all; the message says where."""


def export(position: Position, events: Iterable[Event]) -> JSON:
    """The export of a finished game. Raises ValueError while the game goes on: its secret is not public yet."""
    if not position.over:
        raise ValueError("a running game has no export: its secret is still secret")
    return {
        "format": FORMAT,
        "game": position.rules.key,
        "rules_version": position.rules.version,
        "options": position.options,
        "components": {"sha256": position.rules.components},
        "commitment": commitment(position.secret),
        "secret": position.secret.hex(),
        "nonces": [nonce.hex() for nonce in position.nonces],
        "events": [msgspec.to_builtins(event) for event in events],
    }


def read(raw: bytes | JSON) -> Export:
    """Raises :class:`BadExport`."""
    try:
        if isinstance(raw, bytes):
            return msgspec.json.decode(raw, type=Export)
        return msgspec.convert(raw, Export)
    except msgspec.DecodeError as error:
        raise BadExport(f"this is no {FORMAT} export: {error}") from None


def rebuild(document: Export) -> Position:
    """Check a whole export and return its last position. Raises BadExport or LogError (with the first bad event)."""
    secret, nonces = _secrets(document)
    try:
        rules = registry.get(document.game, document.rules_version)
    except GameError as error:
        raise BadExport(error.detail) from None
    if document.components.sha256 != rules.components:
        raise BadExport(
            f"the game was played with component file {document.components.sha256}; "
            f"{rules.key} version {rules.version} has {rules.components}"
        )
    if document.events and document.events[0].kind == "start":
        head = document.events[0].payload
        for field in ("game", "rules_version", "options", "commitment"):
            if head.get(field) != getattr(document, field):
                raise LogError(0, f"its {field} is {head.get(field)!r}, the export says {getattr(document, field)!r}")
    position = replay.check(document.events, secret, nonces, document.commitment)
    if not position.over:
        raise LogError(position.seq + 1, "the log ends before the game does", position)
    return position


def upto(document: Export, seq: int | None) -> Position:
    """The position after event `seq` (None: the last), folded without checking. Raises LogError, BadExport."""
    secret, nonces = _secrets(document)
    events = document.events if seq is None else document.events[: seq + 1]
    return replay.fold(events, secret, nonces)


def _secrets(document: Export) -> tuple[bytes, tuple[bytes, ...]]:
    try:
        values = [bytes.fromhex(value) for value in (document.secret, *document.nonces)]
    except ValueError as error:
        raise BadExport(f"secret or nonce is not hex: {error}") from None
    for name, value in zip(("secret", *("nonce",) * len(document.nonces)), values, strict=True):
        if len(value) != 32:
            raise BadExport(f"a {name} has 32 bytes, not {len(value)}")
    return values[0], tuple(values[1:])
