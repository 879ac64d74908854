"""The pages of the site."""

from __future__ import annotations

from django.urls import path

import games.converters  # noqa: F401 (registers `public_id`)
from games.pages import components, home, invitations, leaderboards, opening, people, rules, seeking, tables, vacation

urlpatterns = [
    path("", home.home, name="home"),
    path("games/", home.lobby, name="lobby"),
    path("games/now/", opening.play_now, name="play_now"),
    path("games/new/", opening.open_a_table, name="open_table"),
    path("games/mine/", people.my_games, name="my_games"),
    path("games/components/<slug:key>.json", components.components, name="components"),
    path("games/<public_id:public_id>/", tables.table, name="table"),
    path("games/<public_id:public_id>/sit/", tables.sit, name="sit"),
    path("games/<public_id:public_id>/computer/", tables.seat_computer, name="seat_computer"),
    path("games/<public_id:public_id>/computer/away/", tables.unseat_computer, name="unseat_computer"),
    path("games/<public_id:public_id>/leave/", tables.leave, name="leave"),
    path("games/<public_id:public_id>/invite/", invitations.invite_by_name, name="invite_by_name"),
    path("games/<public_id:public_id>/listed/", invitations.list_or_hide, name="list_table"),
    path("games/<public_id:public_id>/remove/", invitations.remove, name="remove_guest"),
    path("games/<public_id:public_id>/rematch/", invitations.rematch, name="rematch"),
    path("invite/<slug:link>/", invitations.invitation, name="invite"),
    path("invite/<slug:link>/sit/", invitations.sit_by_link, name="sit_by_link"),
    path("invitations/<public_id:public_id>/", invitations.answer, name="answer_invitation"),
    path("players/<public_id:public_id>/block/", invitations.block, name="block_player"),
    path("pairing/", seeking.seeks, name="seeks"),
    path("pairing/seek/", seeking.seek_game, name="seek"),
    path("pairing/pools/<public_id:public_id>/", seeking.pool, name="pairing_pool"),
    path("pairing/seeks/<public_id:public_id>/", seeking.one_seek, name="one_seek"),
    path("pairing/seeks/<public_id:public_id>/withdraw/", seeking.withdraw, name="withdraw_seek"),
    path("pairing/seeks/<public_id:public_id>/keep/", seeking.keep, name="keep_games"),
    path("next/", people.next_game, name="next_game"),
    path("vacation/", vacation.vacation, name="vacation"),
    path("rules/", rules.rules_index, name="rules_index"),
    path("rules/<slug:key>/", rules.rules, name="rules"),
    path("players/<public_id:public_id>/", people.player, name="player"),
    path("leaderboards/", leaderboards.leaderboards, name="leaderboards"),
    path("leaderboards/<slug:key>/<slug:pace>/", leaderboards.leaderboard, name="leaderboard"),
]
