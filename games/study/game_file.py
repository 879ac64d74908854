"""A game's export (docs/formats/log.md) as a study: its deal, and what was played as the main line. Pure.

The whole log is verified first. What changed nothing on the table is left out: pauses, requests, vacations, what was
taken back, and secret choices that were replaced.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine import chance, registry
from engine.core import JSON, Malformed, gettext_noop
from engine.export import BadExport, Export, rebuild
from engine.newtypes import SeatNumber
from engine.position import Event, LogError
from games.study import private_board, study_file
from games.study.study_file import FileMove, StudyFile

LEAVING: Final = ("resigned", "taken_over", "timed_out", "removed")
"""Kinds of events with which a player leaves."""

_Act = tuple[SeatNumber, JSON]
"""A seat and what it did, as `private_board.act` takes it."""


def as_study(game: Export, title: str) -> StudyFile:
    """Return the study of a whole game. Raise GameError, with the path of what is wrong, if the rules do not lead to
    this log, or this site does not have them.
    """
    rules = registry.get(game.game, game.rules_version)
    study_file.check_components(rules, game.components)
    try:
        rebuild(game)
    except LogError as error:
        template = gettext_noop(
            "Event %(number)s does not follow from the rules and the deal: the file is damaged, or was changed."
        )
        raise Malformed("bad_game", template, field=f"events[{error.seq}]", number=error.seq) from error
    except BadExport as error:
        template = gettext_noop("The secret, the nonces or the pieces of this game are damaged.")
        raise Malformed("bad_game", template, field="secret") from error
    seed = chance.seed(bytes.fromhex(game.secret), map(bytes.fromhex, game.nonces))
    return StudyFile(
        format=study_file.FORMAT,
        game=rules.key,
        rules_version=rules.version,
        options=game.options,
        components=game.components,
        title=title,
        facts=study_file.first_facts(game.events),
        view=rules.view(rules.start(game.options, seed), None),
        seed=seed.hex(),
        whole_game=True,
        moves=tuple(FileMove(at, seat, action) for at, (seat, action) in enumerate(_played(game.events))),
    )


def _played(events: Sequence[Event]) -> list[_Act]:
    """Return what led to the end of a log. In place of a secret choice is the one that has replaced it."""
    acts: list[_Act] = []
    counts: list[int] = []  # of acts, after each event
    phase = 0  # the first act of the present secret phase
    for event in events:
        if event.kind == "taken_back":
            to = counts[event.payload["to"]]
            acts[to:] = filter(_leaves, acts[to:])  # who has left to a computer player stays away
        elif event.seat is not None and event.kind in ("action", "submission", *LEAVING):
            act = (event.seat, private_board.action_of(event))
            known = [at for at in range(phase, len(acts)) if acts[at][0] == event.seat and not _leaves(acts[at])]
            if event.kind == "submission" and known:
                acts[known[0]] = act
            else:
                acts.append(act)
        if event.kind in ("action", "revealed", "taken_back"):
            phase = len(acts)
        counts.append(len(acts))
    return acts


def _leaves(act: _Act) -> bool:
    return act[1].get("type") == private_board.LEAVE
