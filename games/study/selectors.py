"""Functions that read studies. What they show of a position passes through `view()` and `redact()` of the engine."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from typing import Final

from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery
from django.urls import reverse
from django.utils.translation import gettext_noop

from accounts.models import User
from accounts.users.player_json import player_json
from engine import canonical, chance, redaction, registry
from engine.core import JSON
from engine.newtypes import FIRST, SeatNumber
from engine.position import Event as LogEvent
from engine.position import Position
from games.record.models import Event, Game, Seat
from games.record.projections import LEGEND_KINDS
from games.record.selectors import Person, user_id_of
from games.requests.refusals import Refusal
from games.study import private_board, study_file
from games.study.models import Study, StudyMove
from games.study.study_file import MOST_BYTES as MOST_BYTES
from games.study.study_file import Facts
from games.study.tree import BEGINNING, Move, Tree
from games.study.tree import MoveNumber as MoveNumber
from pyramido_site.infrastructure.json_patch import diff
from pyramido_site.infrastructure.public_ids import PublicId

MOVES_AT_ONCE: Final = 50
"""Maximum number of moves in one response."""

GAMES_AT_ONCE: Final = 500
WANTED_MS: Final = 10 * 60_000
"""How long (ms) a sweep looks for an opponent's action that was asked for."""


def no_such_study(public_id: str) -> Refusal:
    """404: there is no such study, or the user may not read it."""
    return Refusal(404, "no_such_study", gettext_noop("Study “%(id)s” not found."), id=public_id[:20])


def own_studies(user: User) -> QuerySet[Study]:
    """Return the user's studies."""
    return Study.objects.filter(owner=user)


def own_study(public_id: PublicId, user: User) -> Study:
    """Return a study of the user's. Raise Refusal 404 `no_such_study`."""
    study = own_studies(user).filter(public_id=public_id).first()
    if study is None:
        raise no_such_study(public_id)
    return study


def readable_study(public_id: PublicId, user: Person | None, link: str | None = None) -> Study:
    """Return a study that the user owns or has the link of. Raise Refusal 404 `no_such_study`."""
    mine = Q(owner=user_id_of(user) or 0)
    shared = Q(link=link, hidden=False) if link else Q(pk__in=())
    study = Study.objects.filter(mine | shared, public_id=public_id).select_related("owner", "source").first()
    if study is None:
        raise no_such_study(public_id)
    return study


def study_by_link(link: str) -> Study | None:
    """Return the study that is shared by this link, with its owner, or None."""
    return Study.objects.filter(link=link, hidden=False).select_related("owner", "source").first() if link else None


# --- the board --------------------------------------------------------------------------------------------------------
def beginning_of(study: Study) -> Position:
    """Return the position with which a study begins."""
    rules = registry.get(study.game_key, study.rules_version)
    return private_board.deal(rules, study.view, study.seed, whole_game=study.whole_game)


def tree_of(study: Study) -> Tree:
    """Return the moves of a study. One query."""
    return Tree(map(move_of, StudyMove.objects.filter(study=study)))


def move_of(row: StudyMove) -> Move:
    """Return a stored move."""
    return Move(row.number, row.parent, row.seat, row.action, row.comment, row.glyph, row.place)


def seat_shown(study: Study, beginning: Position, position: Position) -> SeatNumber | None:
    """Return the seat whose view of a position is shown."""
    own = private_board.own_seat(beginning, study.view)
    return private_board.seat_shown(position, own, alone=not study.opponent)


def study_json(study: Study, user: Person | None) -> JSON:
    """Return a study, with its owner loaded, as the user may see it (docs/formats/studies.md)."""
    mine = study.owner_id == user_id_of(user)
    beginning = beginning_of(study)
    kinds = list(beginning.rules.seat_kinds(beginning.options))
    source = None
    if mine and study.source is not None and study.source_seq is not None:
        source = {"game": study.source.public_id, "seq": study.source_seq}
    return {
        **row_json(study),
        "owner": player_json(study.owner),
        "mine": mine,
        "comment": study.comment,
        "link": link_of(study) if mine else None,
        "source": source,
        "hidden": mine and study.hidden,
        "by_hand_only": mine and is_by_hand_only(study),
        "seat": private_board.own_seat(beginning, study.view),
        "seats": kinds,
        "automatic": [seat for seat, kind in enumerate(kinds) if kind in LEGEND_KINDS],
        "view": beginning.view(seat_shown(study, beginning, beginning)),
    }


