"""The rows of the API's matrix: what each kind of caller gets from each endpoint."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

COLUMNS = ("anonymous", "other", "seated", "spectator", "bot", "unscoped", "moderator", "banned")
STAFF = ("moderator", "senior", "administrator")
CALLERS = (*COLUMNS[:-1], *STAFF[1:], "banned")
"""`other` plays at another table, `spectator` at none; the bot has a token with all its scopes; `unscoped` is a token
of `seated` with a scope that permits nothing here; `banned` is `seated` with a session from before the ban.
"""


@dataclass(frozen=True)
class Row:
    """An endpoint by the name of its URL; `where` and placeholders like `<seq>` in the body and the query refer to
    `api_world`.
    """

    name: str
    method: str
    where: str
    statuses: str
    """In the order of COLUMNS. Staff of all roles get the moderators' status, unless it is split by role:
    `moderator/senior/administrator`.
    """
    body: Any = None
    query: str = ""

    def expected(self, caller: str) -> int:
        column = self.statuses.split()[COLUMNS.index("moderator" if caller in STAFF else caller)].split("/")
        return int(column[STAFF.index(caller)] if len(column) > 1 else column[0])


ACT = {"expected_seq": "<seq>", "action": "<action>"}
TABLE = {"game": "forgotten-treasures", "options": {"seats": 2}}
SEEK = {**TABLE, "terms": {"time_control": {"system": "per_move", "seconds": 259200}}}
TOKEN = {"name": "New", "scopes": ["games:read"], "days": 30}
SUSPEND = {"action": "suspension", "report": "<report>", "reason": "threats", "until_ms": "<in_a_week>"}
JUDGE = {"grant": True, "answer": "You are right."}
ANNUL = {"reason": "one person", "player": "<sanctioned>"}
STUDY = {"game": "<over>", "seq": 0, "title": "Mine"}
PLAY = {"parent": 0, "seat": "<study seat>", "action": "<study action>"}
REPORT = {"about": "profile", "kind": "name", "player": "<player>"}
DEVICE = {"endpoint": "https://push.example/1", "keys": {}}

#                                                 anon other seated spect bot unscoped mod banned
ROWS = (
    Row("api_games", "GET", "", "200 200 200 200 200 403 200 200"),
    Row("api_games", "POST", "", "401 201 201 201 201 403 201 401", TABLE),
    Row("api_running_games", "GET", "", "200 200 200 200 200 403 200 200"),
    Row("api_game", "GET", "game", "200 200 200 200 200 403 200 200"),
    Row("api_game", "PATCH", "waiting", "401 403 200 403 403 403 403 401", {"listed": True}),
    Row("api_seats", "POST", "waiting", "401 201 409 201 201 403 201 401", {}),
    Row("api_my_seat", "DELETE", "waiting", "401 403 204 403 403 403 403 401"),
    Row("api_seat", "DELETE", "seat", "401 403 409 403 403 403 403 401"),
    Row("api_view", "GET", "game", "200 200 200 200 200 403 200 200"),
    Row("api_events", "GET", "game", "200 200 200 200 200 403 200 200"),
    Row("api_steps", "GET", "game", "200 200 200 200 200 403 200 200"),
    Row("api_view_at", "GET", "first event", "200 200 200 200 200 403 200 200"),
    Row("api_picture_png", "GET", "first event", "200 200 200 200 200 403 200 200"),
    Row("api_picture_svg", "GET", "first event", "200 200 200 200 200 403 200 200"),
    Row("api_actions", "POST", "game", "401 403 200 403 403 403 403 401", ACT),
    Row("api_take_back", "POST", "game", "401 403 422 403 403 403 403 401", {"expected_seq": "<seq>"}),
    Row("api_resign", "POST", "game", "401 403 200 403 403 403 403 401", {}),
    Row("api_abort", "POST", "game", "401 403 200 403 403 403 403 401", {}),
    Row("api_ask", "POST", "game", "401 403 200 403 403 403 403 401", {"what": "pause"}),
    Row("api_answer", "POST", "game", "401 403 422 403 403 403 403 401", {"agree": True, "asked_seq": 0}),
    Row("api_resume", "POST", "game", "401 403 422 403 403 403 403 401", {}),
    Row("api_hint", "GET", "game", "401 403 403 403 403 403 403 401"),
    Row("api_hint", "POST", "game", "401 403 403 403 403 403 403 401", {"expected_seq": "<seq>"}),
    Row("api_chat", "GET", "game", "200 200 200 200 200 403 200 200"),
    Row("api_chat", "POST", "game", "401 403 201 403 403 403 403 401", {"room": "players", "text": "Hello"}),
    Row("api_report", "POST", "line", "401 404 204 404 404 403 404 401", {"reason": "spam"}),
    Row("api_note", "GET", "game", "401 200 200 200 200 403 200 401"),
    Row("api_note", "PUT", "game", "401 200 200 200 200 403 200 401", {"text": "left corner"}),
    Row("api_plan", "GET", "game", "401 403 200 403 403 403 403 401"),
    Row("api_plan", "PUT", "game", "401 403 422 403 403 403 403 401", {"turns": [{"do": ["<action>"]}]}),
    Row("api_plan", "DELETE", "game", "401 403 204 403 403 403 403 401"),
    Row("api_plan_preview", "POST", "game", "401 403 422 403 403 403 403 401", {"do": [["<action>"]]}),
    Row("api_invite", "POST", "waiting", "401 403 201 403 403 403 403 401", {"player": "<player>"}),
    Row("api_rematch", "POST", "over", "401 403 201 403 403 403 403 401", {}),
    Row("api_points", "GET", "over", "200 200 200 200 200 200 200 200"),
    Row("api_ending", "GET", "over", "401 403 200 403 403 403 403 401"),
    Row("api_game_ratings", "GET", "over", "200 200 200 200 200 200 200 200"),
    Row("api_export", "GET", "over", "200 200 200 200 200 200 200 200"),
    Row("api_invitations", "GET", "", "401 200 200 200 200 403 200 401"),
    Row("api_accept", "POST", "invited", "401 404 200 404 404 403 404 401", {}),
    Row("api_decline", "POST", "invited", "401 404 200 404 404 403 404 401", {}),
    Row("api_withdraw", "POST", "asked", "401 404 200 404 404 403 404 401", {}),
    Row("api_block", "POST", "blocked", "401 201 201 201 201 403 201 401", {}),
    Row("api_block", "DELETE", "blocked", "401 204 204 204 204 403 204 401"),
    Row("api_blocks", "GET", "", "401 200 200 200 200 403 200 401"),
    Row("api_account", "GET", "", "401 200 200 200 200 200 200 401"),
    Row("api_reports", "GET", "", "401 200 200 200 200 403 200 401"),
    Row("api_reports", "POST", "", "401 201 201 422 201 403 201 401", REPORT),
    Row("api_sanctions", "GET", "", "401 200 200 200 200 403 200 401"),
    Row("api_acknowledge_sanction", "PUT", "warning", "401 404 204 404 404 403 404 401"),
    Row("api_appeal", "POST", "warning", "401 404 201 404 404 403 404 401", {"text": "It was a joke."}),
    Row("api_webhooks", "GET", "", "401 200 200 200 200 403 200 401"),
    Row("api_webhooks", "POST", "", "401 400 400 400 400 403 400 401", {"url": "http://hooks.example/"}),
    Row("api_webhooks", "DELETE", "", "401 204 204 204 204 403 204 401", {"url": "https://hooks.example/"}),
    Row("api_catalogue", "GET", "", "200 200 200 200 200 200 200 200"),
    Row("api_link", "GET", "link", "404 404 404 404 404 404 404 404"),
    Row("api_players", "GET", "", "200 200 200 200 200 200 200 200", query="?name=Nobody"),
    Row("api_player", "GET", "player", "200 200 200 200 200 200 200 200"),
    Row("api_player_games", "GET", "player", "200 200 200 200 200 200 200 200"),
    Row("api_opponents", "GET", "player", "200 200 200 200 200 200 200 200"),
    Row("api_player_ratings", "GET", "player", "200 200 200 200 200 200 200 200"),
    Row("api_player_history", "GET", "history", "200 200 200 200 200 200 200 200"),
    Row("api_leaderboard", "GET", "board", "200 200 200 200 200 200 200 200"),
    Row("api_around", "GET", "board", "401 200 200 200 200 200 200 401"),
    Row("api_pairing", "GET", "", "200 200 200 200 200 200 200 200"),
    Row("api_pairing_pool", "GET", "pool", "200 200 200 200 200 200 200 200"),
    Row("api_tokens", "GET", "", "401 200 200 200 200 403 200 401"),
    Row("api_tokens", "POST", "", "401 201 201 201 403 403 201 401", TOKEN),
    Row("api_token", "DELETE", "token", "401 404 204 404 404 403 404 401"),
    Row("api_openapi", "GET", "", "200 200 200 200 200 200 200 200"),
    Row("api_reference", "GET", "", "200 200 200 200 200 200 200 200"),
    Row("api_errors", "GET", "", "200 200 200 200 200 200 200 200"),
    Row("api_error", "GET", "error", "200 200 200 200 200 200 200 200"),
    Row("api_seeks", "GET", "", "401 200 200 200 200 403 200 401"),
    Row("api_seeks", "POST", "", "401 201 201 201 403 403 201 401", SEEK),
    Row("api_seek", "GET", "seek", "401 404 200 404 404 403 404 401"),
    Row("api_seek", "PATCH", "seek", "401 404 409 404 404 403 404 401", {"keep": 2}),
    Row("api_seek", "DELETE", "seek", "401 404 204 404 404 403 404 401"),
    Row("api_seek_alerts", "GET", "", "401 200 200 200 200 403 200 401"),
    Row("api_seek_alert", "PUT", "alert", "401 200 200 200 403 403 200 401", {}),
    Row("api_seek_alert", "DELETE", "alert", "401 204 204 204 204 403 204 401"),
    Row("api_vacation", "GET", "", "401 200 200 200 200 403 200 401"),
    Row("api_vacation", "POST", "", "401 201 201 201 201 403 201 401", {"days": 2}),
    Row("api_vacation", "DELETE", "", "401 409 409 409 409 403 409 401"),
    Row("api_studies", "GET", "", "401 200 200 200 200 403 200 401"),
    Row("api_studies", "POST", "", "401 201 201 201 201 403 201 401", STUDY),
    Row("api_import_study", "POST", "", "401 201 201 201 201 403 201 401", "<study file>"),
    Row("api_study", "GET", "study", "404 404 200 404 404 403 404 404"),
    Row("api_study", "PATCH", "study", "401 404 200 404 404 403 404 401", {"title": "New"}),
    Row("api_study", "DELETE", "study", "401 404 204 404 404 403 404 401"),
    Row("api_study_link", "PUT", "running study", "401 404 409 404 404 403 404 401"),
    Row("api_study_link", "DELETE", "study", "401 404 204 404 404 403 404 401"),
    Row("api_study_moves", "GET", "study", "404 404 200 404 404 403 404 404"),
    Row("api_study_moves", "POST", "study", "401 404 200 404 404 403 404 401", PLAY),
    Row("api_study_move", "PATCH", "study move", "401 404 204 404 404 403 404 401", {"glyph": "!"}),
    Row("api_study_move", "DELETE", "study move", "401 404 204 404 404 403 404 401"),
    Row("api_study_opponent", "POST", "running study move", "401 404 409 404 404 403 404 401", {}),
    Row("api_study_export", "GET", "study", "404 404 200 404 404 403 404 404"),
    Row("api_exports", "GET", "", "200 200 200 200 200 200 200 200"),
    Row("api_export_file", "GET", "month", "404 404 404 404 404 404 404 404"),
    Row("api_account_data", "GET", "", "401 200 200 200 200 403 200 401"),
    Row("api_saved_filters", "GET", "", "401 200 200 200 200 403 200 401"),
    Row("api_saved_filters", "POST", "", "401 201 201 201 201 403 201 401", {"title": "Won", "filters": {}}),
    Row("api_one_saved_filters", "DELETE", "saved", "401 204 204 204 204 403 204 401"),
    Row("api_account_games", "GET", "", "401 200 200 200 200 403 200 401"),
    Row("api_preferences", "GET", "", "401 200 200 200 200 403 200 401"),
    Row("api_preferences", "PATCH", "", "401 200 200 200 200 403 200 401", {}),
    Row("api_push_devices", "GET", "", "401 200 200 200 200 403 200 401"),
    Row("api_push_devices", "POST", "", "401 400 400 400 400 403 400 401", DEVICE),
    Row("api_push_devices", "DELETE", "", "401 204 204 204 204 403 204 401", {"endpoint": "https://push.example/1"}),
    Row("api_notifications", "GET", "", "401 200 200 200 200 403 200 401"),
    Row("api_read_notifications", "POST", "", "401 200 200 200 200 403 200 401", {"all": True}),
    Row("api_ai_levels", "GET", "", "200 200 200 200 200 200 200 200"),
    Row("api_legal_actions", "GET", "game", "401 403 200 403 403 403 403 401"),
    Row("api_become_bot", "POST", "", "401 422 422 422 200 403 422 401", {"confirm": "Nobody"}),
    Row("api_bot_policy", "GET", "", "401 403 403 403 200 403 403 401"),
    Row("api_bot_policy", "PUT", "", "401 403 403 403 200 403 403 401", {}),
    Row("api_bot_hook", "GET", "", "401 403 403 403 404 403 403 401"),
    Row("api_bot_hook", "PUT", "", "401 403 403 403 422 403 403 401", {"url": "https://192.168.0.1/"}),
    Row("api_bot_hook", "DELETE", "", "401 403 403 403 204 403 403 401"),
    Row("api_mod_reports", "GET", "", "401 403 403 403 403 403 200 401"),
    Row("api_mod_report", "GET", "report", "401 403 403 403 403 403 200 401"),
    Row("api_mod_claim", "PUT", "report", "401 403 403 403 403 403 200 401", {}),
    Row("api_mod_claim", "DELETE", "report", "401 403 403 403 403 403 200 401"),
    Row("api_mod_decisions", "POST", "", "401 403 403 403 403 403 403/201/201 401", SUSPEND),
    Row("api_mod_undo", "POST", "decision", "401 403 403 403 403 403 403/201/201 401", {"reason": "too much"}),
    Row("api_mod_confirm", "POST", "decision", "401 403 403 403 403 403 422/422/403 401", {"reason": "I agree"}),
    Row("api_mod_player", "GET", "player", "401 403 403 403 403 403 200 401"),
    Row("api_mod_log", "GET", "", "401 403 403 403 403 403 200 401"),
    Row("api_mod_appeals", "GET", "", "401 403 403 403 403 403 200 401"),
    Row("api_mod_judgement", "POST", "appeal", "401 403 403 403 403 403 403/200/403 401", JUDGE),
    Row("api_mod_flags", "GET", "", "401 403 403 403 403 403 200 401"),
    Row("api_mod_flag", "PUT", "flag", "401 403 403 403 403 403 200 401", {"state": "dismissed"}),
    Row("api_mod_flag_report", "POST", "flag", "401 403 403 403 403 403 201 401", {}),
    Row("api_mod_annulment", "PUT", "rated", "401 403 403 403 403 403 403/204/204 401", ANNUL),
    Row("api_mod_annulment", "DELETE", "rated", "401 403 403 403 403 403 403/204/204 401", {"reason": "two people"}),
    Row("api_nothing_here", "GET", "nothing", "404 404 404 404 404 404 404 404"),
    # by the link with which it is shared
    Row("api_study", "GET", "study", "200 200 200 200 200 403 200 200", query="?link=<link>"),
    Row("api_study", "GET", "study", "404 404 200 404 404 403 404 404", query="?link=nothing"),
    Row("api_study_moves", "GET", "study", "200 200 200 200 200 403 200 200", query="?link=<link>"),
    Row("api_study_export", "GET", "study", "200 200 200 200 200 403 200 200", query="?link=<link>"),
)

STREAMS = (
    Row("api_game_stream", "GET", "over", "200 200 200 200 200 403 200 200"),
    Row("api_account_stream", "GET", "", "401 200 200 200 200 403 200 401"),
)
"""Their views are coroutines, which see only committed data."""
