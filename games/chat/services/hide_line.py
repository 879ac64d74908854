"""Hiding a chat line on behalf of moderators, and showing it again."""

from __future__ import annotations

import functools

from django.db import transaction

from games.chat import selectors
from games.chat.models import ChatLine
from games.live.groups import publisher
from games.record.selectors import game_by_id


def hide_line(line: ChatLine) -> None:
    """Hide the line, and publish it after the commit. Its game must be loaded."""
    _set_hidden(line, True)


def show_line(line: ChatLine) -> None:
    """Show the line again, and publish it after the commit. Its game must be loaded."""
    _set_hidden(line, False)


def _set_hidden(line: ChatLine, hidden: bool) -> None:
    line.hidden = hidden
    line.save(update_fields=["hidden"])
    transaction.on_commit(functools.partial(_publish, line), robust=True)


def _publish(line: ChatLine) -> None:
    publisher.publish(selectors.line_messages(game_by_id(line.game.public_id), line))
