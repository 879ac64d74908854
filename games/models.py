"""Every model of the app, for Django to find. Each class lives in its room; code of the app imports it from there."""

from __future__ import annotations

from games.bots.models import BotCall, BotHook, BotPolicy
from games.chat.models import ChatLine, PrivateNote
from games.conditional_moves.models import Plan
from games.deadlines.models import Vacation
from games.exports.models import MonthlyExport
from games.fair_play.models import Signal
from games.matchmaking.models import PairingPool, PoolSecret, Seek
from games.moderation.models import Appeal, Decision, Report
from games.record.models import Event, Game, GameSecret, Invitation, Outage, Purge, Seat, Sweep
from games.requests.models import StoredResponse
from games.seating.models import Removal

__all__ = [
    "Appeal",
    "BotCall",
    "BotHook",
    "BotPolicy",
    "ChatLine",
    "Decision",
    "Event",
    "Game",
    "GameSecret",
    "Invitation",
    "MonthlyExport",
    "Outage",
    "PairingPool",
    "Plan",
    "PoolSecret",
    "PrivateNote",
    "Purge",
    "Removal",
    "Report",
    "Seat",
    "Seek",
    "Signal",
    "StoredResponse",
    "Sweep",
    "Vacation",
]  # fmt: skip
