"""A game as one JSON document that anyone can verify (docs/formats/log.md, docs/rules.md E)."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Sequence
from typing import Any, Literal

import msgspec

from engine import canonical, registry, replay
from engine.chance import commitment
from engine.core import JSON, GameError, Rules
from engine.dominoes import built_in_files
from engine.newtypes import FIRST, Seq
from engine.position import Event, LogError, Position

FORMAT = "pyramido-game/1"
_HEX = re.compile("[0-9a-f]{64}")


class Components(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The component file of a game: its SHA-256, and its content unless it is a built-in file."""

    sha256: str
    content: str | None = None


class Export(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The document. Hashes, the secret and the nonces are 32 bytes as lower-case hex."""

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
    """The document is not an export; the message says where."""


def export(position: Position, events: Iterable[Event]) -> JSON:
    """Return the export of a finished or aborted game.

    Raise ValueError if the game goes on, as its secret is not public yet.
    """
    if not position.ended:
        raise ValueError("a running game has no export: its secret is still secret")
    return {
        "format": FORMAT,
        "game": position.rules.key,
        "rules_version": position.rules.version,
        "options": position.options,
        "components": _components(position.rules),
        "commitment": commitment(position.secret),
        "secret": position.secret.hex(),
        "nonces": [nonce.hex() for nonce in position.nonces],
        "events": [msgspec.to_builtins(event) for event in events],
    }


def from_log(events: Sequence[Event]) -> Export:
    """Return the export of a finished game from the log alone, without replaying it; the last event holds the secret
    and the nonces. The log of an aborted game lacks both.

    Raise ValueError if the log does not end with `finished` or this version of the software lacks its component file,
    GameError if it lacks the rules.
    """
    first, last = events[0], events[-1]
    if last.kind != "finished":
        raise ValueError("a game that was not played to its end has no export")
    head = first.payload
    rules = registry.get(head["game"], head["rules_version"])
    if rules.components_sha256 != head["components"]:
        raise ValueError(f"this version of the software does not have component file {head['components']}")
    return Export(
        format="pyramido-game/1",
        game=head["game"],
        rules_version=head["rules_version"],
        options=head["options"],
        components=Components(**_components(rules)),
        commitment=head["commitment"],
        secret=last.payload["secret"],
        nonces=tuple(last.payload["nonces"]),
        events=tuple(events),
    )


def _components(rules: Rules[Any, Any]) -> JSON:
    """The content hash, and the content too unless the file is built in (docs/rules.md E)."""
    named: JSON = {"sha256": rules.components_sha256}
    return named if rules.components_sha256 in built_in_files() else {**named, "content": rules.component_file.decode()}


def read(raw: bytes | JSON) -> Export:
    """Read an export. Raise :class:`BadExport` if it is not one."""
    try:
        return msgspec.convert(load(raw) if isinstance(raw, bytes) else raw, Export)
    except ValueError as error:  # msgspec's errors are ValueErrors
        raise BadExport(f"this is not an export in the format {FORMAT}: {error}") from None


def load(raw: bytes) -> Any:
    """Return the JSON value of a file or a line. Raise ValueError if it is not strict JSON or nested too deeply."""
    try:
        value = json.loads(raw, object_pairs_hook=_once, parse_constant=_no_constant)
    except RecursionError:
        raise ValueError(canonical.TOO_DEEP) from None
    canonical.check_depth(value)
    return value


def _no_constant(name: str) -> Any:
    raise ValueError(f"{name} is not valid JSON")


def _once(pairs: list[tuple[str, Any]]) -> JSON:
    """An `object_pairs_hook` for json. Raise ValueError if an object has the same key twice."""
    made = dict(pairs)
    if len(made) < len(pairs):
        raise ValueError("an object has the same field twice")
    return made


def rebuild(document: Export) -> Position:
    """Verify a whole export and return its last position. Raise BadExport, or LogError with the first bad event."""
    secret, nonces = _secrets(document)
    try:
        rules = registry.get(document.game, document.rules_version)
    except GameError as error:
        raise BadExport(error.detail) from None
    named, content = document.components.sha256, document.components.content
    if content is not None and hashlib.sha256(content.encode(errors="surrogatepass")).hexdigest() != named:
        raise BadExport("the content of the component file does not have the SHA-256 that the export names")
    if document.components.sha256 != rules.components_sha256:
        raise BadExport(
            f"the game was played with component file {document.components.sha256}; "
            f"this version of the software has {rules.components_sha256} for {rules.key} version {rules.version}: "
            "put the file of the export into engine/data to check it"
        )
    if document.events and document.events[0].kind == "start":
        head = document.events[0].payload
        for field in ("game", "rules_version", "options", "commitment"):
            if not canonical.alike(head.get(field), getattr(document, field)):
                said, exported = replay.short(head.get(field)), replay.short(getattr(document, field))
                raise LogError(FIRST, f"its {field} is {said}, the export says {exported}")
    position = replay.check(document.events, secret, nonces, document.commitment)
    if not position.ended:
        raise LogError(Seq(position.seq + 1), "the log ends before the game does", position)
    return position


def upto(document: Export, seq: Seq | None) -> Position:
    """Return the position after event `seq` (None: the last), folded unchecked. Raise LogError or BadExport."""
    secret, nonces = _secrets(document)
    if seq is not None and not 0 <= seq < len(document.events):
        raise BadExport(f"there is no event {seq}: the log runs from 0 to {len(document.events) - 1}")
    events = document.events if seq is None else document.events[: seq + 1]
    return replay.fold(events, secret, nonces)


def _secrets(document: Export) -> tuple[bytes, tuple[bytes, ...]]:
    """The secret and the nonces as bytes. Raise BadExport if one is not 64 lower-case hex digits."""
    for name, text in (("secret", document.secret), *(("nonce", nonce) for nonce in document.nonces)):
        if _HEX.fullmatch(text) is None:
            raise BadExport(f"a {name} must be 64 lower-case hex digits (32 bytes), not {text[:80]!r}")
    return bytes.fromhex(document.secret), tuple(map(bytes.fromhex, document.nonces))
