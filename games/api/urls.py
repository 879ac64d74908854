"""Addresses below /api/v1/."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpResponseBase
from django.urls import path, re_path
from django.views.decorators.cache import never_cache
from rest_framework.views import APIView

import games.requests.converters  # noqa: F401 (registers `public_id`)
from accounts.api import access as token_api
from accounts.api import notifications as account_api
from games.api import bots as bot_views
from games.api import chat as chat_views
from games.api import conditional_moves as plan_views
from games.api import deadlines as time_views
from games.api import exports as data_views
from games.api import invitations as invitation_views
from games.api import matchmaking as seek_views
from games.api import moderation as moderation_views
from games.api import people as people_views
from games.api import rated_games as rating_views
from games.api import record as play_views
from games.api import reports as report_views
from games.api import seating as table_views
from games.api.document import reference
from games.realtime import stream_views as streams
from games.requests import problems


def fresh(view: type[APIView]) -> Callable[..., HttpResponseBase]:
    """What a seat may see is its own: no cache on the way may keep the answer and give it to another."""
    return never_cache(view.as_view())


urlpatterns = [
    path("games", fresh(table_views.Games), name="api_games"),
    path("games/<public_id:public_id>", fresh(table_views.OneGame), name="api_game"),
    path("games/<public_id:public_id>/seats", fresh(table_views.Seats), name="api_seats"),
    path("games/<public_id:public_id>/seats/mine", fresh(table_views.MySeat), name="api_my_seat"),
    path("games/<public_id:public_id>/seats/<int:number>", fresh(table_views.OneSeat), name="api_seat"),
    path("games/<public_id:public_id>/view", fresh(play_views.View), name="api_view"),
    path("games/<public_id:public_id>/events", fresh(play_views.Events), name="api_events"),
    path("games/<public_id:public_id>/stream", streams.streamed(streams.GameStream), name="api_game_stream"),
    path("stream/events", streams.streamed(streams.AccountStream), name="api_account_stream"),
    path("games/<public_id:public_id>/actions", fresh(play_views.Actions), name="api_actions"),
    path("games/<public_id:public_id>/legal-actions", fresh(bot_views.Legal), name="api_legal_actions"),
    path("games/<public_id:public_id>/take-back", fresh(play_views.TakeBack), name="api_take_back"),
    path("games/<public_id:public_id>/resign", fresh(play_views.Resign), name="api_resign"),
    path("games/<public_id:public_id>/abort", fresh(time_views.Abort), name="api_abort"),
    path("games/<public_id:public_id>/requests", fresh(time_views.Ask), name="api_ask"),
    path("games/<public_id:public_id>/requests/answer", fresh(time_views.Reply), name="api_answer"),
    path("games/<public_id:public_id>/resume", fresh(time_views.Resume), name="api_resume"),
    path("games/<public_id:public_id>/hint", fresh(play_views.Hint), name="api_hint"),
    path("games/<public_id:public_id>/chat", fresh(chat_views.Chat), name="api_chat"),
    path("games/<public_id:public_id>/chat/<public_id:line_id>/report", fresh(chat_views.Report), name="api_report"),
    path("games/<public_id:public_id>/note", fresh(chat_views.Note), name="api_note"),
    path("games/<public_id:public_id>/plan", fresh(plan_views.Plan), name="api_plan"),
    path("games/<public_id:public_id>/invitations", fresh(invitation_views.Invite), name="api_invite"),
    path("games/<public_id:public_id>/rematch", fresh(invitation_views.Rematch), name="api_rematch"),
    path("games/<public_id:public_id>/plan/preview", fresh(plan_views.Preview), name="api_plan_preview"),
    path("games/<public_id:public_id>/points", fresh(play_views.Points), name="api_points"),
    path("games/<public_id:public_id>/ratings", fresh(rating_views.GameRatings), name="api_game_ratings"),
    path("games/<public_id:public_id>/export", fresh(play_views.Export), name="api_export"),
    path("invitations", fresh(invitation_views.Invitations), name="api_invitations"),
    path("invitations/<public_id:invitation_id>/accept", fresh(invitation_views.Accept), name="api_accept"),
    path("invitations/<public_id:invitation_id>/decline", fresh(invitation_views.Decline), name="api_decline"),
    path("invitations/<public_id:invitation_id>/withdraw", fresh(invitation_views.Withdraw), name="api_withdraw"),
    path("players/<public_id:player_id>/block", fresh(invitation_views.Block), name="api_block"),
    path("account/blocks", fresh(account_api.Blocks), name="api_blocks"),
    path("account", fresh(people_views.Account), name="api_account"),
    path("reports", fresh(report_views.MyReports), name="api_reports"),
    path("account/sanctions", fresh(report_views.Sanctions), name="api_sanctions"),
    path(
        "account/sanctions/<public_id:decision_id>/acknowledgement",
        fresh(report_views.Acknowledgement),
        name="api_acknowledge_sanction",
    ),
    path(
        "account/sanctions/<public_id:decision_id>/appeal",
        fresh(report_views.AppealAgainst),
        name="api_appeal",
    ),
    path("account/webhooks", fresh(account_api.Webhooks), name="api_webhooks"),
    path("catalogue", fresh(people_views.Catalogue), name="api_catalogue"),
    path("links/<slug:link>", fresh(people_views.ByLink), name="api_link"),
    path("players", fresh(people_views.Players), name="api_players"),
    path("players/<public_id:public_id>", fresh(people_views.OnePlayer), name="api_player"),
    path("players/<public_id:public_id>/games", fresh(people_views.PlayerGames), name="api_player_games"),
    path("players/<public_id:public_id>/opponents", fresh(people_views.PlayerOpponents), name="api_opponents"),
    path("players/<public_id:public_id>/ratings", fresh(rating_views.PlayerRatings), name="api_player_ratings"),
    path(
        "players/<public_id:public_id>/ratings/<slug:key>/<slug:pace>",
        fresh(rating_views.PlayerHistory),
        name="api_player_history",
    ),
    path("leaderboards/<slug:key>/<slug:pace>", fresh(rating_views.Leaderboard), name="api_leaderboard"),
    path("leaderboards/<slug:key>/<slug:pace>/around", fresh(rating_views.AroundMe), name="api_around"),
    path("pairing", fresh(seek_views.Pairing), name="api_pairing"),
    path("pairing-pools/<public_id:public_id>", fresh(seek_views.Pool), name="api_pairing_pool"),
    path("seeks", fresh(seek_views.Seeks), name="api_seeks"),
    path("seeks/<public_id:public_id>", fresh(seek_views.OneSeek), name="api_seek"),
    path("account/tokens", fresh(token_api.Tokens), name="api_tokens"),
    path("account/tokens/<public_id:token_id>", fresh(token_api.OneToken), name="api_token"),
    path("account/vacation", fresh(time_views.MyVacation), name="api_vacation"),
    path("account/preferences", fresh(account_api.PreferencesView), name="api_preferences"),
    path("account/push-devices", fresh(account_api.PushDevices), name="api_push_devices"),
    path("notifications", fresh(account_api.Notifications), name="api_notifications"),
    path("notifications/read", fresh(account_api.ReadNotifications), name="api_read_notifications"),
    path("bot/account/upgrade", fresh(bot_views.UpgradeAccount), name="api_become_bot"),
    path("bot/policy", fresh(bot_views.BotPolicy), name="api_bot_policy"),
    path("bot/hook", fresh(bot_views.OneHook), name="api_bot_hook"),
    path("exports", fresh(data_views.Exports), name="api_exports"),
    path("exports/<slug:month>", data_views.OneExport.as_view(), name="api_export_file"),
    path("account/data", fresh(data_views.AccountData), name="api_account_data"),
    path("account/games", fresh(data_views.AccountGames), name="api_account_games"),
    path("moderation/reports", fresh(moderation_views.Reports), name="api_mod_reports"),
    path("moderation/reports/<public_id:public_id>", fresh(moderation_views.OneReport), name="api_mod_report"),
    path("moderation/reports/<public_id:public_id>/claim", fresh(moderation_views.Claim), name="api_mod_claim"),
    path("moderation/decisions", fresh(moderation_views.Decisions), name="api_mod_decisions"),
    path(
        "moderation/decisions/<public_id:public_id>/undo", fresh(moderation_views.UndoneDecision), name="api_mod_undo"
    ),
    path(
        "moderation/decisions/<public_id:public_id>/confirmation",
        fresh(moderation_views.Confirmation),
        name="api_mod_confirm",
    ),
    path("moderation/players/<public_id:public_id>", fresh(moderation_views.OneDossier), name="api_mod_player"),
    path("moderation/log", fresh(moderation_views.Log), name="api_mod_log"),
    path("moderation/appeals", fresh(moderation_views.Appeals), name="api_mod_appeals"),
    path(
        "moderation/appeals/<public_id:public_id>/judgement",
        fresh(moderation_views.Judgement),
        name="api_mod_judgement",
    ),
    path("moderation/signals", fresh(moderation_views.Signals), name="api_mod_signals"),
    path("moderation/signals/<public_id:public_id>/state", fresh(moderation_views.SignalState), name="api_mod_signal"),
    path(
        "moderation/signals/<public_id:public_id>/report",
        fresh(moderation_views.SignalReport),
        name="api_mod_signal_report",
    ),
    path(
        "moderation/games/<public_id:public_id>/annulment",
        fresh(moderation_views.Annulment),
        name="api_mod_annulment",
    ),
    path("openapi.json", reference.openapi, name="api_openapi"),
    path("ai-levels", fresh(play_views.AILevels), name="api_ai_levels"),
    re_path(r"^(?P<path>.*)$", problems.not_found, name="api_nothing_here"),
]
