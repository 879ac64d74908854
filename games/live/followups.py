"""Tasks that follow a commit. They may be lost: the sweep finds the same work in the stored state.

They are handed to the broker by a thread of their own, so that a broker that hangs delays nobody.
"""

from __future__ import annotations

import contextvars
import os
import queue
import threading
from typing import Any

from celery import current_app

from pyramido_site.infrastructure.breaker import Breaker

HINT_S = 60.0
"""A hint that was not begun by then is not wanted any more."""

PAIRING_S = 2.0
"""By then it is asked for anyway."""

WAITING = 1000
"""Tasks that wait to be handed over; beyond, they are left to the sweep."""

breaker = Breaker("the task broker")


_Task = tuple[contextvars.Context, str, tuple[Any, ...], float | None]
"""Who asks for it, name, arguments, and after how many seconds it is not worth doing any more."""


class _Courier:
    """One daemon thread for each process, started with the first task."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._pid: int | None = None
        self._queue: queue.Queue[_Task] = queue.Queue(WAITING)

    def hand_over(self, name: str, arguments: tuple[Any, ...], expires: float | None = None) -> None:
        if not breaker.closed():
            return
        with self._lock:
            if self._pid != os.getpid():
                self._pid = os.getpid()
                self._queue = queue.Queue(WAITING)
                threading.Thread(target=self._run, args=(self._queue,), name="followups", daemon=True).start()
        try:
            self._queue.put_nowait((contextvars.copy_context(), name, arguments, expires))
        except queue.Full:
            breaker.failed(RuntimeError(f"{WAITING} tasks wait already"))

    def _run(self, tasks: queue.Queue[_Task]) -> None:
        while True:
            context, name, arguments, expires = tasks.get()
            if not breaker.closed():
                continue
            try:
                context.run(current_app.send_task, name, args=arguments, expires=expires, retry=False)
            except Exception as error:  # noqa: BLE001 (whatever a lost broker raises, the sweep will do)
                breaker.failed(error)
            else:
                breaker.succeeded()


_courier = _Courier()


def automatic_turn(public_id: str, seq: int) -> None:
    """Ask for the turn that a seat without a choice owes at `seq`."""
    _courier.hand_over("games.tasks.play_automatic", (public_id, seq))


def ai_turn(public_id: str, seat: int, since: int | None, expires: float | None = None) -> None:
    """Ask for the decision that an AI's seat has owed since event `since`; None: for what it owes when it is asked."""
    _courier.hand_over("games.tasks.play_ai", (public_id, seat, since), expires)


def bot_call(public_id: str, seat: int, since: int | None, expires: float | None = None) -> None:
    """Ask that a bot's address be asked for the decision that its seat has owed since event `since`; None: for what it
    owes when it is asked."""
    _courier.hand_over("games.tasks.call_bot", (public_id, seat, since), expires)


def settle_vacations(user_id: int) -> None:
    """Ask that a user's games learn whether that user is on vacation."""
    _courier.hand_over("games.tasks.settle_vacations", (user_id,))


def announce(public_id: str) -> None:
    """Ask that players are told what has happened in a game."""
    _courier.hand_over("games.tasks.announce", (public_id,))


def play_conditional_moves(public_id: str) -> None:
    """Ask for the planned actions of a game whose turn has come."""
    _courier.hand_over("games.tasks.play_conditional_moves", (public_id,))


def tell_moves_dropped(plan_id: int) -> None:
    """Ask that the owner of a dropped plan be told."""
    _courier.hand_over("games.tasks.tell_moves_dropped", (plan_id,))


def pair_seeks() -> None:
    """Ask that those who wait be paired."""
    _courier.hand_over("games.tasks.pair_seeks", (), PAIRING_S)


def account_deleted(user_id: int) -> None:
    """Ask that what a deleted account holds up be cleared."""
    _courier.hand_over("games.tasks.clear_deleted", (user_id,))


def rate(pool_id: int) -> None:
    """Ask that the results that wait in a pool of ratings be folded."""
    _courier.hand_over("games.tasks.rate", (pool_id,))


def hint(public_id: str, seat: int, since: int) -> None:
    """Ask for a hint for the decision that a seat has owed since event `since`."""
    _courier.hand_over("games.tasks.hint", (public_id, seat, since), HINT_S)


def sanction(public_id: str) -> None:
    """Ask that a sanction which was imposed or lifted be carried out in the games."""
    _courier.hand_over("games.tasks.sanction_effects", (public_id,))
