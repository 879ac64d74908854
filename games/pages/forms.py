"""The form that opens a table of any game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.pages.shown_games import ShownGame, ShownKind, chosen


class TableForm(forms.Form):
    """Which game, and which kind of table. Every game has a field `kind-<key>` of its own, so that a browser without
    scripts can show the kinds of the chosen game, with one of them chosen, and nobody has to choose twice.
    """

    game = forms.ChoiceField(
        error_messages={
            "required": gettext_lazy("Choose a game."),
            "invalid_choice": gettext_lazy("Choose one of the games on this page."),
        }
    )

    def __init__(self, games: Sequence[ShownGame], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.games = games
        self.chosen_kind: ShownKind | None = None
        field = self.fields["game"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [(game.key, game.name) for game in games]
        for game in games:
            self.fields[kind_field(game)] = forms.CharField(required=False)

    def clean(self) -> dict[str, Any]:
        """Sets `chosen_kind`, a kind of the chosen game."""
        game = chosen(self.games, self.cleaned_data.get("game"))
        if game is not None:
            self.chosen_kind = game.kind(self.cleaned_data.get(kind_field(game), ""))
            if self.chosen_kind is None:
                self.add_error(kind_field(game), _("Choose a table of %(game)s.") % {"game": game.name})
            elif self.chosen_kind.needed is not None:
                self.add_error(kind_field(game), self.chosen_kind.why_locked)
        return self.cleaned_data

    def offers(self) -> Iterator[tuple[ShownGame, bool, str, list[tuple[ShownKind, bool]]]]:
        """For each game: whether it is chosen, the name of its field, and its kinds, each with whether it is chosen."""
        key = self["game"].value()
        for game in self.games:
            value = self[kind_field(game)].value()
            kinds = [(kind, kind.value == value and kind.needed is None) for kind in game.kinds]
            yield game, game.key == key, kind_field(game), kinds


def kind_field(game: ShownGame) -> str:
    return f"kind-{game.key}"