def row_json(study: Study) -> JSON:
    """Return a study as lists have it."""
    return {
        "id": study.public_id,
        "title": study.title,
        "game": study.game_key,
        "rules_version": study.rules_version,
        "options": study.view["options"],
        "opponent": study.opponent or None,
        "made_ms": study.made_ms,
        "changed_ms": study.changed_ms,
    }


def link_of(study: Study) -> str | None:
    """Return the path of the page at which others may read the study, or None."""
    return None if study.link is None else reverse("shared_study", args=[study.link])


def moves_json(study: Study, since: MoveNumber) -> JSON:
    """Return `{"game", "moves", "next"}`: the moves with numbers after `since`, each with its events and the patch from
    the view before it. `next` is the number to continue from, or None after the last move.
    """
    beginning, tree = beginning_of(study), tree_of(study)
    wanted = sorted(number for number in tree.moves if number > since)
    page = set(wanted[:MOVES_AT_ONCE])
    found = []
    for move, before, after, events in private_board.played(beginning, _needed(tree, page)):
        if move.number in page:
            found.append(move_json(study, beginning, move, before, after, events))
    more = len(wanted) > len(page)
    return {"game": study.game_key, "moves": found, "next": found[-1]["number"] if more else None}


def _needed(tree: Tree, page: set[MoveNumber]) -> list[Move]:
    """Return the moves of a page and all that lead to them, by number."""
    found: dict[MoveNumber, Move] = {}
    for number in page:
        at = number
        while at != BEGINNING and at not in found:
            found[at] = tree.moves[at]
            at = tree.moves[at].parent
    return [found[number] for number in sorted(found)]


def move_json(
    study: Study, beginning: Position, move: Move, before: Position, after: Position, events: Iterable[LogEvent]
) -> JSON:
    """Return a move as docs/formats/studies.md has it."""
    seat = seat_shown(study, beginning, after)
    return {
        "number": move.number,
        "parent": move.parent,
        "place": move.place,
        "seat": move.seat,
        "action": shown_action(study, beginning, move, after),
        "comment": move.comment,
        "glyph": move.glyph,
        "events": [_shown_event(study, beginning, event) for event in events],
        "patch": diff(before.view(seat_shown(study, beginning, before)), after.view(seat)),
    }


def shown_action(study: Study, beginning: Position, move: Move, after: Position) -> JSON | None:
    """Return the action of a move; None while it is the secret one of an opponent."""
    own = private_board.own_seat(beginning, study.view)
    submitted = after.rules.submissions(after.state)
    secret = study.opponent and move.seat != own and submitted is not None and submitted[move.seat] is not None
    return None if secret else move.action


def _shown_event(study: Study, beginning: Position, event: LogEvent) -> JSON:
    """Return an event as the reader may see it; all seats are the reader's who plays by hand."""
    own = private_board.own_seat(beginning, study.view) if study.opponent else event.seat
    shown = redaction.redact(event, own, ended=False)
    if event.kind == "finished":  # a study has no secret that could be checked
        shown["payload"] = {"outcome": event.payload["outcome"]}
    return shown


def file_of(study: Study) -> JSON:
    """Return a study as a file (docs/formats/studies.md)."""
    return study_file.document(
        registry.get(study.game_key, study.rules_version), title=study.title, comment=study.comment, view=study.view,
        seed=study.seed, whole_game=study.whole_game, facts=study.facts, tree=tree_of(study),
    )  # fmt: skip


def version_of(study: Study) -> str:
    """Return what identifies the file of a study as it is now, in hexadecimal digits."""
    return hashlib.sha256(canonical.encode(file_of(study))).hexdigest()


