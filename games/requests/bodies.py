"""Request bodies as types. Unknown fields, missing fields and wrong types are refused, never ignored."""

from __future__ import annotations

import json
import re
from typing import Annotated, Any, Literal, TypeVar

import msgspec
from django.utils.translation import gettext_noop
from msgspec import UNSET, Meta, UnsetType

from engine import newtypes, planned_turns, registry
from engine.wire import convert
from games.requests.models import KEY_LENGTH
from games.requests.refusals import Refusal
from pyramido_site.infrastructure import strict_json
from pyramido_site.infrastructure.json_bodies import Nothing as Nothing
from pyramido_site.infrastructure.json_bodies import Strict as Strict
from pyramido_site.infrastructure.public_ids import NO_ID, PublicId

Seq = Annotated[newtypes.Seq, Meta(ge=-1, le=2**31 - 1)]
Nonce = Annotated[str, Meta(pattern="^[0-9a-fA-F]{64}$")]
Key = Annotated[str, Meta(pattern=f"^[!-~]{{1,{KEY_LENGTH}}}$")]
Level = Annotated[str, Meta(max_length=32)]
Number = Annotated[newtypes.SeatNumber, Meta(ge=0, le=99)]
Room = Literal["players", "spectators"]
Reason = Literal["insult", "hate", "spam", "cheating", "privacy", "other"]
ReportKind = Literal["stalling", "leaving", "collusion", "automated", "multiple", "harassment", "name", "other"]
DeclineReason = Literal["no_time", "later", "too_fast", "too_slow", "rated", "unrated", "other_game", "no"]
PlayerId = Annotated[PublicId, Meta(max_length=16)]
KnownGame = Annotated[str, Meta(extra_json_schema={"$ref": "#/components/schemas/KnownGame"})]
Ref = Annotated[str, Meta(max_length=64)] | Annotated[int, Meta(ge=0)]


def known_game(key: object) -> None:
    """Raise ValueError unless there is a game with this key."""
    if all(rules.key != key for rules in registry.games()):
        raise ValueError(f"Unknown game {key!r}")


class OpenTable(Strict, frozen=True):
    """A new table. While its game runs, those who do not play see it as it was `watch_delay` moves ago."""

    game: str
    options: dict[str, Any] = {}
    nonce: Nonce | None = None
    ai: list[Level] = []
    substitute: Level | None = None
    terms: Any = {}
    listed: bool | None = None
    watch_delay: Annotated[int, Meta(ge=0, le=100)] = 0
    invited: Annotated[list[PlayerId], Meta(max_length=8)] = []


class OpenSeek(Strict, frozen=True):
    """A new seek in the pool for this game, options and terms. `keep`: how many running games a standing seek
    maintains; 0 for a seek that ends with its first game.
    """

    game: str
    terms: Any
    options: dict[str, Any] = {}
    keep: Annotated[int, Meta(ge=0, le=10)] = 0
    nonce: Nonce | None = None


class KeepGames(Strict, frozen=True):
    """How many running games a standing seek maintains."""

    keep: Annotated[int, Meta(ge=1, le=10)]


class TakeSeat(Strict, frozen=True):
    """The caller sits down. `link`: the secret part of the address of an unlisted table. `only_rated`: refuse with 409
    `unrated` if the game would not be rated. Or, with nothing but `ai` and `seat`, the host seats a computer player of
    this level: on that seat, on `all` that are free, or (null) on the first free one.
    """

    nonce: Nonce | None = None
    link: Annotated[str, Meta(max_length=32)] = ""
    only_rated: bool = False
    ai: Level | None = None
    seat: Number | Literal["all"] | None = None

    def __post_init__(self) -> None:
        there = {"nonce": self.nonce is not None, "link": bool(self.link), "only_rated": self.only_rated}
        for name, unknown in ({"seat": self.seat is not None} if self.ai is None else there).items():
            if unknown:
                raise ValueError(f"unknown field `{name}` {'without' if self.ai is None else 'beside'} `ai`")


