"""What a page says of itself to search engines, and to sites and messengers that show a preview of a link to it.

The texts follow the rules of ogp.me and of X's cards; `templates/parts/preview.html` writes them into the page's head.
"""

from __future__ import annotations

import textwrap
from dataclasses import dataclass
from urllib.parse import urljoin

from django.conf import settings
from django.templatetags.static import static
from django.utils.translation import get_language

MOST_IN_TITLE = 70
MOST_IN_DESCRIPTION = 200
"""Maximum number of characters of a card's title and description (X)."""

WIDTH, HEIGHT = 1200, 630
"""Size of the pictures, in pixels."""

SITE_PICTURE = "site/img/preview.jpg"

LOCALES = {"en": "en_GB", "fr": "fr_FR", "it": "it_IT"}
"""The locale of Open Graph for each language of the site."""


@dataclass(frozen=True, slots=True)
class Preview:
    """The preview of one page. It is made from what a stranger may see, for every reader.

    `words` are its title and `about` a sentence or two, of any length. `path` is the page's canonical path. `picture`
    is a static JPEG file of `WIDTH` by `HEIGHT` pixels, unless `drawn` is the path of one that the site draws, as PNG;
    `shows` is what it shows. Search engines are asked not to list a page that is not `listed`.
    """

    words: str
    about: str
    path: str
    picture: str = SITE_PICTURE
    shows: str = "Pyramido"
    drawn: str = ""
    type: str = "website"
    listed: bool = True

    @property
    def title(self) -> str:
        """The title, shortened to what cards show."""
        return textwrap.shorten(self.words, MOST_IN_TITLE, placeholder="…")

    @property
    def description(self) -> str:
        """The description, shortened to what cards show."""
        return textwrap.shorten(self.about, MOST_IN_DESCRIPTION, placeholder="…")

    @property
    def url(self) -> str:
        """The canonical address."""
        return f"{settings.SITE_URL}{self.path}"

    @property
    def picture_url(self) -> str:
        """The absolute address of the picture."""
        return urljoin(f"{settings.SITE_URL}/", self.drawn or static(self.picture))

    @property
    def picture_type(self) -> str:
        """The media type of the picture."""
        return "image/png" if self.drawn else "image/jpeg"

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the picture, in pixels."""
        return WIDTH, HEIGHT

    @property
    def locale(self) -> str:
        """The locale of the texts, like `en_GB`."""
        return LOCALES[(get_language() or settings.LANGUAGE_CODE).partition("-")[0]]

    @property
    def other_locales(self) -> list[str]:
        """The locales in which the page is available, too."""
        return [locale for locale in LOCALES.values() if locale != self.locale]
