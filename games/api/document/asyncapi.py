"""The AsyncAPI document of the sockets (docs/formats/asyncapi.json): frames, in the schemas of the OpenAPI document."""

from __future__ import annotations

import json
from typing import Any

from games.api.document import game_schemas
from games.api.document.json_schemas import per_game
from games.api.document.json_schemas.components import add_components
from games.api.document.messages import frame_shapes
from games.api.document.schema import HEAD

JSON = dict[str, Any]

SOCKETS = {
    "game": ("/ws/games/{id}/", "What happens in a game, and the caller's moves there.", "GameFrame", "GameRequest"),
    "account": ("/ws/account/", "What happens to the caller's account.", "AccountSocketFrame", "AccountRequest"),
    "lobby": ("/ws/lobby/", "Whether the list of open tables has changed.", "LobbyFrame", None),
}
"""By name: the address, what it is for, and the schemas of what the server and what clients send."""


def document() -> JSON:
    """Return the document, the same in every process and language."""
    schemas: JSON = {}
    add_components(frame_shapes.SENT | frame_shapes.RECEIVED, schemas)
    game_schemas.finish(schemas, [])
    made: JSON = {
        "asyncapi": "3.0.0",
        "info": {
            **{name: HEAD["info"][name] for name in ("title", "version")},
            "description": "The WebSockets of the site. Each message is a frame: an object with a `type`. "
            "docs/formats/api.md says in which order frames come, and how sockets end.",
            "license": {"name": "AGPL-3.0-or-later", "url": "https://www.gnu.org/licenses/agpl-3.0"},
        },
        "defaultContentType": "application/json",
        "channels": {},
        "operations": {},
        "components": {"messages": {}},
    }
    for name, (address, about, sent, received) in SOCKETS.items():
        messages = {message: schema for message, schema in (("sent", sent), ("received", received)) if schema}
        channel: JSON = {"address": address, "description": about, "messages": {}}
        if "{id}" in address:
            channel["parameters"] = {"id": {"description": "The id of the game."}}
        for message, schema in messages.items():
            made["components"]["messages"][schema] = {
                "description": schemas[schema]["description"], "payload": {"$ref": f"{per_game.REF}{schema}"},
            }  # fmt: skip
            channel["messages"][message] = {"$ref": f"#/components/messages/{schema}"}
            made["operations"][f"{name}{message.title()}"] = {
                "action": "send" if message == "sent" else "receive",
                "channel": {"$ref": f"#/channels/{name}"},
                "messages": [{"$ref": f"#/channels/{name}/messages/{message}"}],
            }
        made["channels"][name] = channel
    made["components"]["schemas"] = _needed(made, schemas)
    return made


def _needed(made: JSON, schemas: JSON) -> JSON:
    """Return the schemas to which the document refers, and those to which they refer."""
    found: set[str] = set()
    more = set(per_game.refs_in(made))
    while more:
        found |= more
        more = {ref for name in more for ref in per_game.refs_in(schemas[name])} - found
    return {name: _renamed(schemas[name]) for name in sorted(found)}


def _renamed(value: Any) -> Any:
    """Return the schema with OpenAPI's `discriminator` as an extension: AsyncAPI means another thing by that word."""
    if isinstance(value, list):
        return [_renamed(one) for one in value]
    if not isinstance(value, dict):
        return value
    return {"x-discriminator" if name == "discriminator" else name: _renamed(one) for name, one in value.items()}


def document_bytes() -> bytes:
    """Return the document as stored in docs/formats/asyncapi.json."""
    return (json.dumps(document(), indent=1, ensure_ascii=False) + "\n").encode()
