"""The evidence of flags (games.fair_play says what each kind counts) and of reports, in words."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.fair_play.models import Flag
from games.moderation.models import Report
from games.presenters.moderation import words as moderation_words
from games.presenters.times import rounded_duration
from games.record.tables import JSON
from pyramido_site.infrastructure.utc import utc_datetime

Kind = Flag.Kind

GAMES = 12
"""Greatest number of links to games."""


def facts(flag: Flag) -> list[str]:
    """Return the evidence in sentences. Evidence in an older format is listed by name and value."""
    try:
        return _WORDS[Kind(flag.kind)](flag.evidence)
    except (KeyError, IndexError, TypeError):
        return [f"{name}: {value}" for name, value in flag.evidence.items() if name != "which"]


def games(flag: Flag) -> list[str]:
    """Return public ids of games that show the evidence, each once."""
    which = (one if isinstance(one, str) else one[0] for one in flag.evidence.get("which", ()))
    return list(dict.fromkeys(which))[:GAMES]


def _decimal(thousandths: int) -> str:
    return f"{thousandths / 1000:.1f}"


def _percent(thousandths: int) -> str:
    return _("%(percent)s %%") % {"percent": round(thousandths / 10)}


def _shared(found: JSON) -> list[str]:
    return [
        _(
            "Same devices: %(devices)s. Same networks: %(networks)s. The rarest of these is used by %(fewest_accounts)s"
            " accounts."
        )
        % found,
        ngettext(
            "They met in %(meetings)s rated game; one player has played %(one)s in all, the other %(other)s.",
            "They met in %(meetings)s rated games; one player has played %(one)s in all, the other %(other)s.",
            found["meetings"],
        )
        % {"meetings": found["meetings"], "one": found["games"][0], "other": found["games"][1]},
    ]


def _one_sided(found: JSON) -> list[str]:
    numbers = {**found, "points": found["half_points"] / 2, "expected": _decimal(found["expected"] // 2)}
    return [
        ngettext(
            "%(points)s points in %(games)s game; the ratings expect %(expected)s.",
            "%(points)s points in %(games)s games; the ratings expect %(expected)s.",
            found["games"],
        )
        % numbers,
        _("Early resignations: %(early)s, %(early_in_a_row)s of them in a row.") % found,
    ]


def _forfeits(found: JSON) -> list[str]:
    return [
        _("Of the latest %(games)s rated games, other players left %(got)s right away, and this player left %(gave)s.")
        % found,
        _("Others in these games: %(people)s.") % found,
    ]


def _gifts(found: JSON) -> list[str]:
    numbers = {name: _decimal(found[name]) for name in ("deviations", "ahead_of_others", "place")}
    return [
        ngettext(
            "%(choices)s choices in %(games)s game gave the other player about %(points_given)s points.",
            "%(choices)s choices in %(games)s games gave the other player about %(points_given)s points.",
            found["games"],
        )
        % found,
        _("%(deviations)s standard deviations above chance, %(ahead_of_others)s more than with other players.")
        % numbers,
    ]


def _engine(found: JSON) -> list[str]:
    same, lost, expected = (_percent(found[name]) for name in ("same_move", "lost_share", "expected_share"))
    return [
        ngettext(
            "%(same)s of %(moves)s moves in %(games)s game match the strong computer’s choice.",
            "%(same)s of %(moves)s moves in %(games)s games match the strong computer’s choice.",
            found["games"],
        )
        % {"moves": found["moves"], "games": found["games"], "same": same},
        _("Gives away %(lost)s of the points at stake; players rated %(rating)s give away %(expected)s.")
        % {"lost": lost, "rating": found["rating"], "expected": expected},
        _("%(deviations)s standard deviations better than the rating predicts.")
        % {"deviations": _decimal(found["deviations"])},
    ]


def _stalling(found: JSON) -> list[str]:
    return [
        _(
            "In lost positions %(slow)s a move (median over %(lost)s moves), otherwise %(usual)s (median over "
            "%(otherwise)s moves)."
        )
        % {
            **found,
            "slow": rounded_duration(found["median_lost_ms"]),
            "usual": rounded_duration(found["median_otherwise_ms"]),
        },
        _("%(times)s times as slow, %(deviations)s standard deviations above chance.")
        % {name: _decimal(found[name]) for name in ("times", "deviations")},
    ]


def _abuse(found: JSON) -> list[str]:
    words = ", ".join(f"{word} ({count})" for word, count in found["words"].items())
    return [
        _("%(abusive)s of %(lines)s messages.") % found,
        _("Listed words: %(words)s.") % {"words": words},
    ]


_WORDS: dict[str, Callable[[JSON], list[str]]] = {
    Kind.SHARED: _shared,
    Kind.ONE_SIDED: _one_sided,
    Kind.FORFEITS: _forfeits,
    Kind.GIFTS: _gifts,
    Kind.ENGINE: _engine,
    Kind.STALLING: _stalling,
    Kind.ABUSE: _abuse,
}


# --- reports ----------------------------------------------------------------------------------------------------------
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
        text = ngettext(
            "%(games)s game: the reported player ahead in %(ahead)s, tied in %(level)s, behind in %(behind)s",
            "%(games)s games: the reported player ahead in %(ahead)s, tied in %(level)s, behind in %(behind)s",
            between["games"],
        )
        yield _("Games between the two"), text % between
    study = noted.get("study")
    if study:
        yield _("Title of the study"), study["title"]
        yield _("Comments of the study"), "\n".join(study["comments"])
    game = noted.get("game")
    if game:
        yield from _of_game(game)


def _of_game(game: JSON) -> Iterator[tuple[str, str]]:
    yield _("Last event in the log, by number"), "—" if game["seq"] is None else str(game["seq"])
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
