"""Change what the owner has written: a study's title and comment, and the notes and the place of its moves."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext_noop

from accounts.models import User
from accounts.sanctions.selectors import Kind
from games.requests import sanctioned
from games.requests.refusals import Refusal
from games.study import selectors, words
from games.study.models import Study, StudyMove
from games.study.services.play_move import check_move, locked
from games.study.tree import BEGINNING, GLYPHS, MoveNumber
from pyramido_site.infrastructure.public_ids import PublicId
from pyramido_site.infrastructure.site_clock import now_ms


def change_study(
    user: User,
    public_id: PublicId,
    *,
    title: str | None = None,
    comment: str | None = None,
    opponent: str | None = None,
) -> Study:
    """Change the title, the comment on the beginning, or the opponent, who plays all seats but the owner's from now on:
    a level, or "" for none. None leaves a thing as it is, and if one is refused, all do.

    Raise Refusal 404, 403 `muted`, 409 `by_hand_only`, or 400 or 422 for a text that is not allowed or a level that is
    not offered.
    """
    study = selectors.own_study(public_id, user)
    changes: dict[str, object] = {}
    if title is not None:
        changes["title"] = words.title(title)
    if comment is not None:
        changes["comment"] = words.comment(comment)
    if changes:
        _check_may_write(user, study)
    if opponent is not None:
        changes["opponent"] = words.opponent(study.game_key, opponent or None)
        if opponent:
            selectors.check_may_have_help(study, "opponent")
    if changes:
        Study.objects.filter(pk=study.pk).update(**changes, changed_ms=now_ms())
    return selectors.own_study(public_id, user)


def note_move(
    user: User,
    public_id: PublicId,
    number: MoveNumber,
    *,
    comment: str | None = None,
    glyph: str | None = None,
    main: bool = False,
) -> None:
    """Change the comment or the mark of a move, or make it the main line's among those that follow the same one. Raise
    Refusal 404, 403 `muted`, or 422 for a text or a mark that is not allowed.
    """
    with transaction.atomic():
        study = locked(selectors.own_study(public_id, user))
        tree = selectors.tree_of(study)
        _check_is_move(number)
        check_move(tree, number, "number")
        changes: dict[str, object] = {}
        if comment is not None:
            _check_may_write(user, study)
            changes["comment"] = words.comment(comment)
        if glyph is not None:
            if glyph and glyph not in GLYPHS:
                template = gettext_noop("An annotation is one of %(known)s, or empty.")
                raise Refusal(422, "unknown_glyph", template, field="glyph", known=" ".join(GLYPHS))
            changes["glyph"] = glyph
        if main:
            changes["place"] = tree.place_before(number)
        if changes:
            StudyMove.objects.filter(study=study, number=number).update(**changes)
            Study.objects.filter(pk=study.pk).update(changed_ms=now_ms())


def delete_move(user: User, public_id: PublicId, number: MoveNumber) -> None:
    """Delete a move with all that follow from it. Raise Refusal 404."""
    with transaction.atomic():
        study = locked(selectors.own_study(public_id, user))
        tree = selectors.tree_of(study)
        _check_is_move(number)
        check_move(tree, number, "number")
        StudyMove.objects.filter(study=study, number__in=tree.with_all_after(number)).delete()
        Study.objects.filter(pk=study.pk).update(changed_ms=now_ms())


def delete_study(user: User, public_id: PublicId) -> None:
    """Delete a study. Raise Refusal 404."""
    selectors.own_study(public_id, user).delete()


def _check_is_move(number: MoveNumber) -> None:
    if number == BEGINNING:
        raise Refusal(404, "no_such_move", gettext_noop("Move %(number)s not found."), field="number", number=number)


def _check_may_write(user: User, study: Study) -> None:
    """Raise Refusal 403 `muted` for a muted user whose study others can read."""
    if study.link is not None:
        sanctioned.check(user, Kind.MUTE, "comment")
