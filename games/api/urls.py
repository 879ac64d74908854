"""Addresses below /api/v1/, except streams (`games.realtime.urls`)."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpResponseBase
from django.urls import path, re_path
from django.views.decorators.cache import never_cache
from rest_framework.views import APIView

import games.requests.converters  # noqa: F401 (registers `public_id`)
from accounts.api import access, notifications
from games.api import (
    bots,
    chat,
    conditional_moves,
    deadlines,
    exports,
    invitations,
    matchmaking,
    moderation,
    people,
    rated_games,
    record,
    reports,
    seating,
)
from games.api.document import reference
from games.requests import problems


def fresh(view: type[APIView]) -> Callable[..., HttpResponseBase]:
    """Return the view with caching disabled: answers are for their caller only, and no shared cache may store them."""
    return never_cache(view.as_view())


urlpatterns = [
    path("games", fresh(seating.Games), name="api_games"),
    path("games/<public_id:public_id>", fresh(seating.OneGame), name="api_game"),
    path("games/<public_id:public_id>/seats", fresh(seating.Seats), name="api_seats"),
    path("games/<public_id:public_id>/seats/mine", fresh(seating.MySeat), name="api_my_seat"),
    path("games/<public_id:public_id>/seats/<int:number>", fresh(seating.OneSeat), name="api_seat"),
    path("games/<public_id:public_id>/view", fresh(record.View), name="api_view"),
    path("games/<public_id:public_id>/events", fresh(record.Events), name="api_events"),
    path("games/<public_id:public_id>/actions", fresh(record.Actions), name="api_actions"),
    path("games/<public_id:public_id>/legal-actions", fresh(bots.Legal), name="api_legal_actions"),
    path("games/<public_id:public_id>/take-back", fresh(record.TakeBack), name="api_take_back"),
    path("games/<public_id:public_id>/resign", fresh(record.Resign), name="api_resign"),
    path("games/<public_id:public_id>/abort", fresh(record.Abort), name="api_abort"),
    path("games/<public_id:public_id>/requests", fresh(deadlines.Ask), name="api_ask"),
    path("games/<public_id:public_id>/requests/answer", fresh(deadlines.Reply), name="api_answer"),
    path("games/<public_id:public_id>/resume", fresh(deadlines.Resume), name="api_resume"),
    path("games/<public_id:public_id>/hint", fresh(record.Hint), name="api_hint"),
    path("games/<public_id:public_id>/chat", fresh(chat.Chat), name="api_chat"),
    path("games/<public_id:public_id>/chat/<public_id:line_id>/report", fresh(chat.Report), name="api_report"),
    path("games/<public_id:public_id>/note", fresh(chat.Note), name="api_note"),
    path("games/<public_id:public_id>/plan", fresh(conditional_moves.ConditionalMovesView), name="api_plan"),
    path("games/<public_id:public_id>/invitations", fresh(invitations.Invite), name="api_invite"),
    path("games/<public_id:public_id>/rematch", fresh(invitations.Rematch), name="api_rematch"),
    path("games/<public_id:public_id>/plan/preview", fresh(conditional_moves.Preview), name="api_plan_preview"),
    path("games/<public_id:public_id>/points", fresh(record.Points), name="api_points"),
    path("games/<public_id:public_id>/ratings", fresh(rated_games.GameRatings), name="api_game_ratings"),
    path("games/<public_id:public_id>/export", fresh(record.Export), name="api_export"),
    path("invitations", fresh(invitations.Invitations), name="api_invitations"),
    path("invitations/<public_id:invitation_id>/accept", fresh(invitations.Accept), name="api_accept"),
    path("invitations/<public_id:invitation_id>/decline", fresh(invitations.Decline), name="api_decline"),
    path("invitations/<public_id:invitation_id>/withdraw", fresh(invitations.Withdraw), name="api_withdraw"),
    path("players/<public_id:player_id>/block", fresh(invitations.Block), name="api_block"),
    path("account/blocks", fresh(notifications.Blocks), name="api_blocks"),
    path("account", fresh(people.Account), name="api_account"),
    path("reports", fresh(reports.MyReports), name="api_reports"),
    path("account/sanctions", fresh(reports.Sanctions), name="api_sanctions"),
    path(
        "account/sanctions/<public_id:decision_id>/acknowledgement",
        fresh(reports.Acknowledgement),
        name="api_acknowledge_sanction",
    ),
    path(
        "account/sanctions/<public_id:decision_id>/appeal",
        fresh(reports.AppealAgainst),
        name="api_appeal",
    ),
    path("account/webhooks", fresh(notifications.Webhooks), name="api_webhooks"),
    path("catalogue", fresh(people.Catalogue), name="api_catalogue"),
    path("links/<slug:link>", fresh(people.ByLink), name="api_link"),
    path("players", fresh(people.Players), name="api_players"),
    path("players/<public_id:public_id>", fresh(people.OnePlayer), name="api_player"),
    path("players/<public_id:public_id>/games", fresh(people.PlayerGames), name="api_player_games"),
    path("players/<public_id:public_id>/opponents", fresh(people.PlayerOpponents), name="api_opponents"),
    path("players/<public_id:public_id>/ratings", fresh(rated_games.PlayerRatings), name="api_player_ratings"),
    path(
        "players/<public_id:public_id>/ratings/<slug:key>/<slug:pace>",
        fresh(rated_games.PlayerHistory),
        name="api_player_history",
    ),
    path("leaderboards/<slug:key>/<slug:pace>", fresh(rated_games.Leaderboard), name="api_leaderboard"),
    path("leaderboards/<slug:key>/<slug:pace>/around", fresh(rated_games.AroundMe), name="api_around"),
    path("pairing", fresh(matchmaking.Pairing), name="api_pairing"),
    path("pairing-pools/<public_id:public_id>", fresh(matchmaking.Pool), name="api_pairing_pool"),
    path("seeks", fresh(matchmaking.Seeks), name="api_seeks"),
    path("seeks/<public_id:public_id>", fresh(matchmaking.OneSeek), name="api_seek"),
    path("seek-alerts", fresh(matchmaking.SeekAlerts), name="api_seek_alerts"),
    path("seek-alerts/<slug:key>", fresh(matchmaking.OneSeekAlert), name="api_seek_alert"),
    path("account/tokens", fresh(access.Tokens), name="api_tokens"),
    path("account/tokens/<public_id:token_id>", fresh(access.OneToken), name="api_token"),
    path("account/vacation", fresh(deadlines.MyVacation), name="api_vacation"),
    path("account/preferences", fresh(notifications.PreferencesView), name="api_preferences"),
    path("account/push-devices", fresh(notifications.PushDevices), name="api_push_devices"),
    path("notifications", fresh(notifications.Notifications), name="api_notifications"),
    path("notifications/read", fresh(notifications.ReadNotifications), name="api_read_notifications"),
    path("bot/account/upgrade", fresh(bots.UpgradeAccount), name="api_become_bot"),
    path("bot/policy", fresh(bots.BotPolicy), name="api_bot_policy"),
    path("bot/hook", fresh(bots.OneHook), name="api_bot_hook"),
    path("exports", fresh(exports.Exports), name="api_exports"),
    path("exports/<slug:month>", exports.OneExport.as_view(), name="api_export_file"),
    path("account/data", fresh(exports.AccountData), name="api_account_data"),
    path("account/games", fresh(exports.AccountGames), name="api_account_games"),
    path("moderation/reports", fresh(moderation.Reports), name="api_mod_reports"),
    path("moderation/reports/<public_id:public_id>", fresh(moderation.OneReport), name="api_mod_report"),
    path("moderation/reports/<public_id:public_id>/claim", fresh(moderation.Claim), name="api_mod_claim"),
    path("moderation/decisions", fresh(moderation.Decisions), name="api_mod_decisions"),
    path("moderation/decisions/<public_id:public_id>/undo", fresh(moderation.UndoneDecision), name="api_mod_undo"),
    path(
        "moderation/decisions/<public_id:public_id>/confirmation",
        fresh(moderation.Confirmation),
        name="api_mod_confirm",
    ),
    path("moderation/players/<public_id:public_id>", fresh(moderation.OneDossier), name="api_mod_player"),
    path("moderation/log", fresh(moderation.Log), name="api_mod_log"),
    path("moderation/appeals", fresh(moderation.Appeals), name="api_mod_appeals"),
    path(
        "moderation/appeals/<public_id:public_id>/judgement",
        fresh(moderation.Judgement),
        name="api_mod_judgement",
    ),
    path("moderation/signals", fresh(moderation.Flags), name="api_mod_flags"),
    path("moderation/signals/<public_id:public_id>/state", fresh(moderation.FlagState), name="api_mod_flag"),
    path(
        "moderation/signals/<public_id:public_id>/report",
        fresh(moderation.FlagReport),
        name="api_mod_flag_report",
    ),
    path(
        "moderation/games/<public_id:public_id>/annulment",
        fresh(moderation.Annulment),
        name="api_mod_annulment",
    ),
    path("openapi.json", reference.openapi, name="api_openapi"),
    path("ai-levels", fresh(record.AILevels), name="api_ai_levels"),
    re_path(r"^(?P<path>.*)$", problems.not_found, name="api_nothing_here"),
]
