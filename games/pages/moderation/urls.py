"""The moderators' desk."""

from __future__ import annotations

from django.urls import path

import games.requests.converters  # noqa: F401 (registers `public_id`)
from games.pages.moderation import appeals as desk_appeals
from games.pages.moderation import desk
from games.pages.moderation import log as desk_log
from games.pages.moderation import player as desk_player
from games.pages.moderation import report as desk_report
from games.pages.moderation import signals as desk_signals

urlpatterns = [
    path("", desk.queue, name="desk"),
    path("reports/<public_id:public_id>/", desk_report.report, name="desk_report"),
    path("reports/<public_id:public_id>/claim/", desk.claim, name="desk_claim"),
    path("reports/<public_id:public_id>/release/", desk.release, name="desk_release"),
    path("decisions/<public_id:public_id>/undo/", desk_report.undo_decision, name="desk_undo"),
    path("decisions/<public_id:public_id>/confirm/", desk_report.confirm_decision, name="desk_confirm"),
    path("players/", desk_player.players, name="desk_players"),
    path("players/<public_id:public_id>/", desk_player.player, name="desk_player"),
    path("log/", desk_log.log, name="desk_log"),
    path("log.csv", desk_log.log_file, name="desk_log_file"),
    path("appeals/", desk_appeals.judging, name="desk_appeals"),
    path("signals/", desk_signals.signals, name="desk_signals"),
    path("signals/<public_id:public_id>/", desk_signals.decide_signal, name="desk_signal"),
]
