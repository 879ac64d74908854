"""Previews of players' pages."""

from __future__ import annotations

from collections.abc import Sequence

from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from accounts.sanctions import selectors as sanctions
from games.presenters.game_kinds import ShownGame
from games.presenters.game_lists import Record
from games.presenters.names import in_words
from pyramido_site.infrastructure.previews import Preview

Records = Sequence[tuple[ShownGame, Sequence[Record]]]


def is_closed(user: User) -> bool:
    """Whether the account is deleted or banned, as its page says. A suspended one is not: only its owner is told."""
    return user.deleted_ms is not None or sanctions.is_banned(user)


def player(user: User, records: Records) -> Preview:
    """Return the preview of a player's page; `records` are the player's by game."""
    path = reverse("player", args=[user.public_id])
    if is_closed(user):
        return Preview(_("A closed account"), _("This account is closed. Its games are kept."), path, listed=False)
    finished = sum(record.finished for _game, kinds in records for record in kinds)
    won = sum(record.won for _game, kinds in records for record in kinds)
    since = _("%(name)s has been playing here since %(date)s.")
    about = since % {"name": user.display_name, "date": date_format(user.date_joined, "DATE_FORMAT")}
    if finished:
        games = ngettext("%(count)s finished game, %(won)s won", "%(count)s finished games, %(won)s won", finished)
        played = in_words([game.name for game, _kinds in records])
        about += f" {games % {'count': finished, 'won': won}}: {played}."
    listed = not user.is_guest and finished > 0
    return Preview(user.display_name, about, path, type="profile", listed=listed)
