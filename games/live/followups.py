"""Queue tasks after a commit. They may be lost: a sweep finds the same work in the database.

A thread of its own sends them to the broker, so that a broker that hangs delays no request.
"""

from __future__ import annotations

import contextvars
import os
import queue
import threading
from typing import Any

from celery import current_app

from engine.newtypes import SeatNumber, Seq
from pyramido_site.infrastructure.breaker import Breaker
from pyramido_site.infrastructure.public_ids import PublicId

HINT_S = 60.0
"""Seconds after which a hint that was not begun is no longer wanted."""

PAIRING_S = 2.0
"""Expiry (s) of a pairing task; the periodic one runs by then."""

WAITING = 1000
"""Maximum number of tasks that wait to be sent; further ones are left to the sweep."""

breaker = Breaker("the task broker")


_Task = tuple[contextvars.Context, str, tuple[Any, ...], float | None]
"""Context of the caller, name, arguments, and expiry (s)."""


class _Courier:
    """A daemon thread that sends tasks to the broker, one per process, started with the first task."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._pid: int | None = None
        self._queue: queue.Queue[_Task] = queue.Queue(WAITING)

    def hand_over(self, name: str, arguments: tuple[Any, ...], expires_s: float | None = None) -> None:
        """Queue a task to be sent, without blocking; drop it while the breaker is open."""
        if not breaker.closed():
            return
        with self._lock:
            if self._pid != os.getpid():
                self._pid = os.getpid()
                self._queue = queue.Queue(WAITING)
                threading.Thread(target=self._run, args=(self._queue,), name="followups", daemon=True).start()
        try:
            self._queue.put_nowait((contextvars.copy_context(), name, arguments, expires_s))
        except queue.Full:
            breaker.failed(RuntimeError(f"{WAITING} tasks wait already"))

    def _run(self, tasks: queue.Queue[_Task]) -> None:
        while True:
            context, name, arguments, expires_s = tasks.get()
            if not breaker.closed():
                continue
            try:
                context.run(current_app.send_task, name, args=arguments, expires=expires_s, retry=False)
            except Exception as error:  # noqa: BLE001 (any error of a lost broker: the sweep finds the work again)
                breaker.failed(error)
            else:
                breaker.succeeded()


_courier = _Courier()


def automatic_turn(public_id: PublicId, seq: Seq) -> None:
    """Queue the turn that a seat without a choice owes at `seq`."""
    _courier.hand_over("games.tasks.play_automatic", (public_id, seq))


def ai_turn(public_id: PublicId, seat: SeatNumber, since: Seq | None, expires_s: float | None = None) -> None:
    """Queue the decision that an AI's seat has owed since event `since`, or (None) what it owes when the task runs."""
    _courier.hand_over("games.tasks.play_ai", (public_id, seat, since), expires_s)


def bot_call(public_id: PublicId, seat: SeatNumber, since: Seq | None, expires_s: float | None = None) -> None:
    """Queue a call of a bot's address for the decision that its seat has owed since event `since`, or (None) for what
    it owes when the task runs.
    """
    _courier.hand_over("games.tasks.call_bot", (public_id, seat, since), expires_s)


def settle_vacations(user_id: int) -> None:
    """Queue the writing of a user's vacation or suspension to the user's games."""
    _courier.hand_over("games.tasks.settle_vacations", (user_id,))


def announce(public_id: PublicId) -> None:
    """Queue the notifications of what has happened in a game."""
    _courier.hand_over("games.tasks.announce", (public_id,))


def play_conditional_moves(public_id: PublicId) -> None:
    """Queue the conditional moves of a game."""
    _courier.hand_over("games.tasks.play_conditional_moves", (public_id,))


def tell_moves_dropped(plan_id: int) -> None:
    """Queue the notification that conditional moves were dropped."""
    _courier.hand_over("games.tasks.tell_moves_dropped", (plan_id,))


def pair_seeks() -> None:
    """Queue a run of the pairing."""
    _courier.hand_over("games.tasks.pair_seeks", (), PAIRING_S)


def account_deleted(user_id: int) -> None:
    """Queue the clearing of seats, tables and seeks of a deleted account."""
    _courier.hand_over("games.tasks.clear_deleted", (user_id,))


def rate(pool_id: int) -> None:
    """Queue the rating of the results that wait in a rating pool."""
    _courier.hand_over("games.tasks.rate", (pool_id,))


def hint(public_id: PublicId, seat: SeatNumber, since: Seq) -> None:
    """Queue a hint for the decision that a seat has owed since event `since`."""
    _courier.hand_over("games.tasks.hint", (public_id, seat, since), HINT_S)


def study_opponent(public_id: PublicId, number: int, expires_s: float = HINT_S) -> None:
    """Queue what the opponent of a study does after a move."""
    _courier.hand_over("games.tasks.study_opponent", (public_id, number), expires_s)


def sanction(public_id: PublicId) -> None:
    """Queue the effects on games of a sanction that was imposed or lifted."""
    _courier.hand_over("games.tasks.sanction_effects", (public_id,))
