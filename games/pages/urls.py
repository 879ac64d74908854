"""Addresses of the pages."""

from __future__ import annotations

from django.urls import include, path

import pyramido_site.infrastructure.converters  # noqa: F401 (registers `public_id`)
from games.pages import bots, deadlines, exports, home, learn, matchmaking, people, rated_games, rules, study
from games.pages.computer.opponents import opponents_page
from games.pages.moderation import reporting, sanction_pages
from games.pages.requests import by_people
from games.pages.search import finished, running
from games.pages.seating import invitations, opening, tables

urlpatterns = [
    path("", home.home, name="home"),
    path("games/", home.lobby, name="lobby"),
    path("games/now/", by_people(opening.play_now), name="play_now"),
    path("games/new/", by_people(opening.open_a_table), name="open_table"),
    path("games/mine/", people.my_games, name="my_games"),
    path("games/components/<slug:key>.json", rules.components, name="components"),
    path("games/watch/", running.watch, name="watch"),
    path("games/search/", finished.search, name="search"),
    path("games/search/save/", finished.save, name="save_filters"),
    path("games/search/<public_id:public_id>/forget/", finished.forget, name="forget_filters"),
    path("games/<public_id:public_id>/", tables.table, name="table"),
    path("games/<public_id:public_id>/sit/", by_people(tables.sit), name="sit"),
    path("games/<public_id:public_id>/computer/", by_people(tables.seat_computer), name="seat_computer"),
    path("games/<public_id:public_id>/computer/away/", by_people(tables.unseat_computer), name="unseat_computer"),
    path("games/<public_id:public_id>/leave/", by_people(tables.leave), name="leave"),
    path("games/<public_id:public_id>/invite/", by_people(invitations.invite_by_name), name="invite_by_name"),
    path("games/<public_id:public_id>/listed/", by_people(invitations.list_or_hide), name="list_table"),
    path("games/<public_id:public_id>/remove/", by_people(invitations.remove), name="remove_player"),
    path("games/<public_id:public_id>/again/", by_people(opening.play_again), name="play_again"),
    path("games/<public_id:public_id>/rematch/", by_people(invitations.rematch), name="rematch"),
    path("invite/<slug:link>/", invitations.invitation, name="invite"),
    path("invite/<slug:link>/sit/", by_people(invitations.sit_by_link), name="sit_by_link"),
    path("invitations/<public_id:public_id>/", by_people(invitations.answer), name="answer_invitation"),
    path("players/<public_id:public_id>/block/", invitations.block, name="block_player"),
    path("pairing/", matchmaking.seeks, name="seeks"),
    path("pairing/seek/", by_people(matchmaking.seek_game), name="seek"),
    path("pairing/alert/", by_people(matchmaking.alert), name="seek_alert"),
    path("pairing/pools/<public_id:public_id>/", matchmaking.pool, name="pairing_pool"),
    path("pairing/seeks/<public_id:public_id>/", matchmaking.one_seek, name="one_seek"),
    path("pairing/seeks/<public_id:public_id>/withdraw/", by_people(matchmaking.withdraw), name="withdraw_seek"),
    path("pairing/seeks/<public_id:public_id>/keep/", by_people(matchmaking.keep), name="keep_games"),
    path("next/", people.next_game, name="next_game"),
    path("bot/", bots.bot_account, name="bot_account"),
    path("reports/", reporting.my_reports, name="my_reports"),
    path("games/<public_id:public_id>/report/", reporting.report_game, name="report_game"),
    path("games/<public_id:public_id>/lines/<public_id:line_id>/report/", reporting.report_line, name="report_line"),
    path("players/<public_id:public_id>/report/", reporting.report_player, name="report_player"),
    path("standing/", sanction_pages.account_status, name="account_status"),
    path("standing/<public_id:public_id>/read/", sanction_pages.acknowledge_warning, name="acknowledge_warning"),
    path("closed-account/<str:token>/", sanction_pages.closed_account, name="closed_account"),
    path("closed-account/<str:token>/<str:what>/", sanction_pages.closed_account_data, name="closed_account_data"),
    path("account/delete/", people.delete_account, name="delete_account"),
    path("account/delete/<str:token>/", people.delete_closed_account, name="delete_closed_account"),
    path("vacation/", deadlines.vacation, name="vacation"),
    path("opponents/", opponents_page, name="opponents"),
    path("rules/", rules.rules_index, name="rules_index"),
    path("rules/exact/", rules.exact, name="exact_rules"),
    path("rules/search.json", rules.search_index, name="rules_search_index"),
    path("rules/<slug:key>/", rules.rules, name="rules"),
    path("learn/<slug:key>/", learn.learn, name="learn"),
    path("learn/<slug:key>/<slug:lesson>/", learn.lesson, name="lesson"),
    path("players/<public_id:public_id>/", people.player, name="player"),
    path("studies/", study.studies, name="studies"),
    path("studies/new/", by_people(study.new_study), name="new_study"),
    path("studies/import/", by_people(study.import_study), name="import_study"),
    path("studies/shared/<slug:link>/", study.shared_study, name="shared_study"),
    path("studies/shared/<slug:link>/report/", reporting.report_study, name="report_study"),
    path("studies/<public_id:public_id>/", study.study, name="study"),
    path("data/", exports.data, name="data"),
    path("desk/", include("games.pages.moderation.urls")),
    path("leaderboards/", rated_games.leaderboards, name="leaderboards"),
    path("leaderboards/<slug:key>/<slug:pace>/", rated_games.leaderboard, name="leaderboard"),
]
