"""Studies as pages show them: lists, who can play against their owner, and what the board of a study needs."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from engine import registry
from games.presenters.computer_levels import ShownLevel
from games.presenters.game_kinds import ShownGame, components_url, shown_game
from games.presenters.opponents.at_table import characters_of
from games.record.models import Game
from games.study.models import Study
from pyramido_site.infrastructure.utc import utc_datetime


@dataclass(frozen=True, slots=True)
class ShownStudy:
    """A study in the list of its owner."""

    study: Study
    game: ShownGame

    @property
    def changed(self) -> datetime:
        """When it was changed last."""
        return utc_datetime(self.study.changed_ms)

    @property
    def kind(self) -> str:
        """The name of its kind of table."""
        kind = self.game.kind_of(self.study.view["options"])
        return "" if kind is None else kind.name


def shown(study: Study) -> ShownStudy:
    """Return a study with its game."""
    return ShownStudy(study, shown_game(registry.get(study.game_key, study.rules_version)))


def page_context(study: Study) -> dict[str, Any]:
    """Return what the page of a study shows beside the study itself."""
    one = shown(study)
    kind = one.game.kind_of(study.view["options"])
    return {
        "shown": one,
        "characters": characters_of(one.game.levels, kind),
        "components": components_url(one.game.rules),
    }


def suggested_title(game: Game, seq: int | None) -> str:
    """Return the title that the form for a new study begins with."""
    name = _(registry.get(game.game_key, game.rules_version).name)
    return name if seq is None else _("%(game)s, after event %(seq)s") % {"game": name, "seq": seq}


def levels_of(game: Game) -> tuple[ShownLevel, ...]:
    """Return the levels that can play against the owner of a study of this game."""
    return shown_game(registry.get(game.game_key, game.rules_version)).levels
