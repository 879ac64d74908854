"""Log lines: their format, the ids that they carry, and data that must never appear in one."""

from __future__ import annotations

import json
import logging
import secrets
from typing import Any

import httpx
import pytest
from django.db import IntegrityError
from django.http import HttpResponse
from django.test import Client, RequestFactory
from websockets.sync.client import connect
from websockets.typing import Origin

from pyramido_site.infrastructure import log_context
from pyramido_site.infrastructure.log_context import Origin as LogOrigin
from pyramido_site.logs import Formatter, JSONFormatter
from pyramido_site.observed import Observed
from tests.games import play
from tests.live import LiveSite
from tests.servers import wait_until

LEAKY = 'new row violates "games_check"\nDETAIL:  Failing row contains (7, the secret move,\nand more).'


def record(message: str, *arguments: Any, error: BaseException | None = None, **more: Any) -> logging.LogRecord:
    info: Any = None if error is None else (type(error), error, error.__traceback__)
    made = logging.LogRecord("games", logging.WARNING, __file__, 1, message, arguments, info)
    made.__dict__.update(more)
    return made


def raised(error: Exception, cause: Exception | None = None) -> Exception:
    """Return the error with a traceback, as a handler catches it."""
    with pytest.raises(type(error)) as caught:
        raise error from cause
    return caught.value


def test_a_line_is_one_object() -> None:
    token = log_context.begin(LogOrigin("request-1", game="abc", task="games.tasks.rate", task_id="t"))
    try:
        line = JSONFormatter().format(
            record("two\nlines of %s", "ä", status=200, secret="x", error=raised(ValueError("v")))
        )
    finally:
        log_context.end(token)
    assert "\n" not in line
    told = json.loads(line)
    assert told.pop("time").endswith("+00:00") and told.pop("pid") > 0
    exception = told.pop("exception")
    assert exception.endswith("builtins.ValueError: v") and "in raised" in exception
    assert told == {
        "level": "WARNING", "logger": "games", "message": "two\nlines of ä", "request_id": "request-1", "game": "abc",
        "task": "games.tasks.rate", "task_id": "t", "status": 200,
    }  # fmt: skip


@pytest.mark.parametrize("formatter", [Formatter(), JSONFormatter()])
def test_values_quoted_by_the_database_are_cut_off(formatter: logging.Formatter) -> None:
    cause = raised(IntegrityError(LEAKY))
    error = raised(RuntimeError(f"it failed: {cause!r}"), cause)
    for made in (record("no move", error=error), record("Task raised: %r", cause), record("Task raised: %s", cause)):
        line = formatter.format(made)
        assert "games_check" in line and "secret" not in line and "and more" not in line


def test_an_address_is_shown_by_its_pattern() -> None:
    request = RequestFactory().get("/notifications/unsubscribe/the-secret/")
    line = Formatter().format(record("Forbidden: %s", request.path, request=request))
    assert line.endswith("Forbidden: (no such address)")


@pytest.mark.parametrize(
    ("path", "text", "shown"),
    [
        ("/", "fields 1034/1035 at /", "fields 1034/1035 at (no such address)"),
        ("/1035", "fields 1034/1035: /1035", "fields 1034/1035: (no such address)"),
        ("/secret/", "Forbidden: /secret/.", "Forbidden: (no such address)."),
        ("/secret/", "(/secret/)", "((no such address))"),
        ("/secret/", "https://example.org:80/secret/?a", "https://example.org:80(no such address)?a"),
        ("/é .*/", "Not Found: /é .*/", "Not Found: (no such address)"),
    ],
)
def test_only_an_address_is_taken_for_one(path: str, text: str, shown: str) -> None:
    request = RequestFactory().get("/")
    request.path = path
    assert Formatter().format(record(text, request=request)).endswith(f": {shown}")


@pytest.mark.parametrize(
    "given", ["", "short", "x" * 65, "with space 1234", "ä" * 10, 'quote"1234567', "new\nline12345"]
)
def test_an_invalid_id_is_replaced(given: str) -> None:
    made = log_context.request_id(given)
    assert made != given and len(made) == 24 and made != log_context.request_id(given)


@pytest.mark.django_db
def test_the_answer_has_the_request_s_id() -> None:
    assert Client().get("/", headers={"x-request-id": "from-a-proxy.1"}).headers["X-Request-ID"] == "from-a-proxy.1"
    made = [Client().get("/").headers["X-Request-ID"] for _ in range(2)]
    assert made[0] != made[1]
    assert log_context.current() is None


def test_a_request_that_is_torn_down_is_no_longer_the_origin() -> None:
    def torn(_: object) -> HttpResponse:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        Observed(torn)(RequestFactory().get("/"))
    assert log_context.current() is None