def example_file(beginning: Position) -> JSON:
    """Return an example of a file: the position, as the seat to move sees it, and its first legal action."""
    rules, state, seat = beginning.rules, beginning.state, beginning.to_move[0]
    action = rules.action_to_json(next(iter(rules.legal_actions(state, seat))))
    move = Move(MoveNumber(1), BEGINNING, seat, action, "The other would be worse.", "!")
    facts: Facts = [[]]
    rules.start(beginning.options, chance.seed(beginning.secret, beginning.nonces), facts[0])
    return study_file.document(
        rules, title="The first move", comment="", view=beginning.view(seat), seed="0" * 64, whole_game=False,
        facts=facts, tree=Tree([move]),
    )  # fmt: skip


def thinking_studies(user: User, at_ms: int) -> QuerySet[Study]:
    """Return the user's studies whose opponent owes an action that a sweep still looks for."""
    return own_studies(user).filter(asked_ms__gt=at_ms - WANTED_MS)


def opponents_due(before_ms: int, limit: int) -> list[tuple[PublicId, MoveNumber]]:
    """Return (public id, move) of studies whose opponent may have owed an action after the move since before
    `before_ms`. What was asked for long before is left out: pages ask again.
    """
    asked = Study.objects.filter(asked_ms__lte=before_ms, asked_ms__gt=before_ms - WANTED_MS).order_by("asked_ms")
    return [
        (public_id, number)
        for public_id, number in asked.values_list("public_id", "asked")[:limit]
        if number is not None
    ]


# --- by hand only -----------------------------------------------------------------------------------------------------
def is_by_hand_only(study: Study) -> bool:
    """Whether the computer must not help with a study, since its game still runs: with another person in it, or rated.

    Until then there is no opponent, hint, evaluation or analysis in it, and it is not shared.
    """
    return study.source_id is not None and forbids_help(study.source_id, study.owner_id)


def forbids_help(game_id: int, user_id: int) -> bool:
    """Whether a game runs with another person in it than this user, or rated."""
    running = Game.objects.filter(pk=game_id, status=Game.Status.RUNNING)
    return running.filter(Q(rated=True) | Exists(_others(user_id))).exists()


def check_may_have_help(study: Study, field: str | None = None) -> None:
    """Raise Refusal 409 `by_hand_only` if the computer must not help with the study, or others see it. The only place
    that decides it.
    """
    if is_by_hand_only(study):
        template = gettext_noop(
            "This game is still being played. Until it has ended, only you can see its study, and you play all seats "
            "yourself."
        )
        raise Refusal(409, "by_hand_only", template, field=field)


def running_game_like(user: User, game_key: str, options: JSON, facts: Facts) -> Game | None:
    """Return a running game with another person in it, or a rated one, whose public facts begin like these; one of the
    user's own if there is one. None if there is none.
    """
    running = Game.objects.filter(Q(rated=True) | Exists(_others(user.pk)), status=Game.Status.RUNNING)
    rows = Event.objects.filter(seq=FIRST, game__in=running.filter(game_key=game_key))
    begun = rows.values_list("game_id", "game__options", "payload__facts").iterator(GAMES_AT_ONCE)
    alike = [pk for pk, agreed, first in begun if agreed == options and canonical.alike(first, facts[0])]
    if len(facts) > 1:
        alike = [pk for pk, second in _second_facts(alike) if canonical.alike(second, facts[1])]
    found = Game.objects.filter(pk__in=alike[:GAMES_AT_ONCE])
    return found.filter(seats__user=user).first() or found.first()


def _others(user_id: int) -> QuerySet[Seat]:
    """Return the seats of a game on which another person plays."""
    return Seat.objects.filter(game=OuterRef("pk"), user__isnull=False, ai="", departure="").exclude(user=user_id)


def _second_facts(game_ids: list[int]) -> Iterator[tuple[int, list[JSON]]]:
    """Yield each game's id with the facts of its first event that has any, after the set-up. One query for each
    GAMES_AT_ONCE games.
    """
    told = Event.objects.filter(game=OuterRef("pk"), seq__gt=FIRST, payload__facts__0__isnull=False).order_by("seq")
    for first in range(0, len(game_ids), GAMES_AT_ONCE):
        games = Game.objects.filter(pk__in=game_ids[first : first + GAMES_AT_ONCE])
        second = Subquery(told.values("payload__facts")[:1])
        yield from games.annotate(second=second).exclude(second=None).values_list("pk", "second")
