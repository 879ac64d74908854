"""What follows a move for bots: those with an address are asked there for their turns."""

from __future__ import annotations

from games.bots.selectors.calls import Owed, owed, with_hooks
from games.live import followups
from games.record.after_commit import Appended, Follower


def _newly_owed(appended: Appended) -> Owed:
    return owed(appended.after) - (set() if appended.before is None else owed(appended.before))


def follow(appended: Appended) -> None:
    """Ask for what bots owe since these events. One query, if they owe anything."""
    for seat, since in sorted(with_hooks(appended.after, _newly_owed(appended))):
        followups.bot_call(appended.after.info.public_id, seat, since)


follower = Follower(follow=follow, asks_database=lambda appended: bool(_newly_owed(appended)))
