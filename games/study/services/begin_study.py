"""Begin a study from a position of a game, or from a file of a study or of a whole game."""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from typing import Any

from django.db import transaction
from django.utils.translation import gettext, gettext_noop
from msgspec.structs import replace

from accounts.models import User
from engine import export, registry
from engine.core import JSON, GameError
from engine.newtypes import BEFORE_FIRST, FIRST, SeatNumber, Seq
from engine.refusals import game_over
from games.record import positions
from games.record.models import Game
from games.record.selectors import game_by_id, last_seen
from games.replay import selectors as replay
from games.requests import bodies
from games.requests.refusals import Refusal
from games.study import game_file, private_board, selectors, study_file, words
from games.study.models import Study, StudyMove
from games.study.services.play_move import row_of
from games.study.study_file import StudyFile
from games.study.tree import BEGINNING, Move, MoveNumber
from pyramido_site.infrastructure.public_ids import PublicId
from pyramido_site.infrastructure.site_clock import now_ms

MOST_STUDIES = 200
"""Maximum number of studies of a user."""

ENDING = 6
"""Number of events at the end of a game among which there is one before which something was to be done."""


def begin_study(
    user: User,
    public_id: PublicId,
    seq: Seq | None,
    *,
    title: str,
    seat: SeatNumber | None = None,
    opponent: str | None = None,
    seed: str | None = None,
) -> Study:
    """Begin a study with what the user could see of a game after event `seq`, or (None) at the last position in which
    there was something to do; with `seat`, what that seat could see.

    Raise Refusal 404 if there is no such game, seat or event; 409 `still_running` for another's seat while the game
    runs, `by_hand_only` for an `opponent` there, `too_many_studies`; 422 `game_over` if nothing is left to be played,
    or if the title or the level is not allowed.
    """
    title = words.title(title)
    game = game_by_id(public_id)
    audience = replay.viewpoint(public_id, user, seat)
    view, seq = _position(game, audience, seq)
    events = positions.good_events(game, BEFORE_FIRST, seq + 1)
    study = Study(
        owner=user, game_key=game.game_key, rules_version=game.rules_version, title=title, view=view,
        seed=seed or secrets.token_hex(32), facts=study_file.first_facts(events), source=game, source_seq=seq,
        opponent=words.opponent(game.game_key, opponent),
    )  # fmt: skip
    if study.opponent:
        selectors.check_may_have_help(study, "opponent")
    beginning = selectors.beginning_of(study)
    return _store(study, [move for move, _ in private_board.follow_ups(beginning, BEGINNING, MoveNumber(1))])


def _position(game: Game, seat: SeatNumber | None, seq: Seq | None) -> tuple[JSON, Seq]:
    """Return a view and its seq. Raise Refusal 404 `no_such_event`, 422 `game_over` if nothing is left to be played."""
    last = last_seen(game, seat) or FIRST
    for at in range(last, max(-1, last - ENDING), -1) if seq is None else (seq,):
        view = replay.view_at(game.public_id, seat, Seq(at))["view"]
        if view["to_move"]:
            return view, Seq(at)
    raise Refusal.of(game_over())


def import_study(user: User, file: Any) -> Study:
    """Store a study from a file (JSON): of a study (docs/formats/studies.md), or of a game (docs/formats/log.md), which
    becomes the main line. Nothing is stored if any part of it is wrong.

    Raise Refusal, 400 or 422, with the path of what is wrong; 409 `too_many_studies`.
    """
    try:
        read = _read(file)
        checked = study_file.check(read)
    except GameError as error:
        raise Refusal.of(error) from error
    moves = [_noted(move) for move in checked.moves]
    rules, view = checked.rules, read.view
    study = Study(
        owner=user, game_key=rules.key, rules_version=rules.version, title=words.title(read.title),
        comment=words.comment(read.comment), view=view, seed=read.seed, whole_game=read.whole_game, facts=read.facts,
        source=selectors.running_game_like(user, rules.key, view["options"], read.facts),
    )  # fmt: skip
    return _store(study, moves)


def _read(file: Any) -> StudyFile:
    """Return a file as a study; a game has the name of its kind as title. Raise GameError or Refusal."""
    if study_file.format_of(file) == study_file.FORMAT:
        return bodies.read(file, StudyFile)
    game = bodies.read(file, export.Export)
    return game_file.as_study(game, gettext(registry.get(game.game, game.rules_version).name))


def _noted(move: Move) -> Move:
    return replace(move, comment=words.comment(move.comment, f"moves[{move.number - 1}].comment"))


def _store(study: Study, moves: Iterable[Move]) -> Study:
    with transaction.atomic():
        User.objects.select_for_update(no_key=True).get(pk=study.owner_id)  # serializes the owner's new studies
        if selectors.own_studies(study.owner).count() >= MOST_STUDIES:
            template = gettext_noop("You have %(most)s studies, the maximum. Delete one first.")
            raise Refusal(409, "too_many_studies", template, most=MOST_STUDIES)
        now = now_ms()
        listed = list(moves)
        study.made_ms = study.changed_ms = now
        study.last_number = listed[-1].number if listed else study.last_number
        study.save()
        StudyMove.objects.bulk_create(row_of(study, move, now) for move in listed)
    return study
