"""Background work. A task fetches and calls a service; it may run twice or never, so it is idempotent and swept for."""

from __future__ import annotations

from celery import shared_task

from games import followups, selectors
from games.services.play_automatic import play_automatic as play
from games.wall_clock import now_ms

SWEEP_AFTER_MS = 2000
"""A turn that has been owed for longer is taken to be lost."""

SWEEP_LIMIT = 500


@shared_task(name="games.tasks.play_automatic")
def play_automatic(public_id: str, expected_seq: int) -> None:
    """Play the turn that a seat without a person owes at `expected_seq`."""
    play(public_id, expected_seq)


@shared_task(name="games.tasks.sweep")
def sweep() -> None:
    """Ask again for turns that nobody is taking."""
    for public_id, seq in selectors.automatic_turns_due(now_ms() - SWEEP_AFTER_MS, SWEEP_LIMIT):
        followups.automatic_turn(public_id, seq)
