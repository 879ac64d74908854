"""The page of opponents: every character with what it is, how it decides, and how strong it has been measured to be."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.templatetags.static import static
from django.utils.translation import gettext as _

from engine.ai import levels, strength
from engine.ai.strength import Measured
from games.presenters.computer_levels import ShownCharacter, all_levels
from games.presenters.game_kinds import ShownGame, all_games
from games.presenters.game_lists import Entry


@dataclass(frozen=True, slots=True)
class Line:
    """What was measured of a character in one game. `elo` is the difference in words, `seconds` are of thinking in a
    whole game; None where nothing was measured.
    """

    game: ShownGame
    result: str
    elo: str
    seconds: float | None


@dataclass(frozen=True, slots=True)
class Opponent:
    """A character on the page. `kinds` are names of the tables that have it, if it belongs to one game."""

    who: ShownCharacter
    lines: tuple[Line, ...]
    kinds: tuple[str, ...] = ()
    level: str = ""


def opponents() -> list[Opponent]:
    """Return all characters, weakest first; levels come before a game's own rivals with as many stars."""
    games = all_games()
    known = [_level(games, key, who) for key, who in ((one.key, one.who) for one in all_levels()) if who is not None]
    rivals = [_rival(game, kind.name, kind.rival) for game in games for kind in game.kinds if kind.rival is not None]
    return sorted(known + rivals, key=lambda one: one.who.stars)


def _level(games: list[ShownGame], key: str, who: ShownCharacter) -> Opponent:
    keys = list(levels.LEVELS)
    weaker = keys[keys.index(key) - 1] if keys.index(key) else None
    lines = []
    for game in games:
        if not levels.plays(game.key):
            continue
        measured = strength.AGAINST_WEAKER[game.key].get(key)
        seconds = strength.SECONDS[game.key][key]
        if measured is None or weaker is None:
            lines.append(Line(game, _("loses to all the others"), "", seconds))
        else:
            lines.append(Line(game, _wins(measured, levels.LEVELS[weaker].name), _elo(measured), seconds))
    return Opponent(who, tuple(lines), level=key)


def _wins(measured: Measured, name: str) -> str:
    if measured.won == 1:
        return _("beat %(name)s in all %(games)s games") % {"name": name, "games": measured.games}
    return _("beats %(name)s in %(won)s of 100 games") % {"name": name, "won": _of_100(measured)}


def _of_100(measured: Measured) -> int:
    """Return how many of 100 games the level wins; not all of them unless it won every game."""
    return min(round(measured.won * 100), 99)


def _elo(measured: Measured, sign: str = "+") -> str:
    return f"> {sign}{measured.elo}" if measured.won == 1 else f"{sign}{measured.elo}"


def characters_at(entry: Entry) -> dict[str, Any]:
    """Return what the board shows of the characters that can play at a table: `levels` by key, and `rival`, who sits on
    the seat that plays by itself, or None.
    """
    rival = None if entry.kind is None else entry.kind.rival
    return {
        "levels": {level.key: _shown(level.who) for level in entry.levels if level.who is not None},
        "rival": None if rival is None else _shown(rival),
    }


def _shown(who: ShownCharacter) -> dict[str, str]:
    return {"name": who.name, "face": static(who.face), "url": who.address}


def _rival(game: ShownGame, kind: str, who: ShownCharacter) -> Opponent:
    against = strength.AGAINST_RIVALS[who.key]
    lines = []
    for level, measured in against.items():
        said = {"name": levels.LEVELS[level].name, "won": _of_100(measured), "games": measured.games}
        text = (
            _("lost to %(name)s in all %(games)s games")
            if measured.won == 1
            else _("loses to %(name)s in %(won)s of 100 games")
        )
        lines.append(Line(game, text % said, _elo(measured, "−").replace(">", "<"), None))
    return Opponent(who, tuple(lines), (kind,))
