"""The graph of a player's ratings."""

from __future__ import annotations

from games.presenters.ratings import graph as rating_graph
from games.presenters.ratings.graph import BOTTOM, LEFT, RIGHT, TOP, Moment
from games.time.clocks import DAY_MS
from pyramido_site.infrastructure.utc import utc_datetime


def test_a_graph_lies_within_its_frame_and_names_the_points_on_its_lines() -> None:
    def moment(day: int, value: int) -> Moment:
        return Moment(utc_datetime(day * DAY_MS), value, False)

    graph = rating_graph.drawn([moment(1, 152_000), moment(2, 149_951), moment(9, 163_020)])
    places = [tuple(map(float, place.split(","))) for place in graph.line.split()]
    assert (places[0][0], places[2][0]) == (10 * LEFT, 10 * RIGHT)
    assert all(TOP <= y <= BOTTOM for _, y in places)
    assert places[1][0] - places[0][0] < (places[2][0] - places[1][0]) / 6
    assert [level.points for level in graph.levels] == [1450, 1500, 1550, 1600, 1650]
    by_points = {level.points: float(level.y) for level in graph.levels}
    assert abs(places[1][1] - by_points[1500]) < 1 < by_points[1500] - places[0][1]
    same = rating_graph.drawn([moment(1, 150_000)] * 2)
    assert [level.points for level in same.levels] == [1500, 1510] and len(same.dates) == 1
