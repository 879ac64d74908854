"""Path converters. A text that cannot be a public id, say, matches no URL and never reaches the database."""

from __future__ import annotations

from django.conf import settings
from django.urls import register_converter
from django.urls.converters import StringConverter

from pyramido_site.infrastructure.public_ids import PublicId


class PublicIdConverter(StringConverter):
    """Up to 16 URL-safe characters, as `new_public_id` makes them."""

    regex = "[A-Za-z0-9_-]{1,16}"

    def to_python(self, value: str) -> PublicId:
        """Return the text as a public id."""
        return PublicId(value)


class LanguageConverter(StringConverter):
    """A language of the site."""

    regex = "|".join(code for code, _name in settings.LANGUAGES)


class EndingConverter(StringConverter):
    """The ending of a drawn picture."""

    regex = "svg|png"


register_converter(PublicIdConverter, "public_id")
register_converter(LanguageConverter, "language")
register_converter(EndingConverter, "ending")
