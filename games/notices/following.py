"""What follows a move for players who are told of it: the rare and urgent at once, the rest when the game rests."""

from __future__ import annotations

from games.live import followups
from games.record.after_commit import Appended, Follower
from games.record.tables import people
from games.record.telling import told_at_once


def follow(appended: Appended) -> None:
    """Ask that players be told, if they are to be told at once."""
    before, info = appended.before, appended.after.info
    if len(people(info)) > 1 if before is None else told_at_once(before, appended.events):
        followups.announce(info.public_id)


follower = Follower(follow=follow)
