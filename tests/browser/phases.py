"""Tables in every phase of every game, with one to four seats: `made` makes them from outside, `make` on the site."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from tests.live import LiveSite
from tests.seats import SEAT_0

PASSWORD = "lantern-Moth-47"
NAMES = ("Ada", "Bartholomew", "Chiara di Lauro", "Dev")
TIME = {"time_control": {"system": "per_move", "seconds": 259_200}}
MOVES_OF_A_GAME = 2000
SOLO_GAME = "forgotten-treasures"


@dataclass(frozen=True)
class Moment:
    """`reached` takes the view of the first seat and says whether this is the moment."""

    name: str
    reached: Callable[[dict[str, Any]], bool]


def decides(kind: str, **more: Any) -> Callable[[dict[str, Any]], bool]:
    """The first seat owes a decision of this kind, and the view has these values."""

    def reached(view: dict[str, Any]) -> bool:
        decision = view.get("decision") or {}
        sent = view.get("submission") is not None
        return not sent and decision.get("kind") == kind and all(view.get(key) == value for key, value in more.items())

    return reached


def waits(view: dict[str, Any]) -> bool:
    """Others are to move, and the first seat has built something."""
    seat = view["seats"][0]
    begun = bool(seat.get("dominoes")) or (view.get("step") or 0) > 1
    return begun and bool(view["to_move"]) and 0 not in view["to_move"] and view.get("phase") != "over"


def lays_cards(view: dict[str, Any]) -> bool:
    return decides("finish")(view) and bool(view["decision"]["cards"])


OVER = Moment("over", lambda view: view["phase"] == "over")
MOMENTS = {
    "forgotten-treasures": (
        Moment("take-first", decides("take", stage=1)),
        Moment("place-first", decides("place", stage=1)),
        Moment("reveal", lambda view: decides("reveal")(view) and len(view["seats"][0]["dominoes"]) > 4),
        Moment("take", lambda view: decides("take")(view) and len(view["seats"][0]["dominoes"]) > 7),
        Moment("score", decides("score", stage=1)),
        Moment("place", decides("place", stage=2)),
        Moment("waits", waits),
        Moment("score-late", decides("score", stage=3)),
        OVER,
    ),
    "pyramido": (
        Moment("place-first", decides("place", stage=1)),
        Moment("mark", decides("mark")),
        Moment("finish", lays_cards),
        Moment("waits", waits),
        Moment("place", decides("place", stage=2)),
        Moment("fill", decides("fill")),
        OVER,
    ),
    "silver-gold-pyramids": (
        Moment("keep", decides("keep")),
        Moment("mark-first", decides("mark")),
        Moment("mark", lambda view: decides("mark")(view) and (view["step"] or 0) > 9),
        Moment("waits", waits),
        Moment("replace", decides("replace")),
        OVER,
    ),
}  # fmt: skip


def made(
    site: LiveSite, games: list[str], seats: list[int], moments: list[str] | None = None, seed: int = 1
) -> list[dict[str, Any]]:
    """Make tables on a site from outside; return of each the game, seats, moment, id, and who looks (`host`)."""
    script = f"from tests.browser.phases import make; make({seed}, {games!r}, {seats!r}, {moments or []!r})"
    tables: list[dict[str, Any]] = json.loads(site.run(script).splitlines()[-1])
    return tables


def make(seed: int, games: list[str], seats: list[int], moments: list[str]) -> None:
    """Make the tables and print them as JSON: game, seats, moment, id, and who looks. No `moments` means all."""
    from accounts.models import User
    from tests.people import account

    mark = "" if not User.objects.filter(display_name=NAMES[0]).exists() else f" {User.objects.count()}"
    people = [account(f"{name}{mark}", password=PASSWORD) for name in NAMES]
    print(
        json.dumps([table for key in games for number in seats for table in tables(people, key, number, seed, moments)])
    )


def tables(people: list[Any], key: str, seats: int, seed: int, moments: list[str]) -> Iterator[dict[str, Any]]:
    """A table for each moment; one seat is the solo game, where there is one."""
    if seats == 1 and key != SOLO_GAME:
        return
    for moment in MOMENTS[key]:
        if (moments and moment.name not in moments) or (seats == 1 and moment.reached is waits):
            continue
        for luck in range(seed, seed + 40):
            if game := reached(people[:seats], key, moment, luck):
                yield {"game": key, "seats": seats, "moment": moment.name, "id": game, "host": people[0].display_name}
                break


def reached(people: list[Any], key: str, moment: Moment, seed: int) -> str | None:
    """Play a table until the moment; return its id, or None if the game went past it."""
    from games.seating.selectors.table_terms import read
    from games.seating.services.open_table import open_table
    from games.seating.services.sit_down import sit_down
    from tests.games import play

    options: dict[str, Any] = {"seats": len(people)} | ({"legend": "a"} if len(people) == 1 else {})
    table = open_table(people[0], key, options, agreed=read(TIME))
    for person in people[1:]:
        sit_down(person, table.public_id)
    rng = Random(seed)
    for _ in range(MOVES_OF_A_GAME):
        at = play.position(table)
        if moment.reached(at.view(SEAT_0)):
            return str(table.public_id)
        if at.over:
            return None
        play.step(table, rng)
    return None
