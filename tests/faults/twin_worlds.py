"""Twin games, each on a site and a database of its own: `python -m tests.faults.twin_worlds FOLDER CASE[:VARIANT,…] …`.

The clock is frozen, and all randomness comes from one seed. Each variant has a copy of one empty database on
PostgreSQL, an empty one of Redis, and a process of its own. All do the same, so ids, sessions and tokens are identical,
and only the variant's secret differs:

- `sent-0`, `sent-1` …: the secret submission of the opening's seat;
- `as-it-is`: no seat submits anything;
- `public`, `seat-0` …: what the public (or that seat) cannot know of the position is redrawn by `Rules.imagine`.

Everything seen is written to FOLDER/CASE/VARIANT.json: `[[moment, viewer, where, text], …]`, in order.
"""

from __future__ import annotations

import asyncio
import functools
import json
import os
import random
import re
import secrets
import sys
import traceback
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine import replay
from engine.core import JSON
from engine.newtypes import SeatNumber
from engine.simulate import START_MS

if TYPE_CHECKING:
    from tests.games.secret_phases import Opening

SEED = 20260131
NOON_MS = 1_771_070_400_000
"""2026-02-14 12:00 UTC."""
MIDDLE = 20
"""Event at which a game without secret phases is examined."""


def main(folder: Path, asked: Sequence[str]) -> None:
    """`asked`: cases, each optionally followed by a colon and the wanted variants (default: all).

    `DATABASE_URL` is a migrated database on PostgreSQL without other connections, `TWINS_REDIS` are addresses of
    databases of Redis: one variant at a time is played on each.
    """
    wanted: list[tuple[str, str]] = []
    for word in asked:
        case, _, variants = word.partition(":")
        (folder / case).mkdir()
        wanted += [(case, variant) for variant in (variants.split(",") if variants else names(opening_of(case)))]
    lanes = os.environ["TWINS_REDIS"].split()
    running: dict[int, str] = {}
    for number, redis in enumerate(lanes):
        mine = wanted[number :: len(lanes)]
        running |= forked(f"lane {number}", functools.partial(play_all, folder, redis, mine))
    while running:
        reap(running)


def play_all(folder: Path, redis: str, wanted: Sequence[tuple[str, str]]) -> None:
    """Play the variants one after the other, each on a new database, and on this database of Redis, which is
    emptied.
    """
    os.environ["REDIS_URL"] = redis
    the_clock_stands()
    import django

    django.setup()
    import psycopg
    from django.db import connections
    from django.test.utils import setup_test_environment
    from redis import Redis

    setup_test_environment()
    load_templates()
    settings = connections["default"].settings_dict
    template, url = settings["NAME"], os.environ["DATABASE_URL"]
    for case, variant in wanted:
        at = opening_of(case)
        settings["NAME"] = own = f"twin_{secrets.token_hex(6)}"
        with psycopg.connect(url.removesuffix(template) + "postgres", autocommit=True) as admin:
            admin.execute(f"CREATE DATABASE {own} TEMPLATE {template}".encode())
            with Redis.from_url(redis) as emptied:
                emptied.flushdb()
            reap(forked(f"{case}, {variant}", functools.partial(play, folder / case, at, variant)))
            admin.execute(f"DROP DATABASE {own} WITH (FORCE)".encode())


def play(folder: Path, at: Opening, variant: str) -> None:
    seen = asyncio.run(look(at, variant))
    (folder / f"{variant}.json").write_text(json.dumps(seen))


def forked(name: str, work: Callable[[], None]) -> dict[int, str]:
    """Fork a process that does the work; return its id with its name."""
    child = os.fork()
    if child == 0:
        try:
            work()
        except BaseException:  # noqa: BLE001 (said, and the parent knows)
            traceback.print_exc()
            os._exit(1)
        os._exit(0)
    return {child: name}


def reap(running: dict[int, str]) -> None:
    """Wait for one of these processes. Raise SystemExit if it has failed."""
    child, status = os.wait()
    name = running.pop(child)
    if status != 0:
        raise SystemExit(f"{name}: failed")


def the_clock_stands() -> None:
    """Freeze the clock. Must run before Django is loaded, which keeps references to the time functions."""
    import time
    from datetime import UTC, datetime

    from django.utils import timezone

    # a partial, since a function would become a method: a class has it as its attribute `timer`
    time.time = functools.partial(float, NOON_MS / 1000)
    time.time_ns = functools.partial(int, NOON_MS * 1_000_000)
    timezone.now = lambda: datetime.fromtimestamp(NOON_MS / 1000, UTC)


def load_templates() -> None:
    """Load the templates once, not in each process."""
    from django.conf import settings
    from django.template.loader import get_template

    folders: Any = settings.TEMPLATES[0]["DIRS"]
    for folder in folders:
        for path in Path(folder).rglob("*.html"):
            get_template(str(path.relative_to(folder)))


