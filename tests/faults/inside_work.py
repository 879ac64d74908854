"""Work for the site's queues, created and checked by the process inside the site (inside.py) on behalf of tests."""

from __future__ import annotations

import secrets
from random import Random
from typing import Any

from pyramido_site.infrastructure.public_ids import PublicId
from tests.seats import SEAT_0

JSON = dict[str, Any]


def _person(**fields: Any) -> Any:
    from accounts.models import User

    return User.objects.create_user(f"Explorer {secrets.token_hex(6)}", **fields)


def finish_rated() -> str:
    """Have two people finish a rated game by resignation; return its id. The queue `ratings` has to rate it."""
    from games.record.services.resign import resign
    from games.seating.selectors.table_terms import read
    from games.seating.services.open_table import open_table
    from games.seating.services.sit_down import sit_down
    from tests.games import play

    people = [_person(), _person()]
    agreed = read({"time_control": {"system": "per_move", "seconds": 86400}, "rated": True})
    game = open_table(people[0], "pyramido", {"seats": 2}, agreed=agreed)
    sit_down(people[1], game.public_id)
    play.play_until(game, Random(1), lambda at: at.under_way)
    resign(game.public_id, SEAT_0)
    return game.public_id


def changes(id: str) -> list[int]:  # noqa: A002 (JSON's name)
    """Return how many entries the rating log has for each seat of a game."""
    from ratings.models import RatingChange

    seats = RatingChange.objects.filter(seat__result__game=id).values_list("seat__number", flat=True)
    return [list(seats).count(seat) for seat in (0, 1)]


def ratings_amiss() -> list[str]:
    """Return how the stored ratings differ from those rebuilt from the results."""
    from ratings.models import RatingPool
    from ratings.services.rebuild import differences

    return [sentence for pool in RatingPool.objects.all() for sentence in differences(pool)]


def seek_two() -> list[str]:
    """Have two people seek the same game over days; return the ids of their seeks."""
    from tests.games.seeking import seeking

    return [seeking(_person()).public_id for _ in range(2)]


def games_of(seeks: list[PublicId]) -> list[PublicId]:
    """Return the game that each of the seeks led to."""
    from games.models import Seek

    found = dict(Seek.objects.filter(public_id__in=seeks).values_list("public_id", "game__public_id"))
    return [found[seek] for seek in seeks]


def pools_amiss() -> list[str]:
    """Return inconsistencies between seeks, games, seats and secrets; these games must not have any moves."""
    from tests.games.seeking import check_pools

    try:
        check_pools()
    except AssertionError as error:
        return [f"the pools do not fit together: {error}"]
    return []


def write_mail() -> str:
    """Write a mail notification that is due now; return the left side of its Message-ID."""
    from allauth.account.models import EmailAddress
    from celery import current_app

    from accounts.models import Outbox
    from accounts.notifications.services import tell

    name = secrets.token_hex(6)
    user = _person(email=f"{name}@example.org")
    EmailAddress.objects.create(user=user, email=user.email, primary=True, verified=True)
    tell("your_turn", [user.pk], subject=name, key=name, data={"game": "Pyramido"})
    Outbox.objects.filter(user=user).update(due_ms=1)
    current_app.send_task("accounts.tasks.deliver", args=["email"])
    return Outbox.objects.get(user=user).message_id


def mail(id: str) -> JSON:  # noqa: A002 (JSON's name)
    """Return the `state`, `attempts` and `doubts` of a mail."""
    from accounts.models import Outbox

    return dict(Outbox.objects.values("state", "attempts", "doubts").get(message_id=id))


WORK = (finish_rated, changes, ratings_amiss, seek_two, games_of, pools_amiss, write_mail, mail)
