"""Players are told what has happened in a game that is played over days (`accounts.notify`)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from accounts import notify
from engine.position import Event as LogEvent
from engine.position import Position
from games import clocks, positions, terms, timing
from games.clocks import Unlimited
from games.models import Event, Game
from games.tables import TableInfo
from games.wall_clock import now_ms

WARN_MS = 12 * clocks.HOUR
"""So long before a deadline a player is warned, or when a quarter of the time is left, if that is later."""

LEAVING = {"resigned": "resigned", "taken_over": "resigned", "timed_out": "timed_out", "aborted": "aborted"}
NOTED = {"start", "asked", "paused", "finished", *LEAVING}
"""Events of which players are told at once, also in live play."""

TURN_KINDS = ("your_turn", "time_running_out")


def worth_telling(position: Position, events: Sequence[LogEvent], people: int) -> bool:
    """Whether these new events may be something to tell: not at tables for one, and of live play only what is rare."""
    if people < 2:
        return False
    return terms.of(position.table).time_control.slow or any(event.kind in NOTED for event in events)


def tell_players(public_id: str) -> None:
    """Tell what has happened since players were last told. Doing it again tells nobody twice."""
    game = Game.objects.filter(public_id=public_id, seq__isnull=False).first()
    if game is None or game.seq is None or game.told_seq >= game.seq:
        return
    entry = positions.entry_of(game)
    position, info = entry.position, entry.info
    for event in positions.read_events(game.pk, since=game.told_seq, until=position.seq):
        _tell_of(event, position, info)
    if terms.of(position.table).time_control.slow:
        _tell_turns(position, info)
    Game.objects.filter(pk=game.pk, told_seq__lt=position.seq).update(told_seq=position.seq)


def _tell_of(event: LogEvent, position: Position, info: TableInfo) -> None:
    users = people(info)
    key = f"{event.kind}:{info.public_id}:{event.seq}"
    data: dict[str, Any] = {"game": position.rules.name}
    if event.kind == "start":
        notify.tell("game_started", users.values(), subject=info.public_id, key=key, data=data)
    elif event.kind in LEAVING and event.seat is not None:
        data |= {"who": _name(info, event.seat), "how": LEAVING[event.kind]}
        notify.tell("left_game", _but(users, [event.seat]), subject=info.public_id, key=key, data=data)
    elif event.kind == "asked" and event.seat is not None:
        asked, what = position.asked, event.payload["what"]
        if asked is not None and (asked.seat, asked.what) == (event.seat, what):  # it may be answered by now
            waiting = [seat for seat in position.persons if seat not in (asked.seat, *asked.agreed)]
            data |= {"who": _name(info, event.seat), "what": what}
            to = [users[seat] for seat in waiting if seat in users]
            notify.tell("request", to, subject=info.public_id, key=key, data=data)
    elif event.kind == "finished":
        notify.tell("game_finished", users.values(), subject=info.public_id, key=key, data=data)
        notify.forget(list(users.values()), subject=info.public_id, kinds=TURN_KINDS)


def _tell_turns(position: Position, info: TableInfo) -> None:
    users, owing = people(info), timing.owed(position)
    done = _but(users, owing)
    if done:
        notify.forget(done, subject=info.public_id, kinds=TURN_KINDS)
    for seat, turn in owing.items():
        if seat in users:
            key = _turn_key("your_turn", info, seat, turn)
            data = {"game": position.rules.name, **_deadline(position, seat)}
            notify.tell("your_turn", [users[seat]], subject=info.public_id, key=key, data=data)


def warn_players(public_id: str) -> None:
    """Warn whose time is running out, once for each deadline."""
    game = Game.objects.filter(public_id=public_id, status=Game.Status.RUNNING).first()
    if game is None or game.deadline_ms is None:
        return
    entry = positions.entry_of(game)
    position, info = entry.position, entry.info
    control = terms.of(position.table).time_control
    deadline = timing.deadline_ms(position)
    if deadline is None or position.paused_ms is not None or isinstance(control, Unlimited) or not control.slow:
        Game.objects.filter(pk=game.pk).update(warned_ms=game.deadline_ms)
        return
    users = people(info)
    for seat, clock in enumerate(timing.read(position)):
        if clock is None or clock.deadline_ms != deadline or clock.since_ms is None or seat not in users:
            continue
        if deadline - now_ms() > (deadline - clock.since_ms) // 4:
            return  # not yet
        key = _turn_key("time", info, seat, clock.turn)
        data = {"game": position.rules.name, **_deadline(position, seat)}
        notify.tell("time_running_out", [users[seat]], subject=public_id, key=key, data=data)
    Game.objects.filter(pk=game.pk, deadline_ms=deadline).update(warned_ms=deadline)


def _turn_key(kind: str, info: TableInfo, seat: int, turn: int) -> str:
    """Once for each turn, and anew when a take-back of somebody else has interrupted it."""
    again = Event.objects.filter(game_id=info.game_id, kind="taken_back").exclude(seat=seat).count()
    return f"{kind}:{info.public_id}:{seat}:{turn}" + (f":{again}" if again else "")


def people(info: TableInfo) -> dict[int, int]:
    """The users who have sat down, by seat."""
    return {seat.number: seat.user_id for seat in info.seats if seat.user_id is not None}


def _but(users: dict[int, int], seats: Iterable[int]) -> list[int]:
    return [user for seat, user in users.items() if seat not in set(seats)]


def _name(info: TableInfo, seat: int) -> str:
    player = info.seats[seat].player
    return "" if player is None else str(player["name"])


def _deadline(position: Position, seat: int) -> dict[str, int]:
    clock = timing.read(position)[seat]
    return {} if clock is None or clock.deadline_ms is None else {"deadline_ms": clock.deadline_ms}
