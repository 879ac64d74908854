"""All models of the app, for Django to find. The classes are in their rooms; code of the app imports them
from there.
"""

from __future__ import annotations

from games.bots.models import BotCall, BotHook, BotPolicy
from games.chat.models import ChatLine, PrivateNote
from games.conditional_moves.models import ConditionalMoves
from games.deadlines.models import Outage, Vacation
from games.exports.models import MonthlyExport
from games.fair_play.models import Flag
from games.learn.models import LessonProgress
from games.matchmaking.models import PairingPool, PoolSecret, Seek, SeekAlert
from games.moderation.models import Appeal, ModerationDecision, Report
from games.record.models import Checkpoint, Event, Game, GameSecret, Invitation, Purge, Seat
from games.requests.models import StoredResponse
from games.search.models import SavedFilters
from games.seating.models import Removal
from games.study.models import Study, StudyMove

__all__ = [
    "Appeal",
    "BotCall",
    "BotHook",
    "BotPolicy",
    "ChatLine",
    "Checkpoint",
    "ConditionalMoves",
    "Event",
    "Flag",
    "Game",
    "GameSecret",
    "Invitation",
    "LessonProgress",
    "ModerationDecision",
    "MonthlyExport",
    "Outage",
    "PairingPool",
    "PoolSecret",
    "PrivateNote",
    "Purge",
    "Removal",
    "Report",
    "SavedFilters",
    "Seat",
    "Seek",
    "SeekAlert",
    "StoredResponse",
    "Study",
    "StudyMove",
    "Vacation",
]  # fmt: skip
