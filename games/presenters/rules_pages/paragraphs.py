"""The paragraphs of the pages of rules, and which refusals and phases of a game each explains."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from django.conf import settings
from django.template import TemplateDoesNotExist
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation

from engine import registry
from engine.core import Malformed
from games.presenters.game_kinds import shown_game
from games.presenters.rules_pages.page_reader import PageReader
from games.requests.refusals import Refusal


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A part of a game's page of rules that can be linked to, in one language. `section` is the heading of the section
    that it is in, and equals `title` where it has no heading of its own.
    """

    game_key: str
    game_name: str
    anchor: str
    section: str
    title: str
    text: str
    refusals: tuple[str, ...]
    phases: tuple[str, ...]

    @property
    def address(self) -> str:
        """Its address on the site."""
        return f"{reverse('rules', args=[self.game_key])}#{self.anchor}"


@dataclass(frozen=True, slots=True)
class RulesPage:
    """The paragraphs of a page in order, and its questions with the paragraphs that answer them."""

    paragraphs: tuple[Paragraph, ...]
    questions: tuple[tuple[str, Paragraph], ...]


def rules_page(key: str, language: str) -> RulesPage:
    """Return the page of rules of a game, in a language. A game without a page has one without paragraphs. Raise
    Malformed if there is no such game.
    """
    return (_rules_page.__wrapped__ if settings.DEBUG else _rules_page)(key, language)


@cache
def _rules_page(key: str, language: str) -> RulesPage:
    with translation.override(language):
        game = shown_game(registry.get(key))
        try:
            html = render_to_string(game.rules_template, {"game": game})
        except TemplateDoesNotExist:
            return RulesPage((), ())
        name = game.name
    read = PageReader(html)
    found = {}
    for part in read.parts:
        section = part
        while section.around is not None:
            section = section.around
        title = part.title[:1].upper() + part.title[1:]
        found[part.anchor] = Paragraph(
            key, name, part.anchor, section.title, title, part.text, tuple(part.refusals), tuple(part.phases)
        )
    return RulesPage(tuple(found.values()), tuple((asked, found[anchor]) for asked, anchor in read.questions))


def anchors_of_phases(key: str) -> dict[str, str]:
    """Return, for each phase of a game, the anchor of the paragraph that explains it."""
    page = rules_page(key, settings.LANGUAGE_CODE)
    return {phase: paragraph.anchor for paragraph in page.paragraphs for phase in paragraph.phases}


def address_of(refusal: Refusal) -> str | None:
    """Return the address of the paragraph that explains why the rules of a game refused something; None if none
    does.
    """
    if refusal.game is None:
        return None
    try:
        page = rules_page(refusal.game, settings.LANGUAGE_CODE)
    except Malformed:
        return None
    return next((one.address for one in page.paragraphs if refusal.code in one.refusals), None)
