"""Notify players of what has happened in a game (`accounts.notifications.services`)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Q

from accounts.notifications import services as notify
from engine.newtypes import SeatNumber, Seq
from engine.position import Asked
from engine.position import Event as LogEvent
from games.notices.send_once import game_name, key_of, remind, time_key
from games.notices.telling import LASTING, LEAVING, NOTED
from games.record import positions
from games.record.models import Event, Game
from games.record.tables import TableInfo, name_of, names, people
from games.time import terms, timing
from games.time.clocks import Clocks
from pyramido_site.infrastructure.public_ids import PublicId

TURN_KINDS = ("your_turn", "time_running_out")
PASSING_KINDS = (*TURN_KINDS, "request")
"""Notifications that are worthless once something else has happened."""


@dataclass(frozen=True, slots=True)
class _Standing:
    """What matters of a game to its players' notifications."""

    info: TableInfo
    seq: Seq
    persons: tuple[SeatNumber, ...]
    owed: dict[SeatNumber, int]
    clocks: Clocks
    asked: Asked | None
    noted: set[str]
    """Kinds of events to notify players of."""

    @property
    def slow(self) -> bool:
        return terms.of(self.info.terms).time_control.slow

    @property
    def behind(self) -> list[SeatNumber]:
        """The seats whose players have left to an AI and see the running game late, as watchers do."""
        delayed = self.info.watch_delay > 0 and self.noted is not LASTING
        return [seat.number for seat in self.info.seats if delayed and seat.ai is not None]

    @property
    def to_answer(self) -> list[SeatNumber]:
        """The seats that have not yet answered the open request."""
        asked = self.asked
        return [] if asked is None else [seat for seat in self.persons if seat not in (asked.seat, *asked.agreed)]


def _standing(game: Game) -> _Standing | None:
    """Return the game's state; None if its log is broken. A game that is over is not replayed."""
    assert game.seq is not None
    if game.finished_ms is not None:
        info = positions.read_info(game)
        return _Standing(info, game.seq, (), {}, (None,) * len(info.seats), None, LASTING)
    entry = positions.load_or_none(game)
    if entry is None:
        return None
    at = entry.position
    return _Standing(entry.info, at.seq, at.persons, timing.owed_turns(at), timing.read(at), at.asked, NOTED)


def tell_players(public_id: PublicId) -> None:
    """Notify players of what has happened since the last time. Idempotent."""
    game = Game.objects.filter(public_id=public_id, seq__isnull=False).first()
    if game is None or game.seq is None or game.told_seq >= game.seq:
        return
    now = _standing(game)
    if now is not None:
        _forget_what_has_passed(now)
        for event in positions.read_events(game.pk, since=game.told_seq, until=now.seq, kinds=now.noted):
            _tell_of(event, now)
        if now.slow:
            _tell_turns(now)
    told = game.seq if now is None else now.seq
    Game.objects.filter(pk=game.pk, told_seq__lt=told).update(told_seq=told)


def _forget_what_has_passed(now: _Standing) -> None:
    """Remove outdated notifications, but keep those of the current turns, deadlines and request."""
    info, users, keys = now.info, people(now.info), []
    for seat, turn in now.owed.items():
        keys += [_turn_key(now, seat, turn), time_key(info, seat, now.clocks[seat])]
    if now.asked is not None:
        keys.append(key_of("asked", info, _last_asked(info, now.seq).seq))
        answered = [users[seat] for seat in users if seat not in now.to_answer]
        notify.forget(answered, subject=info.public_id, kinds=("request",))
    notify.forget(list(users.values()), subject=info.public_id, kinds=PASSING_KINDS, but=keys)


def _tell_of(event: LogEvent, now: _Standing) -> None:
    users, seat = people(now.info), event.seat
    others = _but(users, (*now.behind, *(() if seat is None else (seat,))))
    if event.kind == "start":
        _tell("game_started", users.values(), event, now)
    elif event.kind == "finished":
        _tell("game_finished", users.values(), event, now)
    elif event.kind == "resumed":
        to = [users[other] for other in now.persons if other in users and other != seat]
        who, how = ("", "by_itself") if seat is None else (name_of(now.info, seat), "player")
        _tell("resumed", to, event, now, who=who, how=how)
    elif seat is None:
        return
    elif event.kind in LEAVING:
        late = event.payload.get("late") is True
        how = "late" if late else LEAVING[event.kind]
        _tell("left_game", others, event, now, how=how)
        if (late or event.kind == "timed_out") and seat in users:  # the player was not there to see it
            _tell("left_game", [users[seat]], event, now, how=f"{how}_yourself")
    elif event.kind == "asked":
        if now.asked is not None and event.seq == _last_asked(now.info, now.seq).seq:  # not answered yet
            to = [users[waiting] for waiting in now.to_answer if waiting in users]
            _tell("request", to, event, now, what=event.payload["what"])
    elif event.kind in ("agreed", "declined") and now.slow:
        _tell_answer(event, now)


def _tell_answer(event: LogEvent, now: _Standing) -> None:
    """Notify all but the last one to agree that a request was agreed to, or the player who asked that it
    was declined.
    """
    users, asked = people(now.info), _last_asked(now.info, event.seq)
    what = asked.payload["what"]
    if event.kind == "declined":
        to, how = [asked.seat], f"{what}_declined"
    else:
        follows = Event.objects.filter(game_id=now.info.game_id, seq=event.seq + 1, kind__in=("paused", "taken_back"))
        to, how = list(now.persons) if follows.exists() else [], f"{what}_agreed"
    told = [user for seat, user in users.items() if seat in to and seat != event.seat]
    _tell("answer", told, event, now, how=how)


def _tell_turns(now: _Standing) -> None:
    users = people(now.info)
    for seat, turn in now.owed.items():
        if seat in users:
            remind("your_turn", users[seat], _turn_key(now, seat, turn), now.clocks[seat], now.info, now.seq)


def _tell(kind: str, to: Iterable[int], event: LogEvent, now: _Standing, **more: str) -> None:
    info = now.info
    who = {} if event.seat is None else {"who": name_of(info, event.seat)}
    data = {"game": game_name(info), **who, **more}
    key = key_of(event.kind, info, event.seq)
    notify.tell(kind, to, subject=info.public_id, key=key, data=data, players=names(info), seq=event.seq)


def _turn_key(now: _Standing, seat: SeatNumber, turn: int) -> str:
    """Return the key of a `your_turn` notification: one per turn, and another one after a pause or another player's
    take-back.
    """
    log = Event.objects.filter(game_id=now.info.game_id, seq__lte=now.seq)
    again = log.filter(Q(kind="resumed") | Q(kind="taken_back") & ~Q(seat=seat)).count()
    return key_of("your_turn", now.info, seat, turn, *([again] if again else []))


def _last_asked(info: TableInfo, seq: Seq) -> Event:
    """Return the latest request up to this event. There must be one."""
    return Event.objects.filter(game_id=info.game_id, kind="asked", seq__lte=seq).latest("seq")


def _but(users: dict[SeatNumber, int], seats: Iterable[SeatNumber]) -> list[int]:
    return [user for seat, user in users.items() if seat not in set(seats)]
