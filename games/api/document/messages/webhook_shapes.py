"""Shapes of the requests that the site sends to addresses of users (docs/notifications.md, docs/formats/bots.md)."""

from __future__ import annotations

from typing import Any, TypedDict

from games.api.document.messages.frame_shapes import ViewFrame
from games.api.document.scalars import SeatIndex
from games.requests import bodies
from pyramido_site.infrastructure.json_bodies import Millis

JSON = dict[str, Any]


class NotificationDelivery(TypedDict):
    """Something that the owner of a webhook was told. `id` is that of the delivery, `key` that of the notification."""

    id: str
    kind: str
    subject: str
    key: str
    text: str
    url: str
    data: dict[str, Any]
    created_ms: Millis


class DecisionCall(TypedDict):
    """A decision that a bot owes in the game with the id `game`. `actions` are legal ones, of the game with the key
    `frame.table.game`; `complete` says whether these are all.
    """

    delivery: str
    game: str
    seat: SeatIndex
    seq: int
    frame: ViewFrame
    actions: list[dict[str, Any]]
    complete: bool


def webhooks() -> JSON:
    """Return the `webhooks` of the document, with types in place of schemas."""
    return {
        "notification": _call(
            "notified",
            "A notification, for an account's webhook",
            NotificationDelivery,
            {"2XX": {"description": "It was received. After anything else it is sent again, for three days."}},
        ),
        "decision": _call(
            "owedDecision",
            "A decision that a bot owes, for the bot's webhook",
            DecisionCall,
            {
                "200": {
                    "description": "The action to play; answered within 5 seconds.",
                    "content": {"application/json": {"schema": bodies.Act}},
                },
                "202": {"description": "The bot will act over the API."},
            },
        ),
    }


def _call(name: str, summary: str, body: Any, answers: JSON) -> JSON:
    headers = {
        "Pyramido-Delivery": "The same when it is sent again.",
        "Pyramido-Signature": "`t=SECONDS,v1=HEX`: the HMAC-SHA-256 of the seconds, a dot and the body with the "
        "webhook's secret.",
    }
    parameters = [
        {"name": header, "in": "header", "required": True, "description": about, "schema": {"type": "string"}}
        for header, about in headers.items()
    ]
    return {
        "post": {
            "operationId": name,
            "summary": summary,
            "tags": ["webhooks"],
            "security": [],
            "parameters": parameters,
            "requestBody": {"required": True, "content": {"application/json": {"schema": body}}},
            "responses": answers,
        }
    }
