"""Previews of tables: waiting for players, running, finished, and of invitations by link."""

from __future__ import annotations

from dataclasses import replace

from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from games.presenters.game_lists import Entry
from games.presenters.names import in_words, seat_name
from games.presenters.pictures import card_text, preview_address
from games.presenters.previews.pages import of_game
from games.presenters.previews.players import is_closed
from games.record.models import Game
from pyramido_site.infrastructure.previews import Preview
from pyramido_site.infrastructure.utc import utc_datetime


def table(entry: Entry) -> Preview:
    """Return the preview of a table's page: waiting, running, finished or closed. Once the game has started, its
    picture is the card of its latest position.
    """
    preview, card = _table(entry), preview_address(entry.game)
    return preview if card is None else replace(preview, drawn=card, shows=card_text(entry.game, entry.result))


def _table(entry: Entry) -> Preview:
    game, shown = entry.game, entry.shown
    path = reverse("table", args=[game.public_id])
    if game.status == Game.Status.OPEN and not game.listed:
        words = _("A private table")
        about = _("This table is private: you need an invitation or its link.")
        return of_game(shown, f"{words} · {shown.name}", about, path, listed=False)
    if game.status == Game.Status.OPEN:
        return of_game(shown, _waiting_title(entry), f"{_waiting_for(entry)} {_how_to_join(entry)}", path, listed=False)
    names = [seat_name(seat) for seat in entry.seats]
    if game.status == Game.Status.FINISHED:
        scores = " – ".join(f"{seat_name(seat)} {score}" for seat, score in entry.result)
        finished = "" if game.finished_ms is None else date_format(utc_datetime(game.finished_ms), "DATE_FORMAT")
        about = _(
            "%(scores)s. %(terms)s, finished on %(date)s. See where the points came from, and check every shuffle."
        )
        said = {"scores": scores, "terms": _terms(entry), "date": finished}
        return of_game(shown, f"{scores} · {shown.name}", about % said, path, listed=_is_public(entry))
    if game.status == Game.Status.ABORTED:
        about = _("This game ended without a result.") if game.seq is not None else _("This table is closed.")
        return of_game(shown, f"{' – '.join(names)} · {shown.name}", about, path, listed=False)
    about = _("%(names)s are playing: %(terms)s. Watch the game.")
    if len(names) == 1:
        about = _("%(names)s is playing: %(terms)s. Watch the game.")
    words = f"{' – '.join(names)} · {shown.name}"
    return of_game(shown, words, about % {"names": in_words(names), "terms": _terms(entry)}, path, listed=False)


def invitation(entry: Entry, link: str) -> Preview:
    """Return the preview of an invitation by link, for those who have the link."""
    host = entry.host
    words = _("You are invited to a game")
    if host is not None:
        words = _("%(name)s invites you to a game") % {"name": host.display_name}
    about = f"{_waiting_for(entry)} {_how_to_join(entry)}"
    return of_game(entry.shown, f"{words} · {entry.shown.name}", about, reverse("invite", args=[link]), listed=False)


def _waiting_title(entry: Entry) -> str:
    if entry.host is None:
        return f"{_('A table waiting for players')} · {entry.shown.name}"
    return f"{_('%(name)s’s table') % {'name': entry.host.display_name}} · {entry.shown.name}"


def _waiting_for(entry: Entry) -> str:
    name = entry.host.display_name if entry.host is not None else _("This table")
    text = ngettext(
        "%(name)s is waiting for %(count)s more player: %(terms)s.",
        "%(name)s is waiting for %(count)s more players: %(terms)s.",
        entry.free,
    )
    return text % {"name": name, "count": entry.free, "terms": _terms(entry)}


def _how_to_join(entry: Entry) -> str:
    if entry.game.rated:
        return _("Rated game: you need an account to join.")
    return _("Sit down with one click, no account needed.")


def _terms(entry: Entry) -> str:
    """Return what is played and how: “Pyramido, 3 days a turn, rated”."""
    rated = pgettext("a table", "rated") if entry.game.rated else pgettext("a table", "unrated")
    return ", ".join([entry.shown.name, *([entry.time, rated] if entry.timed else [])])


def _is_public(entry: Entry) -> bool:
    """Whether search engines may list the game: between people with open accounts, who met in public."""
    people = [seat.user for seat in entry.seats if seat.user is not None]
    met_in_public = entry.game.listed or entry.game.pool_id is not None
    return met_in_public and len(people) > 1 and not any(user.is_guest or is_closed(user) for user in people)
