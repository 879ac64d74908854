"""Texts and numbers of the API's answers."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from pyramido_site.infrastructure.documented import component

Hex32 = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
SeatIndex = Annotated[int, Meta(ge=0)]
ErrorCode = component("ErrorCode")
Hundredths = Annotated[int, Meta(description="Hundredths of a point.")]
Millionths = Annotated[int, Meta(description="Millionths.")]
