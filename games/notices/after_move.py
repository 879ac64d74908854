"""When events are appended, queue notifications: at once if the event is rare and urgent, else once the game is at
rest.
"""

from __future__ import annotations

from games.live import followups
from games.notices.telling import told_at_once, worth_telling
from games.record.after_commit import Appended, Follower
from games.record.decide import Decided
from games.record.tables import people


def follow(appended: Appended) -> None:
    """Queue notifications that are to be sent at once."""
    before, info = appended.before, appended.after.info
    if len(people(info)) > 1 if before is None else told_at_once(before, appended.events):
        followups.announce(info.public_id)


def is_news(decided: Decided) -> bool:
    """Whether players may have to be notified of these events."""
    return worth_telling(decided.before, decided.after, decided.step.events)


follower = Follower(follow=follow, is_news=is_news)
