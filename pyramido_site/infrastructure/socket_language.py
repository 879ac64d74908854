"""The language of a socket, chosen as LocaleMiddleware does for pages."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.utils import translation
from django.utils.translation.trans_real import parse_accept_lang_header


def language_of(scope: Any) -> str:
    """Return the first supported language: of the cookie, then of Accept-Language, then the default."""
    header = dict(scope["headers"]).get(b"accept-language", b"").decode("latin-1")
    wanted = [scope.get("cookies", {}).get(settings.LANGUAGE_COOKIE_NAME, "")]
    wanted += [code for code, _ in parse_accept_lang_header(header.lower())]
    for code in wanted:
        try:
            return translation.get_supported_language_variant(code)
        except LookupError:
            continue
    return settings.LANGUAGE_CODE
