"""Names of kept pictures."""

from __future__ import annotations

from pyramido_site.infrastructure.public_ids import PublicId

STORAGE = "pictures"
"""Their storage in the settings."""

WHOLE = {"svg": b"</svg>\n", "png": b"IEND\xaeB`\x82"}
"""How a whole file ends: one that another process is still writing ends otherwise."""


def file_name(public_id: PublicId, tag: str, ending: str) -> str:
    """Return the name of a picture's file.

    The tag (`selectors.tag_of`) follows from all that the picture shows: the event, the audience, the names, the
    language and the drawing code. So a file is never out of date, on any machine: what has changed has another name.
    """
    return f"{public_id}-{tag}.{ending}"
