"""The evidence recorded when a report was filed (games.moderation.services.evidence), in words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _

from games.moderation.models import Report
from games.presenters import moderation_words
from games.presenters.times import rounded_duration
from games.record.tables import JSON
from pyramido_site.infrastructure.utc import utc_datetime


@dataclass(frozen=True, slots=True)
class Said:
    """A line as it was when the report was filed, even if it was deleted since."""

    by: str
    text: str
    at: datetime
    reported: bool
    hidden: bool


@dataclass(frozen=True, slots=True)
class ShownEvidence:
    """The evidence. `facts` are pairs of label and value; `lines` are the chat lines."""

    facts: list[tuple[str, str]]
    lines: list[Said]
    met: list[str]
    """Public ids of the latest games between the two."""

    def __bool__(self) -> bool:
        return bool(self.facts or self.lines)


def of_report(report: Report) -> ShownEvidence:
    """Return the evidence of a report."""
    noted: JSON = report.evidence
    lines = [
        Said(line["by"]["name"], line["text"], utc_datetime(line["at_ms"]), line.get("this", False), line["hidden"])
        for line in noted.get("lines", ())
    ]
    return ShownEvidence(list(_facts(noted)), lines, noted.get("between", {}).get("latest", [])[:5])


def _facts(noted: JSON) -> Iterator[tuple[str, str]]:
    person, leavings, between = noted.get("reported"), noted.get("leavings"), noted.get("between")
    if person:
        yield _("Name at the time"), person["name"]
    if leavings:
        text = _("%(resigned)s resigned, %(timed_out)s timed out, %(finished)s played to the end")
        yield _("Games of the last 30 days"), text % leavings
    if between and between["games"]:
        text = _("%(games)s games: the reported player ahead in %(ahead)s, tied in %(level)s, behind in %(behind)s")
        yield _("Games between the two"), text % between
    game = noted.get("game")
    if game:
        yield from _of_game(game)


def _of_game(game: JSON) -> Iterator[tuple[str, str]]:
    yield _("Event of the game"), "—" if game["seq"] is None else str(game["seq"])
    for seat in game["seats"]:
        clock = seat.get("clock")
        name = seat["player"]["name"] if seat["player"] else None
        if name is None:
            continue
        parts = []
        if clock:
            parts.append(_("%(used)s used, %(left)s left") % {
                "used": rounded_duration(clock["used_ms"]), "left": rounded_duration(max(0, clock["left_ms"]))
            })  # fmt: skip
        if seat["seat"] in game.get("to_move", ()):
            parts.append(_("their turn"))
        if seat["left"]:
            parts.append(moderation_words.how_left(seat["left"]))
        if parts:
            yield name, "; ".join(parts)
