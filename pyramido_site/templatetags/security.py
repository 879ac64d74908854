"""Template filters of the security pages."""

from __future__ import annotations

import json
from typing import Any

from django import template
from django.core.serializers.json import DjangoJSONEncoder

register = template.Library()


@register.filter
def as_json(value: Any) -> str:
    """Return the value as JSON for a data attribute; the template escapes it."""
    return json.dumps(value, cls=DjangoJSONEncoder)
