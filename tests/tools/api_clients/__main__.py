"""Check the API's documents, and make clients from them: `python -m tests.tools.api_clients` (`make clients`), or only
the steps that are named: `python -m tests.tools.api_clients lint` (`make api-lint`).

Redocly's rules find no error in docs/formats/openapi.json, and docs/formats/asyncapi.json is as its specification says.
openapi-python-client, datamodel-codegen and openapi-typescript understand the whole document, the types of what they
make are sound, and a few lines that use them are right or wrong as they should be. A game that a client was made
before is no error in a list.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import jsonschema_rs

from tests.sampling import ROOT

HERE = Path(__file__).resolve().parent
BIN = Path(sys.executable).parent
NODE_BIN = HERE / "node_modules" / ".bin"
OPENAPI, ASYNCAPI = (ROOT / "docs" / "formats" / name for name in ("openapi.json", "asyncapi.json"))
SPECIFICATION = HERE / "node_modules" / "@asyncapi" / "specs" / "schemas" / "3.0.0-without-$id.json"

KINDS_OF_FILES = """\
content_type_overrides:
  application/gzip: application/octet-stream
  application/problem+json: application/json
  application/x-ndjson: text/plain
  image/png: application/octet-stream
  image/svg+xml: application/octet-stream
post_hooks: []
"""
"""Configuration of openapi-python-client, which knows only usual media types."""

USES_CLIENT = """\
import httpx
from client import AuthenticatedClient
from client.api.games import get_legal_actions
from client.models.account_game import AccountGame
from client.models.pyramido_act import PyramidoAct
from client.models.pyramido_legal_actions import PyramidoLegalActions
from client.models.pyramido_place import PyramidoPlace

PLACE = {"type": "place", "quarry": 2, "x": 0, "y": 0, "rotation": 90}
GAME = {"id": "p3Xk9QvT2mWz", "url": "/", "game": "chess", "status": "running", "seat": 0, "seq": 1, "your_turn": True}
GAME["deadline_ms"] = None
SENT = {"game": "pyramido", "seq": 3, "actions": [PLACE], "complete": True}
site = httpx.MockTransport(lambda request: httpx.Response(200, json=SENT))
client = AuthenticatedClient("https://play.example.org", token="pyr_", httpx_args={"transport": site})
found = get_legal_actions.sync("p3Xk9QvT2mWz", client=client)
assert isinstance(found, PyramidoLegalActions)
action = found.actions[0]
assert isinstance(action, PyramidoPlace) and action.quarry == 2 and action.to_dict() == PLACE
assert AccountGame.from_dict(GAME).game == "chess"
assert PyramidoAct(expected_seq=3, action=action).to_dict() == {"expected_seq": 3, "action": PLACE}
"""

USES_MODELS = """\
import models
from pydantic import ValidationError

PLACE = {"type": "place", "quarry": 2, "x": 0, "y": 0, "rotation": 90}
act = models.Act.model_validate({"game": "pyramido", "expected_seq": 3, "action": PLACE}).root
assert isinstance(act, models.PyramidoAct) and isinstance(act.action.root, models.PyramidoPlace)
assert act.action.root.quarry == 2
game = {"id": "p3Xk9QvT2mWz", "url": "/", "game": "chess", "status": "running", "seat": 0, "seq": 1, "your_turn": True}
assert models.AccountGame.model_validate({**game, "deadline_ms": None}).game.root == "chess"
try:
    models.Act.model_validate({"game": "forgotten-treasures", "expected_seq": 3, "action": PLACE})
except ValidationError:
    pass
else:
    raise AssertionError("a field that the game does not have was dropped")
"""

USES_TYPES = """\
import type { components, paths } from "./api";

type Schemas = components["schemas"];

export const act: Schemas["Act"] = {
  game: "pyramido",
  expected_seq: 3,
  action: { type: "place", quarry: 2, x: 0, y: 0, rotation: 90 },
};
export const wrong: Schemas["Act"] = {
  game: "pyramido",
  expected_seq: 3,
  // @ts-expect-error: of another game
  action: { type: "take", space: 1, gem: "red" },
};
export const table: Schemas["OpenTable"] = { game: "pyramido" };

export function counted(view: Schemas["GameView"]): number {
  if (view.game === "pyramido") return view.quarry.length;
  if (view.game === "silver-gold-pyramids") return view.deck;
  return view.seats.reduce((sum, seat) => sum + (seat.kind === "legend" ? seat.pile.length : seat.areas.length), 0);
}

export function said(line: Schemas["GameLine"]): string {
  switch (line.type) {
    case "view":
      return line.table.id;
    case "events":
      return line.events.map((event) => (event.kind === "vacation" ? String(event.payload.away) : event.kind)).join();
    case "error":
      return line.code;
    default:
      return line.type;
  }
}

export type Shown = paths["/api/v1/games/{public_id}/view"]["get"]["responses"][200]["content"]["application/json"];
"""


def run(folder: Path, *command: str | Path) -> None:
    """Run a command; raise SystemExit with what it said if it fails or warns."""
    environment = {**os.environ, "PATH": f"{BIN}{os.pathsep}{os.environ.get('PATH', '')}"}
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    if done.returncode or "WARNING parsing" in done.stdout + done.stderr:
        raise SystemExit(f"{' '.join(map(str, command))}\n{done.stdout}{done.stderr}")


def lint(folder: Path) -> None:
    run(HERE, "node", "lint.mjs", OPENAPI)
    specification = json.loads(SPECIFICATION.read_bytes())
    jsonschema_rs.validator_for(specification).validate(json.loads(ASYNCAPI.read_bytes()))


def openapi_python_client(folder: Path) -> None:
    (folder / "configuration.yml").write_text(KINDS_OF_FILES)
    run(
        folder, BIN / "openapi-python-client", "generate", "--path", OPENAPI, "--meta", "none",
        "--output-path", folder / "client", "--config", "configuration.yml", "--fail-on-warning",
    )  # fmt: skip
    (folder / "uses_client.py").write_text(USES_CLIENT)
    run(folder, BIN / "mypy", "--strict", "--config-file=", "client", "uses_client.py")
    run(folder, sys.executable, "uses_client.py")


def datamodel_codegen(folder: Path) -> None:
    run(
        folder, BIN / "datamodel-codegen", "--input", OPENAPI, "--input-file-type", "openapi", "--output", "models.py",
        "--output-model-type", "pydantic_v2.BaseModel", "--target-python-version", "3.11", "--use-annotated",
        "--enum-field-as-literal", "all", "--formatters", "builtin",
    )  # fmt: skip
    (folder / "uses.py").write_text(USES_MODELS)
    run(folder, BIN / "mypy", "--strict", "--config-file=", "models.py", "uses.py")
    run(folder, sys.executable, "uses.py")


def openapi_typescript(folder: Path) -> None:
    run(folder, NODE_BIN / "openapi-typescript", OPENAPI, "--output", "api.d.ts")
    (folder / "uses.ts").write_text(USES_TYPES)
    compiler = ("--noEmit", "--strict", "--target", "es2022", "--module", "esnext", "--moduleResolution", "bundler")
    run(folder, NODE_BIN / "tsc", *compiler, "uses.ts")


STEPS: tuple[Callable[[Path], None], ...] = (lint, openapi_python_client, datamodel_codegen, openapi_typescript)


def main() -> None:
    named = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        for step in STEPS:
            if named and step.__name__ not in named:
                continue
            step(Path(folder))
            print(f"{step.__name__}: well", flush=True)


if __name__ == "__main__":
    main()
