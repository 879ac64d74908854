"""Schedule of the beat: which task is started how often. An entry has the name of its task, with hyphens.

A task that is not started within `expires` seconds is dropped, since the next one does its work.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any


def schedule(queues: Iterable[str], heartbeat_s: float) -> dict[str, dict[str, Any]]:
    """Return the entries: a heartbeat for each queue, and the tasks by name."""
    return {
        **{
            f"heartbeat-{queue}": {
                "task": "pyramido_site.tasks.heartbeat",
                "args": [queue],
                "schedule": heartbeat_s,
                "options": {"queue": queue, "expires": 60.0},
            }
            for queue in queues
        },
        "resend-lost-turns": {"task": "games.tasks.resend_lost_turns", "schedule": 3.0, "options": {"expires": 3.0}},
        **{
            f"deliver-{channel}": {
                "task": "accounts.tasks.deliver",
                "args": [channel],
                "schedule": 3.0,
                "options": {"expires": 3.0},
            }
            for channel in ("letter", "email", "push", "webhook")
        },
        "ask-for-names": {"task": "accounts.tasks.ask_for_names", "schedule": 3600.0, "options": {"expires": 3600.0}},
        "delete-old-messages": {"task": "accounts.tasks.delete_old_messages", "schedule": 3600.0},
        "deadlines": {"task": "games.tasks.deadlines", "schedule": 1.0, "options": {"expires": 2.0}},
        "expire": {"task": "games.tasks.expire", "schedule": 15.0, "options": {"expires": 15.0}},
        "pair-seeks": {"task": "games.tasks.pair_seeks", "schedule": 2.0, "options": {"expires": 2.0}},
        "tend-seeks": {"task": "games.tasks.tend_seeks", "schedule": 15.0, "options": {"expires": 15.0}},
        "sanctions": {"task": "games.tasks.sanctions", "schedule": 10.0, "options": {"expires": 10.0}},
        "keep-leaderboards": {
            "task": "games.tasks.keep_leaderboards",
            "schedule": 3600.0,
            "options": {"expires": 600.0},
        },
        "export-months": {"task": "games.tasks.export_months", "schedule": 3600.0, "options": {"expires": 600.0}},
        "rate-late": {"task": "games.tasks.rate_late", "schedule": 10.0, "options": {"expires": 10.0}},
        "signals": {"task": "games.tasks.signals", "schedule": 15.0, "options": {"expires": 15.0}},
        "signals-daily": {"task": "games.tasks.signals_daily", "schedule": 3600.0, "options": {"expires": 600.0}},
        "vacations": {"task": "games.tasks.vacations", "schedule": 60.0, "options": {"expires": 60.0}},
        "delete-expired-data": {
            "task": "games.tasks.delete_expired_data",
            "schedule": 24 * 3600.0,
            "options": {"expires": 12 * 3600.0},
        },
        "clear-all-deleted": {"task": "games.tasks.clear_all_deleted", "schedule": 60.0, "options": {"expires": 60.0}},
        "announce-late": {"task": "games.tasks.announce_late", "schedule": 3.0, "options": {"expires": 3.0}},
    }
