"""The form that opens a table of any game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from engine.substitutes import SUBSTITUTE_SEATS
from games.presenters.computer_levels import ShownLevel
from games.presenters.game_kinds import ShownGame, ShownKind, chosen
from games.presenters.times import OFFERED, ShownControl, groups
from games.time.terms import UNLIMITED, USUAL, Terms

PEOPLE = "people"
"""Value that stands for people as opponents instead of a level of computer player."""

USUAL_TIME = ShownControl(USUAL).value
ON = "on"

WATCH_DELAYS = (0, 3, 10, 30)
"""Delays for watchers that are offered, in moves; a table may have any other."""


@dataclass(frozen=True, slots=True)
class Offer:
    """A game in the form: its kinds and levels, each with whether it is chosen, and the names of its fields."""

    game: ShownGame
    chosen: bool
    kinds: list[tuple[ShownKind, bool]]
    levels: list[tuple[ShownLevel, bool]]
    substitutes: list[tuple[ShownLevel, bool]]
    times: list[tuple[str, list[tuple[ShownControl, bool]]]]
    weekend: bool
    vacation: bool

    @property
    def people(self) -> bool:
        """Whether people are to play against the host."""
        return not any(is_chosen for _, is_chosen in self.levels)

    @property
    def kind_field(self) -> str:
        """Name of the field for the kind of table."""
        return kind_field(self.game)

    @property
    def with_field(self) -> str:
        """Name of the field for the opponents."""
        return with_field(self.game)

    @property
    def left_field(self) -> str:
        """Name of the field for the substitute level."""
        return left_field(self.game)

    @property
    def time_field(self) -> str:
        """Name of the field for the time control."""
        return time_field(self.game)

    @property
    def weekend_field(self) -> str:
        """Name of the field for weekends."""
        return weekend_field(self.game)

    @property
    def vacation_field(self) -> str:
        """Name of the field for vacations."""
        return vacation_field(self.game)


class TableForm(forms.Form):
    """The form for a new table: game, kind of table, opponents, substitute for players who leave, and time control.
    `zone` is the time zone of the weekends on which clocks may rest; `watch_delay` is the delay for watchers, in moves.

    Except for these two, each game has its own fields, so that a browser without scripts can show those of the chosen
    game with their defaults, and no choice has to be made twice. Fields that do not matter for the chosen kind are
    ignored.
    """

    game = forms.ChoiceField(
        error_messages={
            "required": gettext_lazy("Choose a game."),
            "invalid_choice": gettext_lazy("Choose one of the games on this page."),
        }
    )
    watch_delay = forms.TypedChoiceField(
        coerce=int,
        empty_value=None,
        required=False,
        error_messages={"invalid_choice": gettext_lazy("Choose one of the delays on this page.")},
    )

    def __init__(self, games: Sequence[ShownGame], zone: str, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.games, self.zone = games, zone
        self.chosen_kind: ShownKind | None = None
        self.ai: list[str] = []
        self.substitute: str | None = None
        self.terms = UNLIMITED
        field, delay = self.fields["game"], self.fields["watch_delay"]
        assert isinstance(field, forms.ChoiceField) and isinstance(delay, forms.ChoiceField)
        field.choices = [(game.key, game.name) for game in games]
        delay.choices = [(moves, later(moves)) for moves in WATCH_DELAYS]
        for game in games:
            for field_of in FIELDS:
                name = field_of(game)
                self.fields[name] = forms.CharField(required=False)

    def clean(self) -> dict[str, Any]:
        """Set `chosen_kind` (a kind of the chosen game), the levels for the other seats and for the substitute, and the
        table's terms, which are unlimited if the host plays with no other person.
        """
        game = chosen(self.games, self.cleaned_data.get("game"))
        if game is None:
            return self.cleaned_data
        self.chosen_kind = kind = game.kind(self.cleaned_data.get(kind_field(game), ""))
        if kind is None:
            self.add_error(kind_field(game), _("Choose how to play %(game)s.") % {"game": game.name})
        elif kind.needed is not None:
            self.add_error(kind_field(game), kind.why_locked)
        elif kind.persons > 1:
            level = self._level(game, with_field(game), PEOPLE)
            if level is not None:
                self.ai = [level] * (kind.persons - 1)
                return self.cleaned_data
            self.terms = self._terms(game)
            if kind.persons >= SUBSTITUTE_SEATS:
                self.substitute = self._level(game, left_field(game))
        return self.cleaned_data

    def _terms(self, game: ShownGame) -> Terms:
        """Return the terms. Weekends and vacations count only in games over days."""
        value = self.cleaned_data.get(time_field(game), "")
        if value == "":
            return Terms(time_control=USUAL)
        shown = OFFERED.get(value)
        if shown is None:
            self.add_error(time_field(game), _("Choose one of the times on this page."))
            return UNLIMITED
        if not shown.days:
            return Terms(time_control=shown.control, vacation=not shown.timed)
        weekend = self.zone if self.cleaned_data.get(weekend_field(game)) else None
        return Terms(shown.control, weekend, vacation=bool(self.cleaned_data.get(vacation_field(game))))

    def _level(self, game: ShownGame, field: str, people: str = "") -> str | None:
        """Return the level that a field names; None if it is empty or names `people`."""
        value = self.cleaned_data.get(field, "")
        if value in ("", people):
            return None
        if value not in [level.key for level in game.levels]:
            self.add_error(field, _("Choose one of the computer players on this page."))
            return None
        return str(value)

    def offers(self) -> Iterator[Offer]:
        """Yield an offer for each game, with the form's current choices."""
        key = self["game"].value()
        for game in self.games:
            kind, level, left, time, weekend, vacation = (self[field(game)].value() for field in FIELDS)
            time = time or USUAL_TIME
            yield Offer(
                game,
                game.key == key,
                [(one, one.value == kind and one.needed is None) for one in game.kinds],
                [(one, one.key == level) for one in game.levels],
                [(one, one.key == left) for one in game.levels],
                [(name, [(one, one.value == time) for one in controls]) for name, controls in groups()],
                bool(weekend),
                bool(vacation),
            )


def later(moves: int) -> str:
    """Return when watchers see a move: “at once”, “3 moves later”."""
    if moves == 0:
        return _("at once")
    return ngettext("%(count)s move later", "%(count)s moves later", moves) % {"count": moves}


def kind_field(game: ShownGame) -> str:
    """Return the name of the field for the kind of table."""
    return f"kind-{game.key}"


def with_field(game: ShownGame) -> str:
    """Return the name of the field for the opponents."""
    return f"with-{game.key}"


def left_field(game: ShownGame) -> str:
    """Return the name of the field for the substitute level."""
    return f"left-{game.key}"


def time_field(game: ShownGame) -> str:
    """Return the name of the field for the time control."""
    return f"time-{game.key}"


def weekend_field(game: ShownGame) -> str:
    """Return the name of the field for weekends."""
    return f"weekend-{game.key}"


def vacation_field(game: ShownGame) -> str:
    """Return the name of the field for vacations."""
    return f"vacation-{game.key}"


FIELDS = (kind_field, with_field, left_field, time_field, weekend_field, vacation_field)
"""What names the fields of each game."""
