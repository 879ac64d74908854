"""Which seat a user sees with, and which audiences a table has (`games.record.tables.TableInfo`)."""

from __future__ import annotations

import pytest

from engine.newtypes import SeatNumber
from games.record.tables import SeatInfo, TableInfo
from pyramido_site.infrastructure.public_ids import PublicId
from tests.seats import SEAT_0, SEAT_1, SEAT_2

SEAT_3, SEAT_4 = SeatNumber(3), SeatNumber(4)
LOW, MIDDLE, HIGH, STRANGER = 5, 7, 9, 8


def seat(number: SeatNumber, user_id: int | None = None, ai: str | None = None, kind: str = "explorer") -> SeatInfo:
    return SeatInfo(number, kind, user_id, None, ai)


def table(*seats: SeatInfo) -> TableInfo:
    return TableInfo(
        game_id=1, public_id=PublicId("abc"), game="forgotten-treasures", rules_version=1, options={}, substitute=None,
        terms={}, rated=False, unrated_by_limit=False, commitment="", opened_ms=0, started_ms=None, seats=seats,
        host_id=None, listed=True, link=None, expires_ms=None,
    )  # fmt: skip


TABLE = table(
    seat(SEAT_0, MIDDLE), seat(SEAT_1, LOW), seat(SEAT_2, HIGH, "calm"), seat(SEAT_3, ai="calm"), seat(SEAT_4)
)


@pytest.mark.parametrize(
    ("user_id", "seat", "audience"),
    [
        (LOW, SEAT_1, SEAT_1), (MIDDLE, SEAT_0, SEAT_0),
        (HIGH, SEAT_2, None),  # an AI plays this seat: its player sees what spectators see
        (STRANGER, None, None), (None, None, None),
    ],
)  # fmt: skip
def test_a_user_sees_with_the_seat_that_the_user_plays(
    user_id: int | None, seat: SeatNumber | None, audience: SeatNumber | None
) -> None:
    assert TABLE.seat_of(user_id) == seat
    assert TABLE.audience_of(user_id) == audience


def test_the_audiences_are_people_s_seats_and_the_spectators() -> None:
    assert TABLE.audiences == (SEAT_0, SEAT_1, SEAT_4, None)
    assert table(seat(SEAT_0, LOW), seat(SEAT_1, kind="legend")).audiences == (SEAT_0, None)


def test_a_seat_that_an_ai_takes_over_is_an_audience_no_longer() -> None:
    same = (None, None, "calm", "calm", None)
    assert TABLE.played_by(same) is TABLE
    taken_over = TABLE.played_by(("calm", *same[1:]))
    assert taken_over.audiences == (SEAT_1, SEAT_4, None)
    assert taken_over.audience_of(MIDDLE) is None and taken_over.seat_of(MIDDLE) == SEAT_0
    assert taken_over.audience_of(LOW) == SEAT_1


@pytest.mark.parametrize(
    ("player", "invited", "bot"),
    [(None, None, False), ({"bot": False}, None, False), ({"bot": True}, None, True), (None, {"bot": True}, True)],
)
def test_a_bot_sits_or_is_invited(player: dict[str, bool] | None, invited: dict[str, bool] | None, bot: bool) -> None:
    assert SeatInfo(SEAT_0, "explorer", LOW, player, None, invited).is_bot is bot
