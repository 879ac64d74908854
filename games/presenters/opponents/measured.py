"""The page of opponents: every character with what it is, how it decides, and how strong it has been measured to be."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from engine.ai import levels, strength
from engine.ai.strength import Measured
from games.presenters.computer_levels import ShownCharacter, all_levels
from games.presenters.game_kinds import ShownGame, ShownKind, all_games


@dataclass(frozen=True, slots=True)
class Line:
    """What was measured of a character in one game. `elo` is the difference ("+119 Elo"), or ""; `seconds` are of
    thinking in a whole game, or None.
    """

    game: ShownGame
    result: str
    elo: str
    seconds: float | None


@dataclass(frozen=True, slots=True)
class Opponent:
    """A character on the page: a level of computer player, by its key, or the rival at one kind of table."""

    who: ShownCharacter
    lines: tuple[Line, ...]
    kind: ShownKind | None = None
    level: str = ""


def opponents() -> list[Opponent]:
    """Return all characters, weakest first; levels come before a game's own rivals with as many stars."""
    games = all_games()
    known = [_level(games, key, who) for key, who in ((one.key, one.who) for one in all_levels()) if who is not None]
    rivals = [_rival(game, kind, kind.rival) for game in games for kind in game.kinds if kind.rival is not None]
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
    points = f"> {sign}{measured.elo}" if measured.won == 1 else f"{sign}{measured.elo}"
    return _("%(points)s Elo") % {"points": points}


def _rival(game: ShownGame, kind: ShownKind, who: ShownCharacter) -> Opponent:
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
    return Opponent(who, tuple(lines), kind)
