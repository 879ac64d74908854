"""Write a line of chat."""

from __future__ import annotations

import functools

from django.db import IntegrityError, transaction
from django.utils.translation import gettext_noop

from accounts.models import User
from accounts.notifications import services as notify
from accounts.users import blocks
from engine import registry
from games.chat import selectors as chat
from games.chat.models import ChatLine
from games.live.groups import publisher
from games.record import selectors
from games.record.models import Game
from games.record.tables import JSON
from games.requests import texts
from games.requests.refusals import Refusal, key_reused
from games.time.clocks import HOUR_MS
from pyramido_site.infrastructure.public_ids import PublicId
from pyramido_site.infrastructure.site_clock import now_ms

REPEAT_MS = HOUR_MS
"""How long (ms) a user cannot repeat the same line."""


def say(user: User, public_id: PublicId, room: str, text: str, key: str | None = None) -> JSON:
    """Store a line and send it, after the commit, to the users who may read it. Return it as `chat.line_json` does.

    A repeated key returns the line that was stored with it. Raise Refusal if the user may not write here, the text is
    empty or too long, or the key belongs to another line; then nothing is stored.
    """
    game = selectors.game_by_id(public_id)
    cleaned = texts.line(text, ChatLine.MAX_LENGTH)
    line = _said_before(game, user, room, cleaned, key)
    if line is None:
        chat.check_may_write(user, game, room)
        try:
            with transaction.atomic():
                line = _keep(game, user, room, cleaned, key)
        except IntegrityError:  # the same request at the same time
            line = _said_before(game, user, room, cleaned, key)
            if line is None:
                raise
    return chat.line_json(line, game)


def _said_before(game: Game, user: User, room: str, text: str, key: str | None) -> ChatLine | None:
    """Return the line with this key, or None. Raise Refusal 422 `key_reused` if it is another line."""
    if key is None:
        return None
    line = chat.lines_with(game.public_id, user, key).select_related("user").first()
    if line is not None and (line.room, line.text) != (room, text):
        raise key_reused(key, game.seq)
    return line


def _keep(game: Game, user: User, room: str, text: str, key: str | None) -> ChatLine:
    """Store and send the line. Raise Refusal 422 `repeated` for the same line again."""
    now = now_ms()
    last = ChatLine.objects.filter(game=game, room=room, user=user).order_by("-id").first()
    if last is not None and last.text.casefold() == text.casefold() and now - last.at_ms < REPEAT_MS:
        raise Refusal(422, "repeated", gettext_noop("You have just sent the same message."), field="text")
    line = ChatLine.objects.create(game=game, room=room, user=user, text=text, at_ms=now, key=key)
    if room == chat.PLAYERS:
        _tell_the_others(game, line)
    transaction.on_commit(functools.partial(publisher.publish, chat.line_messages(game, line)))
    return line


def _tell_the_others(game: Game, line: ChatLine) -> None:
    """Notify the other players, once an hour; the page of the table knows the key."""
    others = [
        seat.user_id
        for seat in game.seats.all()
        if seat.user_id is not None and seat.user_id != line.user_id and not seat.ai
    ]
    others = sorted(set(others) - blocks.blockers_among(others, line.user))
    key = f"chat:{game.public_id}:{line.user.public_id}:{line.at_ms // HOUR_MS}"
    data = {"game": registry.get(game.game_key).name, "who": line.user.display_name}
    names = {seat.user.pk: seat.user.display_name for seat in game.seats.all() if seat.user is not None}
    notify.tell("chat", others, subject=game.public_id, key=key, data=data, players=names)