@pytest.mark.django_db
def test_a_line_names_the_user_and_the_game(caplog: pytest.LogCaptureFixture) -> None:
    user = play.person("Explorer")
    game = play.solo(user)[0]
    client = Client()
    client.force_login(user)
    lines: list[str] = []

    class Keep(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            lines.append(JSONFormatter().format(record))

    handler = Keep()
    logger = logging.getLogger("pyramido_site.requests")
    logger.addHandler(handler)
    try:
        with caplog.at_level(logging.INFO, logger.name):
            client.get(f"/api/v1/games/{game.public_id}/view")
    finally:
        logger.removeHandler(handler)
    told = json.loads(lines[0])
    assert (told["game"], told["user"]) == (game.public_id, user.public_id)
    assert (told["method"], told["status"]) == ("GET", 200)
    assert told["route"] == "/api/v1/games/<public_id:public_id>/view"


# --- a whole site ---------------------------------------------------------------------------------------------------

WORLD = """
import json
from django.test import Client
from accounts.access import tokens
from tests.games import play
from tests.people import account
user = account("Explorer")
client = Client()
client.force_login(user)
text = tokens.make(user, "bot", ["games:read", "games:play"], 30)[1]
game = play.solo(user)[0]
table = play.against(user, "pyramido", ["random"])
print(json.dumps({"user": user.public_id, "cookie": client.cookies["sessionid"].value, "token": text,
                  "game": game.public_id, "table": table.public_id}))
"""


@pytest.mark.slow(40)
def test_no_line_of_a_site_contains_user_input(own_site: LiveSite) -> None:
    world = json.loads(own_site.run(WORLD))
    hidden = {name: f"hidden-{name}-{secrets.token_hex(6)}" for name in (
        "password", "wrong", "address", "query", "text", "spoken", "note", "action", "frame", "key", "bearer",
        "unsubscribe", "reset", "closed", "csrf", "cookie", "header",
    )}  # fmt: skip
    hidden["address"] = secrets.token_hex(16)  # a password that resembles the address is refused
    own_site.settings.update(LOG_LEVEL="DEBUG", LOG_FORMAT="json")
    own_site.start()
    csrf = "t" * 32
    anybody = httpx.Client(
        base_url=own_site.url, cookies={"csrftoken": csrf}, headers={"X-CSRFToken": csrf}, timeout=60
    )
    name = f"Newcomer{secrets.token_hex(3)}"
    form = {"username": name, "password1": hidden["password"], "email": f"{hidden['address']}@example.org"}
    assert anybody.post("/accounts/signup/", data=form).status_code == 302
    stranger = httpx.Client(
        base_url=own_site.url, cookies={"csrftoken": csrf}, headers={"X-CSRFToken": csrf}, timeout=60
    )
    assert stranger.post("/accounts/login/", data={"login": name, "password": hidden["wrong"]}).status_code == 200
    stranger.get(
        f"/?next={hidden['query']}", headers={"Cookie": f"sessionid={hidden['cookie']}", "X-Other": hidden["header"]}
    )
    stranger.get(f"/notifications/unsubscribe/{hidden['unsubscribe']}/")
    stranger.get(f"/accounts/password/reset/1a-{hidden['reset']}/")
    stranger.get(f"/closed-account/{hidden['closed']}/")
    stranger.post("/accounts/guest/", headers={"X-CSRFToken": hidden["csrf"]})
    assert stranger.get("/api/v1/games", headers={"Authorization": f"Bearer {hidden['bearer']}"}).status_code == 401

    player = httpx.Client(
        base_url=f"{own_site.url}/api/v1/games/",
        cookies={"csrftoken": csrf, "sessionid": world["cookie"]}, headers={"X-CSRFToken": csrf}, timeout=60,
    )  # fmt: skip
    assert player.get(f"{world['game']}/view", headers={"Authorization": f"Bearer {world['token']}"}).status_code == 200
    malformed = {"expected_seq": 0, "action": {"type": hidden["action"], "space": hidden["action"]}}
    refused = player.post(f"{world['game']}/actions", json=malformed, headers={"Idempotency-Key": hidden["key"]})
    assert refused.status_code == 400
    assert player.post(f"{world['table']}/chat", json={"room": "players", "text": hidden["text"]}).status_code == 201
    assert player.put(f"{world['table']}/note", json={"text": hidden["note"]}).status_code == 200
    with connect(
        f"{own_site.url.replace('http', 'ws')}/ws/games/{world['table']}/",
        origin=Origin(own_site.url), additional_headers={"Cookie": f"sessionid={world['cookie']}"},
    ) as socket:  # fmt: skip
        socket.recv(timeout=20)
        socket.send(json.dumps({"type": "say", "ref": 1, "room": "players", "text": hidden["spoken"]}))
        socket.send(json.dumps({"type": "act", "ref": 2, "expected_seq": 0, "action": {"type": hidden["frame"]}}))
        refs: set[int] = set()
        while refs != {1, 2}:
            refs.add(json.loads(socket.recv(timeout=20)).get("ref"))
            refs.discard(None)

    from tests.games.full_site import first_action

    asked_for = ""
    for number in range(40):  # until the Legend is to move, whose turn runs as a task
        view = player.get(f"{world['game']}/view").json()
        action = first_action(view["view"]["decision"])
        sent = f"a-move-of-the-player.{number}"
        answer = player.post(
            f"{world['game']}/actions",
            json={"expected_seq": view["seq"], "action": action},
            headers={"X-Request-ID": sent},
        )
        assert answer.status_code == 200 and answer.headers["X-Request-ID"] == sent
        if action["type"] == "place":
            asked_for = sent
            break
    wait_until(
        lambda: f'"request_id": "{asked_for}", "game": "{world["game"]}", "task"' in own_site.log.read_text(),
        60,
        "the task",
    )
    own_site.stop()

    text = own_site.log.read_text()
    for what, value in {**hidden, "token": world["token"], "session": world["cookie"]}.items():
        assert value not in text, what
    lines = [json.loads(line) for line in text.splitlines() if line.startswith("{")]
    assert len(lines) > 20 and len(text.splitlines()) - len(lines) < 8  # the command that starts it prints plain text
    requests = [line for line in lines if line["logger"] == "pyramido_site.requests"]
    (move,) = [line for line in requests if line["request_id"] == asked_for]
    assert (move["game"], move["user"], move["status"]) == (world["game"], world["user"], 200)
    tasks = [
        line for line in lines if line.get("task") == "games.tasks.play_automatic" and line["request_id"] == asked_for
    ]
    assert tasks and all(line["game"] == world["game"] and line["task_id"] for line in tasks)
