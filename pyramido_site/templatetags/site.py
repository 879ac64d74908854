"""Template tags for any page: icons, players, form fields."""

from __future__ import annotations

import hashlib
from datetime import datetime, timedelta
from typing import Any

import qrcode
from django import template
from django.conf import settings
from django.templatetags.static import static
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.timesince import timesince
from django.utils.translation import get_language, pgettext
from django.utils.translation import gettext as _
from qrcode.image.svg import SvgPathFillImage

from pyramido_site import catalogues
from pyramido_site.infrastructure import static_file_versions
from pyramido_site.infrastructure.public_ids import PublicId

register = template.Library()

TILES = 5


@register.simple_tag
def icon(name: str) -> SafeString:
    """Return an icon from img/icons.svg; it is decorative, so the text beside it carries the meaning."""
    return format_html(
        '<svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false"><use href="{}#{}"></use></svg>',
        static("site/img/icons.svg"),
        name,
    )


@register.simple_tag
def qr_code(address: str) -> SafeString:
    """Return the address as a QR code: an SVG, dark on white with the margin that cameras need."""
    return SafeString(qrcode.make(address, image_factory=SvgPathFillImage).to_string(encoding="unicode"))


@register.simple_tag
def colon() -> str:
    """Return what stands between a name and what is said of it: a colon and the spaces of the language."""
    return pgettext("between a name and what is said of it", ": ")


@register.simple_tag
def catalogue() -> str:
    """Return the URL of the texts that scripts say, in the page's language."""
    if settings.DEBUG:
        return reverse("javascript-catalog")
    return static(catalogues.file_name(get_language() or settings.LANGUAGE_CODE))


@register.simple_tag
def worker_type() -> str:
    """Return how browsers load the service worker (pyramido_site/installable.py)."""
    return "classic" if static_file_versions.is_bundled("games/app/service_worker.js") else "module"


@register.filter
def tile(public_id: PublicId) -> int:
    """Return the number of the player's block colour (0 to 4), always the same for one id."""
    return hashlib.sha256(public_id.encode()).digest()[0] % TILES


@register.filter
def initial(name: str) -> str:
    """Return the first letter of a name, for the player's tile."""
    return name[:1].upper()


@register.simple_tag
def ago(at: datetime) -> SafeString:
    """Return a `time` element: "just now", "5 minutes ago"."""
    passed = timezone.now() - at
    text = _("just now") if passed < timedelta(minutes=1) else _("%(time)s ago") % {"time": timesince(at, depth=1)}
    return format_html('<time datetime="{}">{}</time>', at.isoformat(timespec="seconds"), text)


@register.simple_tag
def when(at: datetime) -> SafeString:
    """Return a `time` element with date and time in the page's time zone: "23 Nov 2026, 16:35"."""
    said = date_format(timezone.localtime(at), "DATETIME_FORMAT")
    return format_html('<time datetime="{}">{}</time>', at.isoformat(timespec="seconds"), said)


@register.inclusion_tag("parts/field.html")
def field(bound_field: Any) -> dict[str, Any]:
    """Render a form field with its label, help and errors, associated for screen readers."""
    described = [f"{bound_field.auto_id}_help"] if bound_field.help_text else []
    if bound_field.errors:
        described.append(f"{bound_field.auto_id}_errors")
    attributes: dict[str, Any] = {}
    if described:
        attributes["aria-describedby"] = " ".join(described)
    if bound_field.errors:
        attributes["aria-invalid"] = "true"
    return {"field": bound_field, "widget": bound_field.as_widget(attrs=attributes)}
