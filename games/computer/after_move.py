"""When events are appended, queue the turns that the server now has to play."""

from __future__ import annotations

from games.live import followups
from games.record.after_commit import Appended, Follower
from games.record.projections import decisions_of_ais, legend_seats


def follow(appended: Appended) -> None:
    """Queue the turns that are owed now, except those that were owed before and are queued already."""
    before, position = appended.before, appended.after.position
    public_id = appended.after.info.public_id
    if legend_seats(position):
        followups.automatic_turn(public_id, position.seq)
    known = set() if before is None else decisions_of_ais(before.position)
    for seat, since in sorted(decisions_of_ais(position) - known):
        followups.ai_turn(public_id, seat, since)


follower = Follower(follow=follow)
