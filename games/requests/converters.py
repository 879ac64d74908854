"""Path converters. A text that cannot be a public id matches no URL and never reaches the database."""

from __future__ import annotations

from django.urls import register_converter
from django.urls.converters import StringConverter


class PublicIdConverter(StringConverter):
    """Up to 16 URL-safe characters, as `new_public_id` makes them."""

    regex = "[A-Za-z0-9_-]{1,16}"


register_converter(PublicIdConverter, "public_id")
