"""The opponent that a user chose last, kept in the session."""

from __future__ import annotations

from django.http import HttpRequest

from engine.ai import levels
from games.presenters.computer_levels import QUICK

LEVEL = "opponent_level"
"""Key in the session: the level that was chosen last."""
PEOPLE = "opponent_people"
"""Key in the session: whether people were chosen last in the form for a table."""


def has_chosen(request: HttpRequest) -> bool:
    """Return whether a level was chosen in this session."""
    return request.session.get(LEVEL) in levels.LEVELS


def preferred_level(request: HttpRequest) -> str:
    """Return the level that was chosen last in this session, or the usual one."""
    level = request.session.get(LEVEL)
    return level if level in levels.LEVELS else QUICK


def preferred_company(request: HttpRequest) -> str:
    """Return the level to preselect in the form for a table; "" for people, who are also the first choice of all."""
    return "" if LEVEL not in request.session or request.session.get(PEOPLE) else preferred_level(request)


def remember(request: HttpRequest, level: str | None) -> None:
    """Remember for this session that a level, or people (None), were chosen. Write the session only on a change."""
    if level is not None and request.session.get(LEVEL) != level:
        request.session[LEVEL] = level
    if request.session.get(PEOPLE, False) != (level is None):
        request.session[PEOPLE] = level is None
