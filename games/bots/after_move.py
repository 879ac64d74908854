"""When events are appended, queue calls of the addresses of bots that are now to move."""

from __future__ import annotations

from games.bots.selectors.calls import Owed, owed, with_hooks
from games.live import followups
from games.record.after_commit import Appended, Follower


def _newly_owed(appended: Appended) -> Owed:
    return owed(appended.after) - (set() if appended.before is None else owed(appended.before))


def follow(appended: Appended) -> None:
    """Queue a call for each bot with an address that owes a new decision. One query, if any bot is to move."""
    for seat, since in sorted(with_hooks(appended.after, _newly_owed(appended))):
        followups.bot_call(appended.after.info.public_id, seat, since)


follower = Follower(follow=follow, asks_database=lambda appended: bool(_newly_owed(appended)))
