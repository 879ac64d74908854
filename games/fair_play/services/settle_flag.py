"""Setting the state of a flag."""

from __future__ import annotations

from accounts.models import User
from games.fair_play.models import Flag
from pyramido_site.infrastructure import site_clock


def settle_flag(flag: Flag, by: User, state: Flag.State) -> Flag:
    """Set the state of a locked flag, on behalf of a moderator, and note who has seen it."""
    flag.state = state
    flag.seen_by, flag.seen_ms = (None, None) if state == Flag.State.NEW else (by, site_clock.now_ms())
    flag.save(update_fields=["state", "seen_by", "seen_ms"])
    return flag
