"""Addresses of the moderators' desk."""

from __future__ import annotations

from django.urls import path

import pyramido_site.infrastructure.converters  # noqa: F401 (registers `public_id`)
from games.pages.moderation import appeals, desk, flags, log, player, report

urlpatterns = [
    path("", desk.queue, name="desk"),
    path("reports/<public_id:public_id>/", report.report, name="desk_report"),
    path("reports/<public_id:public_id>/claim/", desk.claim, name="desk_claim"),
    path("reports/<public_id:public_id>/release/", desk.release, name="desk_release"),
    path("decisions/<public_id:public_id>/undo/", report.undo_decision, name="desk_undo"),
    path("decisions/<public_id:public_id>/confirm/", report.confirm_decision, name="desk_confirm"),
    path("players/", player.players, name="desk_players"),
    path("players/<public_id:public_id>/", player.player, name="desk_player"),
    path("log/", log.log, name="desk_log"),
    path("log.csv", log.log_file, name="desk_log_file"),
    path("appeals/", appeals.judging, name="desk_appeals"),
    path("signals/", flags.flags, name="desk_flags"),
    path("signals/<public_id:public_id>/", flags.follow_up, name="desk_flag"),
]
