"""Previews of pages that are always there: the first page, rules, leaderboards and so on."""

from __future__ import annotations

from collections.abc import Sequence

from django.urls import reverse
from django.utils.translation import gettext as _

from games.presenters.game_kinds import ShownGame
from games.presenters.lessons import ShownLesson
from games.presenters.names import in_words
from games.presenters.ratings.pages import ShownPool
from pyramido_site.infrastructure.previews import Preview


def home(games: Sequence[ShownGame]) -> Preview:
    """Return the preview of the first page."""
    about = _(
        "Play %(games)s in your browser: live or over several days, against people or the computer. Free, and no "
        "account is needed to begin."
    )
    return Preview(_("Pyramid games, turn by turn"), about % {"games": in_words([game.name for game in games])}, "/")


def tables(only: ShownGame | None) -> Preview:
    """Return the preview of the page of open tables, or of those of one game."""
    words = _("Find a game") if only is None else _("Find a game of %(game)s") % {"game": only.name}
    about = _("Get paired with players of similar strength, sit down at an open table, or open your own.")
    path = reverse("lobby")
    return Preview(words, about, path) if only is None else of_game(only, words, about, f"{path}?game={only.key}")


def search(*, listed: bool) -> Preview:
    """Return the preview of the search of finished games; with filters it is not `listed`."""
    about = _(
        "By players, game, result, date, length and points. Private games appear only in their own players’ searches."
    )
    return Preview(_("Search finished games"), about, reverse("search"), listed=listed)


def watch(only: ShownGame | None) -> Preview:
    """Return the preview of the page of running games, or of those of one game."""
    about = _("Games in progress, best players first.")
    path = reverse("watch")
    return (
        Preview(_("Watch"), about, path)
        if only is None
        else of_game(only, _("Watch"), about, f"{path}?game={only.key}")
    )


def pairing() -> Preview:
    """Return the preview of the page of quick pairing."""
    about = _("Choose a game and a pace, and you are paired with a player of similar strength.")
    return Preview(_("Search for opponents"), about, reverse("seeks"))


def rules_index() -> Preview:
    """Return the preview of the list of rules."""
    about = _("Every rule in words and pictures, and how each game is played on this site.")
    return Preview(_("Rules"), about, reverse("rules_index"))


def rules(game: ShownGame) -> Preview:
    """Return the preview of a game's rules."""
    words = _("Rules of %(game)s") % {"game": game.name}
    about = _("All the rules, in words and pictures.")
    return of_game(game, words, f"{game.about} {about}", reverse("rules", args=[game.key]))


def learn(game: ShownGame) -> Preview:
    """Return the preview of the lessons of a game."""
    words = _("Learn %(game)s") % {"game": game.name}
    about = _("Learn it on the real board, step by step, in about five minutes. Then see what good players do.")
    return of_game(game, words, f"{game.name}: {about}", reverse("learn", args=[game.key]))


def lesson(shown: ShownLesson) -> Preview:
    """Return the preview of a lesson."""
    return of_game(shown.game, f"{shown.title} · {shown.game.name}", shown.about, shown.address)


def opponents() -> Preview:
    """Return the preview of the page of opponents."""
    about = _("The computer opponents: what each is like, how it decides, and how strong it is.")
    return Preview(_("Opponents"), about, reverse("opponents"))


def exact_rules() -> Preview:
    """Return the preview of the exact rules."""
    about = _("The rules exactly as the server applies them, numbered and in full detail.")
    return Preview(_("The exact rules"), about, reverse("exact_rules"))


def data() -> Preview:
    """Return the preview of the page of public files."""
    about = _("Every rated game as a public file, to be read, studied and verified by anyone.")
    return Preview(_("Data"), about, reverse("data"))


def api() -> Preview:
    """Return the preview of the API's reference."""
    about = _("The API reference: read about everything programs can do on this site, and try it out.")
    return Preview(_("API"), about, reverse("api_reference"))


def api_errors() -> Preview:
    """Return the preview of the list of the API's errors."""
    about = _("Every code with which the API refuses a request, and what to do then.")
    return Preview(_("Errors of the API"), about, reverse("api_errors"))


def leaderboards() -> Preview:
    """Return the preview of the overview of leaderboards."""
    about = _("The best players of each game, live and by correspondence, and who holds the titles.")
    return Preview(_("Leaderboards"), about, reverse("leaderboards"))


def leaderboard(pool: ShownPool, best: Sequence[str], *, listed: bool) -> Preview:
    """Return the preview of a leaderboard; `best` are its first lines: “Ada 1712”. One of its further pages, or of a
    past month, is not `listed`.
    """
    words = _("Leaderboard: %(game)s, %(pace)s") % {"game": pool.game.name, "pace": pool.pace_name}
    places = ", ".join(f"{place}. {line}" for place, line in enumerate(best, 1))
    about = f"{pool.title}: {places}." if best else f"{pool.title}. {_('First place is up for grabs')}."
    return of_game(pool.game, words, about, pool.address, listed=listed)


def of_game(game: ShownGame, words: str, about: str, path: str, *, listed: bool = True) -> Preview:
    """Return a preview with the picture of the game."""
    shows = _("Cover of %(game)s") % {"game": game.name}
    return Preview(words, about, path, game.preview_picture, shows, listed=listed)
