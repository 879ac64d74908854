"""When a game starts, stop the clocks of players who are on vacation.

`games/apps.py` registers `follower`; `games.record.after_commit` calls it after each commit.
"""

from __future__ import annotations

from games.deadlines.selectors.due import on_vacation
from games.live import followups
from games.record.after_commit import Appended, Follower
from games.record.tables import people
from pyramido_site.infrastructure.site_clock import now_ms


def follow(appended: Appended) -> None:
    """Queue a task for each player on vacation, after event 0 only. One query."""
    if appended.before is None:
        for user_id in on_vacation(people(appended.after.info).values(), now_ms()):
            followups.settle_vacations(user_id)


follower = Follower(follow=follow)
