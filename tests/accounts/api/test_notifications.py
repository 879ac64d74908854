"""Notifications and their preferences over REST."""

from __future__ import annotations

from typing import Any

import pytest

from accounts.models import User
from accounts.notifications.notification_kinds_and_defaults import KINDS
from accounts.notifications.services import tell
from tests.people import account, signed_in

pytestmark = pytest.mark.django_db

GAME = "p3Xk9QvT2mWz"


def told(user: User, seq: int) -> None:
    tell("your_turn", [user.pk], subject=GAME, key=f"turn:{seq}", data={"game": "Pyramido"})


def test_preferences_over_rest() -> None:
    client = signed_in(account("Anna"))
    shown = client.get("/api/v1/account/preferences").json()
    assert set(shown["matrix"]) == set(KINDS) and shown["zone"] == "UTC"

    def patch(body: object) -> tuple[int, dict[str, Any]]:
        answer = client.patch("/api/v1/account/preferences", body, content_type="application/json")
        return answer.status_code, answer.json()

    status, changed = patch({"zone": "Europe/Rome", "matrix": {"chat": {"email": "off"}}})
    assert status == 200 and changed["zone"] == "Europe/Rome"
    assert changed["matrix"] == {**shown["matrix"], "chat": {**shown["matrix"]["chat"], "email": "off"}}
    status, refused = patch({"zone": "Europe/Rome", "matrix": {"chat": {"fax": True}}})
    assert (status, refused["code"], refused["field"]) == (400, "malformed", "matrix.chat") and "fax" in refused[
        "detail"
    ]
    for field in (
        "language",
        "zone",
        "night_from",
        "night_to",
        "digest_minute",
        "challenges",
        "confirm_moves",
        "volume",
        "matrix",
    ):
        for value in (["en"], [["x"]], {"a": 1}, [], -1, 10**9, "\x7f", True, [None]):
            status, refused = patch({field: value})
            assert (status, str(refused["field"]).partition(".")[0]) == (400, field), (field, value, refused)
    for field in ("sounds", "vibration"):
        assert patch({field: False})[1][field] is False
        assert patch({field: "off"})[1]["field"] == field
    assert patch({"volume": 0})[1]["volume"] == 0
    assert patch([])[0] == patch({"night_from": 3})[0] == patch({"colour": "red"})[0] == 400


def test_reading_over_rest() -> None:
    anna = account("Anna")
    for seq in range(3):
        told(anna, seq)
    client = signed_in(anna)

    def read(body: object) -> Any:
        return client.post("/api/v1/notifications/read", body, content_type="application/json").json()

    assert read({"keys": ["turn:0", "none of mine"]}) == {"unread": 1}
    assert read({})["status"] == read({"all": False})["status"] == read({"keys": "turn:1"})["status"] == 400
    (line, *_) = client.get("/api/v1/notifications", {"unread": "true"}).json()["results"]
    assert line == {
        "key": "turn:2", "kind": "your_turn", "subject": GAME, "text": "Pyramido – it is your turn.",
        "url": f"/games/{GAME}/", "data": {"game": "Pyramido"}, "seq": None,
        "created_ms": line["created_ms"], "read": False,
    }  # fmt: skip
    assert read({"subject": GAME}) == {"unread": 0}


def test_what_a_page_has_shown_is_read() -> None:
    anna = account("Anna")
    client = signed_in(anna)
    data = {"game": "Pyramido", "who": "Berta"}
    for seq, kind in enumerate(("game_started", "your_turn", "game_finished")):
        tell(kind, [anna.pk], subject=GAME, key=f"{kind}", data=data, seq=seq)
    tell("your_turn", [anna.pk], subject="another", key="elsewhere", data=data, seq=1)
    tell("chat", [anna.pk], subject=GAME, key="chat", data=data)

    def read(body: object) -> Any:
        return client.post("/api/v1/notifications/read", body, content_type="application/json").json()

    def unread() -> list[str]:
        found = client.get("/api/v1/notifications", {"unread": "true"}).json()["results"]
        return [one["key"] for one in found]

    wrong: list[dict[str, object]] = [{"seq": 1}, {"keys": [], "seq": 1}, {"all": True, "seq": 1}]
    wrong += [{"subject": GAME, "seq": seq} for seq in (-1, True, "1", 2**31, None)]
    for body in (*wrong, {"subject": GAME, "seq": 1, "all": True}):
        assert read(body)["status"] == 400, body
    assert read({"subject": GAME, "seq": 0}) == {"unread": 2}
    assert unread() == ["chat", "elsewhere", "game_finished", "your_turn"]
    assert read({"subject": GAME, "seq": 1}) == {"unread": 2}
    assert read({"subject": GAME, "seq": 5}) == {"unread": 2}  # the chat is not on the board
    assert unread() == ["chat", "elsewhere"]
    assert read({"subject": GAME}) == {"unread": 1}
