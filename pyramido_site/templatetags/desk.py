"""Template filters of the moderators' desk."""

from __future__ import annotations

from django import template

from pyramido_site.infrastructure.utc import utc_datetime

register = template.Library()
register.filter("date_of_ms", utc_datetime)
