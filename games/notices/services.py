"""Notify players of what has happened in a game (`accounts.notifications.services`)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Q

from accounts.notifications import services as notify
from engine import registry
from engine.newtypes import SeatNumber, Seq
from engine.position import Asked
from engine.position import Event as LogEvent
from games.notices.telling import LASTING, LEAVING, NOTED
from games.record import positions
from games.record.models import Event, Game, Seat
from games.record.tables import TableInfo, people
from games.time import clocks, terms, timing
from games.time.clocks import Clock, Clocks, Unlimited
from pyramido_site.infrastructure.public_ids import PublicId
from pyramido_site.infrastructure.site_clock import now_ms

WARN_MS = 12 * clocks.HOUR_MS
"""How long (ms) before a deadline a player is warned at the earliest; not before a quarter of the time is left."""


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
        keys += [_turn_key(now, seat, turn), _time_key(info, seat, now.clocks[seat])]
    if now.asked is not None:
        keys.append(_key("asked", info, _last_asked(info, now.seq).seq))
        answered = [users[seat] for seat in users if seat not in now.to_answer]
        notify.forget(answered, subject=info.public_id, kinds=("request",))
    notify.forget(list(users.values()), subject=info.public_id, kinds=PASSING_KINDS, but=keys)


def _tell_of(event: LogEvent, now: _Standing) -> None:
    users, seat = people(now.info), event.seat
    others = _but(users, () if seat is None else (seat,))
    if event.kind == "start":
        _tell("game_started", users.values(), event, now)
    elif event.kind == "finished":
        _tell("game_finished", users.values(), event, now)
    elif event.kind == "resumed":
        to = [users[other] for other in now.persons if other in users and other != seat]
        who, how = ("", "by_itself") if seat is None else (_name(now.info, seat), "player")
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
            _remind("your_turn", users[seat], _turn_key(now, seat, turn), now.clocks[seat], now.info, now.seq)


def warn_players(public_id: PublicId) -> None:
    """Warn the players whose time is running out, once for each deadline."""
    game = Game.objects.filter(public_id=public_id, status=Game.Status.RUNNING).first()
    if game is None or game.deadline_ms is None:
        return
    entry = positions.load_or_none(game)
    if entry is None:
        Game.objects.filter(pk=game.pk).update(warned_ms=game.deadline_ms)
        return
    position, info = entry.position, entry.info
    control = terms.of(position.terms).time_control
    deadline = timing.deadline_ms(position)
    if deadline is None or position.paused_ms is not None or isinstance(control, Unlimited) or not control.slow:
        Game.objects.filter(pk=game.pk).update(warned_ms=game.deadline_ms)
        return
    users = people(info)
    for number, clock in enumerate(timing.read(position)):
        seat = SeatNumber(number)
        if clock is None or clock.deadline_ms != deadline or clock.since_ms is None or seat not in users:
            continue
        if deadline - now_ms() > (deadline - clock.since_ms) // 4:
            return  # not yet
        _remind("time_running_out", users[seat], _time_key(info, seat, clock), clock, info, position.seq)
    Game.objects.filter(pk=game.pk, deadline_ms=deadline).update(warned_ms=deadline)


def _tell(kind: str, to: Iterable[int], event: LogEvent, now: _Standing, **more: str) -> None:
    info = now.info
    who = {} if event.seat is None else {"who": _name(info, event.seat)}
    data = {"game": _title(info), **who, **more}
    key = _key(event.kind, info, event.seq)
    notify.tell(kind, to, subject=info.public_id, key=key, data=data, players=names(info), seq=event.seq)


def _remind(kind: str, user: int, key: str, clock: Clock | None, info: TableInfo, seq: Seq) -> None:
    until = {} if clock is None or clock.deadline_ms is None else {"deadline_ms": clock.deadline_ms}
    data = {"game": _title(info), **until}
    notify.tell(kind, [user], subject=info.public_id, key=key, data=data, players=names(info), seq=seq)


def _title(info: TableInfo) -> str:
    return registry.get(info.game, info.rules_version).name


def _key(kind: str, info: TableInfo, *more: int | None) -> str:
    return ":".join([kind, info.public_id, *map(str, more)])


def _turn_key(now: _Standing, seat: SeatNumber, turn: int) -> str:
    """Return the key of a `your_turn` notification: one per turn, and another one after a pause or another player's
    take-back.
    """
    log = Event.objects.filter(game_id=now.info.game_id, seq__lte=now.seq)
    again = log.filter(Q(kind="resumed") | Q(kind="taken_back") & ~Q(seat=seat)).count()
    return _key("your_turn", now.info, seat, turn, *([again] if again else []))


def _time_key(info: TableInfo, seat: SeatNumber, clock: Clock | None) -> str:
    """Return the key of a warning: one per deadline, since a pause, a vacation or an outage moves it."""
    return _key("time", info, seat, *(() if clock is None else (clock.turn, clock.deadline_ms)))


def _last_asked(info: TableInfo, seq: Seq) -> Event:
    """Return the latest request up to this event. There must be one."""
    return Event.objects.filter(game_id=info.game_id, kind="asked", seq__lte=seq).latest("seq")


def names(info: TableInfo) -> dict[int, str]:
    """Return the names of the players by user id."""
    return {user: _name(info, seat) for seat, user in people(info).items()}


def names_at(public_id: PublicId) -> dict[int, str]:
    """Return the current names of the players at a table by user id."""
    sitting = Seat.objects.filter(game__public_id=public_id, user__isnull=False).order_by("number")
    return {seat.user.pk: seat.user.display_name for seat in sitting.select_related("user") if seat.user is not None}


def _but(users: dict[SeatNumber, int], seats: Iterable[SeatNumber]) -> list[int]:
    return [user for seat, user in users.items() if seat not in set(seats)]


def _name(info: TableInfo, seat: SeatNumber) -> str:
    player = info.seats[seat].player
    return "" if player is None else str(player["name"])