def opening_of(case: str) -> Opening:
    """Return a secret phase (`tests.games.secret_phases`), or a moment of the game of that name."""
    from engine import registry
    from tests.games.secret_phases import Opening, _illegal, act, cases, opening, options_of

    for one in cases():
        if str(one) == case:
            return opening(one)
    chance = random.Random(case)
    options = options_of(registry.get(case), 3)
    assert options is not None
    step = replay.start(case, None, options, chance.randbytes(32), [chance.randbytes(32) for _ in range(3)], START_MS)
    position, events = step.position, list(step.events)
    while position.seq < MIDDLE:
        step = act(position, chance.choice(position.to_move), chance)
        position, events = step.position, [*events, *step.events]
    played = [event.payload["action"] for event in events if "action" in event.payload]
    illegal = {seat: _illegal(position, seat, played) for seat in map(SeatNumber, range(3))}
    mover = position.to_move[0]
    others: dict[SeatNumber, JSON] = {seat: {} for seat in map(SeatNumber, range(3)) if seat != mover}
    return Opening(position, tuple(events), mover, (), others, illegal)


def names(at: Opening) -> list[str]:
    sent = [f"sent-{number}" for number in range(len(at.choices))]
    return [*sent, "as-it-is", "public", *(f"seat-{seat}" for seat in at.submissions)]


def same_chance() -> None:
    """Seed all randomness from now on, and mask CSRF tokens and the key of a form that begins a study with constants:
    they are drawn for each answer, and answers are not given in the same order.
    """
    from django.middleware import csrf

    from games.pages import study

    stream = random.Random(SEED)
    os.urandom = random._urandom = stream.randbytes  # type: ignore[attr-defined]
    assert hasattr(csrf, "_mask_cipher_secret")
    csrf._mask_cipher_secret = lambda secret: "m" * csrf.CSRF_SECRET_LENGTH + secret
    assert hasattr(study, "_once")
    study._once = lambda request: "once"


def variant_of(at: Opening, variant: str) -> Opening:
    """Return the opening, with another position if the variant asks for one."""
    if variant == "public" or variant.startswith("seat-"):
        seat = None if variant == "public" else SeatNumber(int(variant.removeprefix("seat-")))
        from msgspec.structs import replace as with_fields

        position = at.position
        state = position.rules.imagine(position.view(seat), random.Random(variant))
        assert position.rules.view(state, seat) == position.rules.view(position.state, seat)
        return replace(at, position=with_fields(position, state=state), unfolded=True)
    return at


async def look(at: Opening, variant: str) -> list[list[str]]:
    from pyramido_site.infrastructure import site_clock
    from tests.games import twins
    from tests.games.sockets import Socket, in_database

    same_chance()
    site_clock.use(lambda: NOON_MS)  # the site's own clock uses the machine's monotonic clock
    never = re.compile(r"(?!)()")
    for pattern in ("_CLOCK", "_AGO", "_FORM_TOKEN", "_ROW_NUMBER", "_MOVED_AT"):
        setattr(twins, pattern, never)  # the clock is frozen and row ids are equal: no pattern needs masking
    twins.whole_answer = whole
    if not variant.startswith("sent-"):  # some of these are refused only after a submission
        refused = twins.Twin._refused
        twins.Twin._refused = lambda self, seat: {  # type: ignore[method-assign]
            what: body for what, body in refused(self, seat).items() if what.startswith("actions")
        }
    cast = await in_database(people, len(at.position.owed_since))
    async with twins.Twin(cast, variant_of(at, variant)) as twin:
        twin.audiences |= {name: (user, cast.clients[user.pk]) for name, user in cast.desk.items()}
        for name, user in cast.desk.items():
            twin.sockets[name] = await Socket.to(twin.public_id, user)
            first = await twin.sockets[name].frame()
            twin.see("first", name, "socket", json.dumps(first))
            twin.documents[name] = {"table": first["table"], "view": first["view"]}
            twin.events[name], twin.frames[name] = [], []
        if variant.startswith("sent-"):
            await twin.submit(at.choices[int(variant.removeprefix("sent-"))])
        await twin.look("now", everywhere=True)
        await in_database(at_the_desk, twin)
        return [[*sight, text] for sight, text in twin.seen.before.items()]


def people(seats: int) -> Any:
    """Return the twins' people, with a moderator and an administrator."""
    from games.moderation.selectors import roles
    from games.moderation.services import give_role
    from tests.games import play, twins

    cast = twins.Cast(seats)
    moderator = play.person("Moderator")
    give_role.give(moderator, roles.SENIOR)
    cast.desk = {"moderator": moderator, "administrator": cast.staff}  # type: ignore[attr-defined]
    cast.clients[moderator.pk] = twins._browser(moderator)
    return cast


def at_the_desk(twin: Any) -> None:
    """Look at what only staff can see."""
    for name, user in twin.cast.desk.items():
        client = twin.cast.clients[user.pk]
        own = [person.public_id for person in twin.cast.people]
        paths = ["/desk/", "/desk/log/", "/desk/signals/", *(f"/desk/players/{one}/" for one in own)]
        rest = [f"/api/v1/moderation/{what}" for what in ("reports", "log", "signals", f"players/{own[0]}")]
        admin = ["/admin/", "/admin/games/game/", f"/admin/games/game/{twin.row_number}/change/", "/admin/games/seat/"]
        for path in (*paths, *rest, *admin):
            twin.see("at the desk", name, path, whole(client.get(path)))


def whole(answer: Any) -> str:
    """Return the status, every header and cookie, and the body."""
    headers = "\n".join(f"{name}: {value}" for name, value in answer.headers.items())
    return f"{answer.status_code}\n{headers}\n{answer.cookies.output()}\n\n{answer.content.decode()}"


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