class ListTable(Strict, frozen=True):
    """Whether the table is listed in the lobby."""

    listed: bool


class Invite(Strict, frozen=True):
    """An invitation; without `seat`, to the first free seat."""

    player: PlayerId
    seat: Number | None = None


class Accept(Strict, frozen=True):
    """`only_rated`: refuse with 409 `unrated` if the game would not be rated."""

    nonce: Nonce | None = None
    only_rated: bool = False


class Decline(Strict, frozen=True):
    """Why an invitation is declined."""

    reason: DeclineReason = "no"


class AtSeq(Strict, frozen=True):
    """A request about the position after event `expected_seq`: 409 if the game has moved on."""

    expected_seq: Seq


class OfGame(Strict, frozen=True, kw_only=True):
    """A request with actions. `game` says whose they are: clients that are made from the API's document send it."""

    game: KnownGame | UnsetType = UNSET

    def __post_init__(self) -> None:
        if self.game is not UNSET:
            known_game(self.game)


class Act(OfGame, frozen=True):
    """An action of the game. `game` may be left out."""

    expected_seq: Seq
    action: Any


class TakeBack(AtSeq, frozen=True):
    """Take the last action back."""


class Ask(Strict, frozen=True):
    """What to ask the other players for."""

    what: Literal["pause", "take_back"]


class Reply(Strict, frozen=True):
    """An answer to the request that was made by event `asked_seq`."""

    agree: bool
    asked_seq: Seq


class BeginVacation(Strict, frozen=True):
    """Days of vacation, from now on."""

    days: int


class Hint(AtSeq, frozen=True):
    """Ask for a hint."""


class Say(Strict, frozen=True):
    """A chat line."""

    room: Room
    text: str


class Report(Strict, frozen=True):
    """Why a chat line is reported."""

    reason: Reason


class FileReport(Strict, frozen=True):
    """A report about a game has `game`, and `player` unless only one other person sits there; about a chat line, `game`
    and `line`; about a player, `player`; about a study, the last part of its `link`.
    """

    about: Literal["game", "line", "profile", "study"]
    kind: ReportKind
    player: PlayerId | None = None
    game: PlayerId = NO_ID
    line: PlayerId = NO_ID
    link: Annotated[str, Meta(max_length=32)] = ""
    text: str = ""


class Appeal(Strict, frozen=True):
    """1 to 2000 characters."""

    text: str


class Note(Strict, frozen=True):
    """A private note."""

    text: str


class BeginStudy(Strict, frozen=True):
    """A study of a game after event `seq`, as the caller could see it; with `seat`, as that seat could. `opponent` is
    the level that plays the other seats; `seed`, 64 hex digits, deals what is hidden.
    """

    game: PlayerId
    seq: Annotated[newtypes.Seq, Meta(ge=0, le=2**31 - 1)]
    title: str
    seat: Number | None = None
    opponent: Level | None = None
    seed: Annotated[str, Meta(pattern="^[0-9a-f]{64}$")] | None = None


class ChangeStudy(Strict, frozen=True):
    """Changes of a study; what is left out stays as it is. `opponent` is a level, or empty for none."""

    title: str | None = None
    comment: str | None = None
    opponent: Level | None = None


class PlayInStudy(OfGame, frozen=True):
    """An action of a seat, after move `parent`; 0 is the beginning. `game` may be left out."""

    parent: Annotated[int, Meta(ge=0, le=2**31 - 1)]
    seat: Number
    action: Any


class NoteMove(Strict, frozen=True):
    """Notes on a move; what is left out stays as it is. `main`: it becomes the main line's."""

    comment: str | None = None
    glyph: Literal["", "!", "?", "!!", "??", "!?", "?!"] | None = None
    main: Literal[True] | None = None


class StorePlan(OfGame, frozen=True):
    """Conditional moves. `game` may be left out."""

    turns: Annotated[list[planned_turns.Turn], Meta(min_length=1, max_length=planned_turns.TURNS)]


