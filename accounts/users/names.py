"""Display names: their form, and when two of them are the same."""

from __future__ import annotations

import re
import secrets
import unicodedata

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.users.lookalike_names import skeleton
from accounts.users.name_blocklist import is_blocked

MAX_LENGTH = 30
MIN_LENGTH = 2

# A guest's name is "Explorer-4821"; the number is random, and gets longer while all short ones are taken.
_GUEST_NAME = gettext_lazy("Explorer-%(number)s")
_SHAPE = re.compile(r"[^\W_](?:[\w .'’-]*[\w.])?")

_UNSEEN = re.compile(r"[\u115f\u1160]")
"""Invisible letters (Hangul fillers that NFKC keeps), with which two names would look the same."""


def normalise(name: str) -> str:
    """Return the form in which a name is stored: NFKC, single spaces, trimmed."""
    return " ".join(unicodedata.normalize("NFKC", name).split())


def name_key(name: str) -> str:
    """Return the key of a name: two names with the same key are the same.

    Folds case alike for every script and database.
    """
    return unicodedata.normalize("NFKC", normalise(name).casefold())


def looks(name: str) -> tuple[str, str]:
    """Return the name's skeletons as shown and in lower case: two names that share either look the same.

    `Ivan` looks like `lvan`, but `Kari` not like `Karl`.
    """
    shown, small = (skeleton(skeleton(text).casefold()) for text in (normalise(name), name_key(name)))
    return shown, small


def validate_display_name(name: str) -> None:
    """Raise ValidationError unless the name has 2 to 30 letters, digits, spaces or any of ``. ' - _``."""
    if not MIN_LENGTH <= len(name) <= MAX_LENGTH:
        raise ValidationError(
            _("A name must have %(least)d to %(most)d characters."),
            code="name_length",
            params={"least": MIN_LENGTH, "most": MAX_LENGTH},
        )
    if "@" in name:
        raise ValidationError(_("A name cannot be an e-mail address, because other players see it."), code="name_email")
    if not _SHAPE.fullmatch(name) or _UNSEEN.search(name):
        raise ValidationError(
            _("A name must begin with a letter or digit. Letters, digits, spaces and . ' - _ are allowed."),
            code="name_shape",
        )


def validate_new_name(name: str) -> None:
    """Raise ValidationError for an invalid name, and for one of the site's own or an insult."""
    validate_display_name(name)
    if is_blocked(name):
        raise ValidationError(_("This name cannot be used here. Please choose another one."), code="name_blocked")


def guest_name(digits: int = 4) -> str:
    """Return a random guest name in the active language, which may be taken."""
    return _GUEST_NAME % {"number": secrets.randbelow(9 * 10 ** (digits - 1)) + 10 ** (digits - 1)}
