"""The form that opens a table, one for each game."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _


class ForgottenTreasuresTable(forms.Form):
    """Options of Forgotten Treasures. `seats` persons; alone, the Legend plays in the chosen mode."""

    game = "forgotten-treasures"

    seats = forms.TypedChoiceField(
        choices=[(1, "1"), (2, "2"), (3, "3"), (4, "4")],
        coerce=int,
        error_messages={
            "required": _("Choose how many explorers play."),
            "invalid_choice": _("Choose 1 to 4 explorers."),
        },
    )
    legend = forms.ChoiceField(
        choices=[("a", "a"), ("the", "the")],
        required=False,
        error_messages={"invalid_choice": _("Choose one of the two Legends.")},
    )

    def options(self) -> dict[str, Any]:
        """As the engine reads them; the Legend counts only for one who plays alone."""
        seats = self.cleaned_data["seats"]
        if seats == 1:
            return {"seats": 1, "legend": self.cleaned_data["legend"] or "a"}
        return {"seats": seats}
