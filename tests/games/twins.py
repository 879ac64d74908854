"""Twin tables: identical up to a secret phase, one after the other on the same site with the same people.

A `Twin` is set up from an opening, observed over every way out of the site by all who do not sit on the submitting
seat, and removed at the end, so that the next one finds the site in the same state. Everything `seen` of two twins has
to be the same; clocks are replaced by as many zeros.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from datetime import UTC, datetime
from types import TracebackType
from typing import Any
from urllib.parse import quote

from django.test import Client

from accounts.models import User
from engine.core import JSON
from engine.newtypes import SeatNumber
from games.api.http.etags import tag_of
from games.models import Event, Game, GameSecret, Seat
from games.people.services.purge_game import purge_game
from games.record import positions
from games.record.projections import project
from pyramido_site.infrastructure.public_ids import new_public_id
from tests.games import play
from tests.games.lines import Lines
from tests.games.secret_phases import Opening
from tests.games.sockets import Socket, in_database
from tests.games.study.studies import said_by_study
from tests.people import forget_limits
from tests.site.infrastructure.patching import apply

TOKEN = "t" * 32
OPENED_AT = datetime(2026, 1, 31, 12, tzinfo=UTC)
SUBMITTER = "the submitter"

_CLOCK = re.compile(r'("(?:at_ms|made_ms|changed_ms|server_now_ms|deadline_ms|/table/deadline_ms","value)": ?)\d{13}\b')
_AGO = re.compile(r"<time datetime=[^<]*</time>")
_FORM_TOKEN = re.compile(r'(name="(?:csrfmiddlewaretoken|once)" value=")[\w-]{43,64}"')
_ROW_NUMBER = re.compile(r"(?<=/game/)\d+(?=/)|(?<=value=\")\d+(?=\" id=\"id_seats-\d-(?:id|game)\")")
_REST = re.compile(r'("\w+");r=\d+;t=\d+')
"""How much of a limit the reader has left, by what the reader asked and when."""
_MOVED_AT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ|\d{1,2} \w{3} \d{4}, \d\d:\d\d")

Audience = tuple[User | None, Client]

Sight = tuple[str, str, str]
"""When, by whom, and where something was seen."""


def without_clocks(text: str) -> str:
    text = _REST.sub(r"\1", _CLOCK.sub(rf"\g<1>{'0' * 13}", text))
    return _FORM_TOKEN.sub(r'\1"', _AGO.sub("<time>", text))


@dataclass
class Seen:
    """What all but the submitter received: `before` the last submission was in, and `after`."""

    before: dict[Sight, str] = field(default_factory=dict)
    after: dict[Sight, str] = field(default_factory=dict)


class Cast:
    """The people of some twins, each with their own browser, and the public id that the twins share."""

    def __init__(self, seats: int) -> None:
        forget_limits()
        self.public_id = new_public_id()
        self.people = [play.person() for _ in range(seats)]
        self.passer_by, self.staff = play.person(), play.person()
        User.objects.filter(pk=self.staff.pk).update(is_staff=True, is_superuser=True)
        self.clients = {user.pk: _browser(user) for user in (*self.people, self.passer_by, self.staff)}
        self.visitor = _browser(None)

    def seat(self, number: int) -> Client:
        return self.clients[self.people[number].pk]

    def audiences(self, submitter: int, left: bool) -> dict[str, Audience]:
        """Return all audiences but the submitter: the other players, a user with an account, a visitor without one, and
        a player who has `left` the submitting seat to an AI.
        """
        users = {f"seat {n}": user for n, user in enumerate(self.people) if n != submitter}
        users["passer-by"] = self.passer_by
        if left:
            users["who has left"] = self.people[submitter]
        signed_in: dict[str, Audience] = {name: (user, self.clients[user.pk]) for name, user in users.items()}
        return {**signed_in, "visitor": (None, self.visitor)}


def _browser(user: User | None) -> Client:
    client = Client(enforce_csrf_checks=True, headers={"X-CSRFToken": TOKEN, "X-Request-ID": "of-both-twins"})
    if user is not None:
        client.force_login(user)
    client.cookies["csrftoken"] = TOKEN
    if user is not None:  # the first response of a session sets the device cookie
        assert client.get("/api/v1/account").status_code == 200
    return client


class Twin:
    """One table at an opening, with a socket of every audience that follows by patches. Use it with `async with`."""

    def __init__(self, cast: Cast, opening: Opening) -> None:
        self.cast, self.opening, self.seen = cast, opening, Seen()
        self.seat, self.public_id = opening.seat, cast.public_id
        self.audiences = cast.audiences(opening.seat, left=opening.position.ai[opening.seat] is not None)
        self.sockets: dict[str, Socket] = {}
        self.documents: dict[str, JSON] = {}
        self.events: dict[str, list[JSON]] = {}
        self.frames: dict[str, list[JSON]] = {}
        self.all_in = False

    async def __aenter__(self) -> Twin:
        await in_database(self.lay)
        users = {name: user for name, (user, _) in self.audiences.items()}
        for name, user in {**users, SUBMITTER: self.cast.people[self.seat]}.items():
            self.sockets[name] = await Socket.to(self.public_id, user)
            first = await self.sockets[name].frame()
            self.documents[name], self.events[name] = {"table": first["table"], "view": first["view"]}, []
            self.frames[name] = []
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> None:
        for socket in self.sockets.values():
            await socket.close()
        await in_database(purge_game, self.public_id, "its twin is next")

    def lay(self) -> None:
        """Create the rows as the services would have left them."""
        at, first = self.opening.position, self.opening.events[0]
        projection = project(at)
        game = Game.objects.create(
            public_id=self.public_id, game_key=at.rules.key, rules_version=at.rules.version, options=at.options,
            commitment=first.payload["commitment"], opened_at=OPENED_AT, started_ms=first.at_ms,
            **{name: getattr(projection, name) for name in projection.__slots__},
        )  # fmt: skip
        for number, (user, kind) in enumerate(zip(self.cast.people, first.payload["seats"], strict=True)):
            Seat.objects.create(game=game, number=SeatNumber(number), kind=kind, user=user, ai=at.ai[number] or "")
        nonces = {str(n): nonce.hex() for n, nonce in enumerate(at.nonces)}
        GameSecret.objects.create(game=game, secret=at.secret, nonces=nonces)
        Event.objects.bulk_create(
            Event(
                game=game, seq=event.seq, seat=event.seat, kind=event.kind, payload=event.payload, at_ms=event.at_ms,
                hash=bytes.fromhex(event.hash),
            )
            for event in self.opening.events
        )  # fmt: skip
        self.row_number = game.pk
        if self.opening.unfolded:
            positions.cache.put(positions.Entry(positions.read_info(game), at))

    # --- what is done -------------------------------------------------------------------------------------------------
    async def request(self, seat: int, verb: str, body: Any, key: str | None = None) -> tuple[int, JSON]:
        """Send a POST of a seat; return status and JSON."""
        answer = await in_database(self._post, self.cast.seat(seat), verb, body, key)
        return answer.status_code, json.loads(answer.content)

    def _post(self, client: Client, verb: str, body: Any, key: str | None = None) -> Any:
        headers = {} if key is None else {"Idempotency-Key": key}
        address = f"/api/v1/games/{self.public_id}/{verb}"
        raw = body if isinstance(body, str) else json.dumps(body)
        return client.post(address, raw, content_type="application/json", headers=headers)

    async def submit(self, action: JSON, key: str | None = None) -> None:
        """Let the submitter submit; check that it is accepted."""
        await self.accepted(self.seat, "actions", {"expected_seq": self.seq(), "action": action}, key)

    async def submit_by_socket(self, action: JSON, key: str) -> None:
        socket = self.sockets[SUBMITTER]
        act = {"type": "act", "ref": 1, "expected_seq": self.seq(), "action": action, "idempotency_key": key}
        await socket.send(act)
        frames = [await socket.frame(), await socket.frame()]  # `done` and `events` come in either order
        assert {frame["type"] for frame in frames} == {"done", "events"}, frames
        events = next(frame for frame in frames if frame["type"] == "events")
        self._take_in(SUBMITTER, events)
        await self.follow(events["seq"])

    async def other_submits(self, seat: SeatNumber, key: str | None = None) -> None:
        """Let another seat submit with the seq from the beginning of the phase: others' submissions do not make it
        stale.
        """
        body = {"expected_seq": self.opening.position.seq, "action": self.opening.submissions[seat]}
        answer = await self.accepted(seat, "actions", body, key)
        self.see("answer", f"seat {seat}", "actions", json.dumps(answer))

    async def accepted(self, seat: int, verb: str, body: Any, key: str | None = None) -> JSON:
        status, answer = await self.request(seat, verb, body, key)
        assert status == 200, answer
        await self.follow(answer["seq"])
        return answer

    def seq(self) -> int:
        """Return the seq, which all followers agree on."""
        return int(self.documents[SUBMITTER]["table"]["seq"])

    # --- what is seen -------------------------------------------------------------------------------------------------
    def see(self, moment: str, name: str, where: str, text: str) -> None:
        part = self.seen.after if self.all_in else self.seen.before
        sight = (moment, name, where)
        assert sight not in part, f"seen twice: {sight}"
        part[sight] = without_clocks(text)

    async def follow(self, seq: int) -> None:
        """Read every socket's frames up to `seq`."""
        for name, socket in self.sockets.items():
            while self.documents[name]["table"]["seq"] < seq:
                text = await socket.text()
                if name != SUBMITTER:
                    self.see(f"frame {len(self.frames[name])}", name, "socket", text)
                self._take_in(name, json.loads(text))

    def _take_in(self, name: str, frame: JSON) -> None:
        assert (frame["type"], frame["from"]) == ("events", self.documents[name]["table"]["seq"])
        self.documents[name] = apply(self.documents[name], frame["patch"])
        self.events[name] += frame["events"]
        self.frames[name].append(frame)

    async def look(self, moment: str, *, everywhere: bool = False) -> None:
        """Let all audiences request everything at the table again; `everywhere` includes the rest of the site."""
        await in_database(self._fetch_all, moment, everywhere)
        known = self.opening.position.seq
        for name, (user, _) in self.audiences.items():
            late = await Socket.to(self.public_id, user, f"?since={known}")
            self.see(moment, name, "new socket", await late.text())
            await late.close()
            await self.sockets[name].send({"type": "sync", "since": known})
            self.see(moment, name, "sync", await self.sockets[name].text())
            if everywhere:
                stream = await Lines.of(f"games/{self.public_id}/stream?since={known}", user)
                self.see(moment, name, "stream", json.dumps(await stream.frame()))
                await stream.cut()

    def _fetch_all(self, moment: str, everywhere: bool) -> None:
        for name, (_, client) in self.audiences.items():
            self._fetch(moment, name, client, self._at_the_table(everywhere))
        if not everywhere:
            return
        for name, (user, client) in self.audiences.items():
            if user is not None:
                self.see(moment, name, "own data", self._own_data(client))
                self.see(moment, name, "study", self._study(client))
        somebody = next(name for name in self.audiences if name.startswith("seat "))
        for name in (somebody, "visitor"):
            self._fetch(moment, name, self.audiences[name][1], self._on_the_site())
        for name, (_, client) in self.audiences.items():
            if name.startswith("seat "):
                for note, body in self._refused(SeatNumber(int(name.removeprefix("seat ")))).items():
                    answer = self._post(client, note.partition(",")[0], body)
                    assert answer.status_code >= 400, (note, answer.content)
                    self.see(moment, name, note, whole_answer(answer))
        staff = self.cast.clients[self.cast.staff.pk]
        for path in ("/admin/games/game/", f"/admin/games/game/{self.row_number}/change/"):
            text = _MOVED_AT.sub("<time>", whole_answer(staff.get(path)))
            self.see(moment, "staff", _ROW_NUMBER.sub("", path), _ROW_NUMBER.sub("", text))

    def _fetch(self, moment: str, name: str, client: Client, paths: list[str]) -> None:
        for path in paths:
            self.see(moment, name, path, whole_answer(client.get(path)))

    def _own_data(self, client: Client) -> str:
        """Return what a person's data downloads say of games."""
        text = "".join(client.get(f"/api/v1/account/{kind}").getvalue().decode() for kind in ("data", "games"))
        return "\n".join(line for line in text.splitlines() if json.loads(line).get("kind") in ("game", None))

    def _study(self, client: Client) -> str:
        """Return all that a study of this moment says: its form, itself, its moves and its file, without ids."""
        form = client.get(f"/studies/new/?game={self.public_id}&seq={self.seq()}")
        return "\n".join([whole_answer(form), *said_by_study(client, self.public_id, self.seq())])

    def _at_the_table(self, everywhere: bool) -> list[str]:
        page, address, known = f"/games/{self.public_id}", f"/api/v1/games/{self.public_id}", self.opening.position.seq
        lists = [f"{address}/{name}{since}" for name in ("events", "steps") for since in ("", f"?since={known}")]
        views = [f"{address}/views/{seq}" for seq in range(known, self.seq() + 1)]
        always = [f"{address}/view", *lists, *views, f"{address}/hint"]
        if not everywhere:
            return always
        later = [f"{address}/events?since={cursor}" for cursor in range(known + 1, self.seq() + 2)]
        return [
            *always,
            *later,
            address,
            f"{address}/steps?seat={self.seat}",
            f"{address}/views/{self.seq()}?seat={self.seat}",
            *(f"{start}/pictures/{self.seq()}.svg?board={self.seat}" for start in (address, page)),
            f"{address}/points",
            f"{address}/ending",
            f"{address}/export",
            f"{address}/chat",
            f"{address}/plan",
            f"{address}/legal-actions",
            *(f"{page}/{rest}" for rest in ("", f"previews/en/{self.seq()}/{self.seat}.svg")),
        ]

    def _on_the_site(self) -> list[str]:
        player = self.cast.people[self.seat]
        lists = [
            "/api/v1/games",
            "/api/v1/games?status=running",
            "/api/v1/running-games",
            "/api/v1/games?mine=true",
            f"/api/v1/games?players={player.public_id}",
            f"/api/v1/games?players={player.public_id}&points_from=0",
        ]
        pages = [
            "/",
            "/games/",
            "/games/?part=tables",
            "/games/mine/",
            f"/games/search/?players={quote(player.display_name)}",
            "/games/mine/?part=waiting",
            "/games/mine/?part=kept",
            "/games/watch/",
        ]
        return [*lists, *pages, f"/players/{player.public_id}/"]

    def _refused(self, seat: SeatNumber) -> dict[str, Any]:
        """Return the requests that are refused to a seat in any twin, by verb and a note."""
        seq, illegal = self.opening.position.seq, self.opening.illegal[seat]
        return {
            "actions, illegal": {"expected_seq": seq, "action": illegal},
            "actions, too early": {"expected_seq": -1, "action": illegal},
            "actions, ahead": {"expected_seq": seq + 100, "action": illegal},
            "actions, nonsense": {"expected_seq": seq, "action": {"type": "nonsense"}},
            "actions, malformed": "{",
            "take-back": {"expected_seq": self.seq()},
            "hint": {"expected_seq": self.seq()},
            "plan/preview": {"do": [[]]},
            "seats": {},
        }


def whole_answer(answer: Any) -> str:
    """Return status, headers, cookies and body. Expiry times are masked like clocks; length and ETag follow from the
    body.
    """
    headers = {name: value for name, value in answer.headers.items() if name != "Expires"}
    if "ETag" in headers and headers["Content-Type"] == "application/json":
        assert headers.pop("ETag") == f'W/"{tag_of(json.loads(answer.content))}"'
    assert headers.pop("Content-Length", str(len(answer.content))) == str(len(answer.content))
    cookies = {name: (morsel.value, morsel["max-age"]) for name, morsel in answer.cookies.items()}
    return f"{answer.status_code} {headers} {cookies}\n{answer.content.decode()}"
