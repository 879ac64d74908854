"""Write a private note."""

from __future__ import annotations

from accounts.models import User
from games.chat.models import PrivateNote
from games.chat.selectors import note_json
from games.record import selectors
from games.record.tables import JSON
from games.requests import texts
from pyramido_site.infrastructure.public_ids import PublicId
from pyramido_site.infrastructure.site_clock import now_ms


def write_note(user: User, public_id: PublicId, text: str) -> JSON:
    """Replace the user's note about a table; an empty text deletes it. Return it as JSON. Raise Refusal if it is too
    long or there is no such game.
    """
    game = selectors.game_by_id(public_id)
    cleaned = texts.note(text, PrivateNote.MAX_LENGTH)
    if not cleaned:
        PrivateNote.objects.filter(game=game, user=user).delete()
        return note_json(None)
    note, _ = PrivateNote.objects.update_or_create(game=game, user=user, defaults={"text": cleaned, "at_ms": now_ms()})
    return note_json(note)
