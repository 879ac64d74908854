"""Share a study by a secret link, withdraw the link, and hide a shared study on behalf of moderators."""

from __future__ import annotations

import secrets

from django.db import transaction
from django.utils.translation import gettext_noop

from accounts.models import User
from accounts.sanctions.selectors import Kind
from games.requests import sanctioned
from games.requests.refusals import Refusal
from games.study import selectors
from games.study.models import Study
from games.study.services.play_move import locked
from pyramido_site.infrastructure.public_ids import PublicId

LINK_BYTES = 16


def share_study(user: User, public_id: PublicId) -> Study:
    """Let everyone with the study's link read it; repeating it changes nothing. Raise Refusal 404, 403 `muted` or
    `study_hidden`, or 409 `by_hand_only`.
    """
    with transaction.atomic():
        study = locked(selectors.own_study(public_id, user))
        if selectors.own_studies(user).filter(hidden=True, seed=study.seed).exists():
            template = gettext_noop("The moderators have hidden this study, or another copy of it.")
            raise Refusal(403, "study_hidden", template)
        if study.link is None:
            sanctioned.check(user, Kind.MUTE, "link")
            selectors.check_may_have_help(study)
            study.link = secrets.token_urlsafe(LINK_BYTES)
            study.save(update_fields=["link"])
    return study


def withdraw_link(user: User, public_id: PublicId) -> None:
    """Make the study private again; the link that it had never works again. Raise Refusal 404."""
    study = selectors.own_study(public_id, user)
    Study.objects.filter(pk=study.pk).update(link=None)


def hide_study(public_id: PublicId, *, hidden: bool) -> None:
    """Hide a study from all but its owner, or show it again. Does nothing if it is gone."""
    Study.objects.filter(public_id=public_id).update(hidden=hidden)