class PreviewPlan(OfGame, frozen=True):
    """The actions of each turn. `game` may be left out."""

    do: Annotated[
        list[Annotated[list[Any], Meta(max_length=planned_turns.ACTIONS)]],
        Meta(min_length=1, max_length=planned_turns.TURNS),
    ]


T = TypeVar("T")


def parse(raw: bytes | str, most: int = strict_json.MAX_BYTES) -> Any:
    """Return the JSON document. Raise Refusal, with the status and code of strict_json.NotReadable."""
    try:
        return strict_json.loads(raw, most)
    except strict_json.NotReadable as error:
        refusal = Refusal(error.status, error.code, error.template)
        refusal.params = dict(error.params)  # `limit` among them is a number of bytes, not a Refusal's own
        raise refusal from None


def read_key(text: str, field: str) -> str:
    """Return the idempotency key. Raise Refusal 400 `malformed` unless it has 1 to 64 visible ASCII characters."""
    try:
        return msgspec.convert(text, Key)
    except msgspec.ValidationError:
        raise Refusal(
            400,
            "malformed",
            gettext_noop("An idempotency key must have 1 to %(most)s visible ASCII characters."),
            field=field,
            most=KEY_LENGTH,
        ) from None


def seq_of(text: str) -> newtypes.Seq:
    """Return the query parameter `since` as a seq. Raise Refusal 400 `malformed`."""
    if text != "-1" and not (text.isascii() and text.isdecimal() and len(text) < 10):
        raise Refusal(
            400, "malformed", gettext_noop("“since” must be the seq of an event, or -1 for none."), field="since"
        )
    return newtypes.Seq(int(text))


def number_of(text: str | None) -> newtypes.SeatNumber | None:
    """Return the query parameter `seat` as a seat's number, or None without one. Raise Refusal 400 `malformed`."""
    if text is None:
        return None
    if not (text.isascii() and text.isdecimal() and len(text) < 3):
        raise Refusal(400, "malformed", gettext_noop("“seat” must be the number of a seat."), field="seat")
    return newtypes.SeatNumber(int(text))


# msgspec's messages end with the path of the value at fault.
_PATH = re.compile(r"^(?P<what>.*?) - at `\$\.?(?P<path>[^`]*)`$")
_UNKNOWN = re.compile(r"unknown field `(?P<name>[^`]*)`")
_MISSING = re.compile(r"missing required field `(?P<name>[^`]*)`")


QUOTED_LENGTH = 80
"""Maximum number of characters of a value that a refusal quotes."""


def _quoted(value: Any, path: str) -> str:
    """Return the part of the value at msgspec's `path`, or the innermost part of the path that exists, as JSON."""
    for key, index in re.findall(r"([^.\[\]]+)|\[(\d+)\]", path):
        if isinstance(value, dict) and key in value:
            value = value[key]
        elif isinstance(value, list) and index and int(index) < len(value):
            value = value[int(index)]
        else:
            break
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= QUOTED_LENGTH else f"{text[:QUOTED_LENGTH]}…"


def read(value: Any, kind: type[T]) -> T:
    """Return the typed body. Raise Refusal 400 `malformed`, which names the field and says what is wrong with it."""
    try:
        return convert(value, kind)
    except msgspec.ValidationError as error:
        raise malformed(str(error), value) from None


def malformed(message: str, value: Any) -> Refusal:
    """Return the refusal for one of msgspec's messages about `value`, quoting the part at fault."""
    found = _PATH.match(message)
    what, path = (found["what"], found["path"]) if found else (message, "")
    named = _UNKNOWN.search(what) or _MISSING.search(what)
    if named:
        inside, path = path, f"{path}.{named['name']}" if path else named["name"]
        what = f"{what}: {_quoted(value, inside)}"
    else:
        what = f"{what}: {_quoted(value, path)}"
    return Refusal(400, "malformed", gettext_noop("Invalid request: %(what)s."), field=path or None, what=what)
