"""The context of a command: the time, the outages, and the nights that are cached for a minute."""

from __future__ import annotations

from collections.abc import Collection

import pytest

from accounts.models import Preferences
from accounts.notifications import preferences
from engine.newtypes import SeatNumber, UnixMs
from games.record import command_context
from games.record.command_context import NIGHTS_KEPT, NIGHTS_KEPT_S, context_now, nights, nights_of
from games.record.tables import SeatInfo
from games.time.clocks import Night
from games.time.timing import Outages
from pyramido_site.infrastructure import site_clock
from tests.games.record.test_frames import entry, started
from tests.seats import SEAT_0, SEAT_1, SEAT_2

NO_NIGHT = 70
"""A user without a night; user n is asleep from minute n to minute 400."""


class Asked:
    """Stands in for the stored preferences and for the clock (s)."""

    def __init__(self) -> None:
        self.users: list[list[int]] = []
        self.now = 1000.0

    def of_many(self, user_ids: Collection[int]) -> dict[int, Preferences]:
        self.users.append(list(user_ids))
        return {
            user: Preferences(user_id=user, zone="Europe/Zurich", **({} if user == NO_NIGHT else night(user)))
            for user in user_ids
        }

    def of(self, *user_ids: int) -> list[list[int]]:
        """Return which users' preferences are read for their nights, query by query."""
        self.users.clear()
        assert nights.of(user_ids) == {user: Night("Europe/Zurich", user, 400) for user in user_ids if user != NO_NIGHT}
        return self.users


def night(user: int) -> dict[str, int]:
    return {"night_from": user, "night_to": 400}


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> Asked:
    made = Asked()
    monkeypatch.setattr(preferences, "of_many", made.of_many)
    monkeypatch.setattr("games.record.command_context.time.monotonic", lambda: made.now)
    return made


@pytest.fixture(autouse=True)
def forgotten() -> None:
    nights.forget()


def test_nights_are_read_once_in_a_minute(asked: Asked) -> None:
    assert (NIGHTS_KEPT_S, NIGHTS_KEPT) == (60, 10_000)
    assert asked.of() == []
    assert asked.of(1, 2, NO_NIGHT) == [[1, 2, NO_NIGHT]]
    assert asked.of(1, 2, NO_NIGHT) == asked.of(NO_NIGHT) == []
    assert asked.of(1, 3) == [[3]]
    asked.now += 59.9
    assert asked.of(3, 2) == []
    asked.now += 0.1
    assert asked.of(3, 2) == [[3, 2]]
    assert asked.of(1, 2) == [[1]]
    nights.forget()
    assert asked.of(1) == [[1]]


def test_the_cache_is_emptied_when_it_is_full(asked: Asked, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command_context, "NIGHTS_KEPT", 2)
    assert asked.of(1) == [[1]] and asked.of(2) == [[2]]
    assert asked.of(1, 2) == []
    assert asked.of(3) == [[3]]
    assert asked.of(1, 2, 3) == [[1, 2, 3]]


@pytest.mark.parametrize("half", [{"night_from": 5}, {"night_to": 5}, {}])
def test_a_night_has_a_beginning_and_an_end(half: dict[str, int]) -> None:
    assert command_context._night(Preferences(user_id=1, **half)) is None
    assert command_context._night(Preferences(user_id=1, night_from=0, night_to=0)) == Night("UTC", 0, 0)


def test_nights_are_those_of_the_people_on_the_seats(asked: Asked) -> None:
    info = entry(started("pyramido")).info  # with the users 70, 60 and 50
    assert nights_of(info, (SEAT_0, SEAT_1, SEAT_2)) == {
        SEAT_1: Night("Europe/Zurich", 60, 400), SEAT_2: Night("Europe/Zurich", 50, 400),
    }  # fmt: skip
    assert nights_of(info, (SEAT_1,)) == {SEAT_1: Night("Europe/Zurich", 60, 400)}
    assert nights_of(info, ()) == {}


def test_seats_without_a_person_have_no_night(asked: Asked) -> None:
    info = entry(started("pyramido", ai={SEAT_1: "greedy"})).info
    alone = [SeatInfo(SeatNumber(n), "explorer", 60 if n == 0 else None, None, None if n == 0 else "x") for n in (0, 1)]
    info = info.__class__(**{name: getattr(info, name) for name in info.__slots__} | {"seats": tuple(alone)})
    assert nights_of(info, (SEAT_0, SEAT_1)) == {SEAT_0: Night("Europe/Zurich", 60, 400)}
    assert asked.users == [[60]]


@pytest.mark.django_db
def test_a_command_knows_the_time_and_the_outages_up_to_then(monkeypatch: pytest.MonkeyPatch) -> None:
    refreshed, told = [], []

    def first(now: UnixMs) -> list[tuple[UnixMs, UnixMs]]:
        told.append(now)
        return [(UnixMs(1), UnixMs(2))]

    def second(now: UnixMs) -> list[tuple[UnixMs, UnixMs]]:
        return [(UnixMs(3), now)]

    monkeypatch.setattr(command_context, "_outages", [])
    command_context.register(first)
    command_context.register(second, first)
    assert command_context._outages == [first, second]
    monkeypatch.setattr(site_clock, "refresh_if_due", lambda: refreshed.append(1))
    monkeypatch.setattr(command_context, "now_ms", lambda: UnixMs(7))
    stamped: list[Outages] = []
    monkeypatch.setattr(command_context, "clock_stamper", lambda nights, outages: stamped.append(outages))
    info = entry(started("pyramido")).info
    assert context_now(info)["at_ms"] == 7
    assert refreshed == [1]
    (outages,) = stamped
    assert outages() == [(1, 2), (3, 7)] and told == [7]
