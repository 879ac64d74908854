"""Addresses below /api/v1/."""

from __future__ import annotations

from django.urls import path, re_path

import games.converters  # noqa: F401 (registers `public_id`)
from games.api import problems, views

urlpatterns = [
    path("games", views.Games.as_view(), name="api_games"),
    path("games/<public_id:public_id>", views.OneGame.as_view(), name="api_game"),
    path("games/<public_id:public_id>/seats", views.Seats.as_view(), name="api_seats"),
    path("games/<public_id:public_id>/seats/mine", views.MySeat.as_view(), name="api_my_seat"),
    path("games/<public_id:public_id>/view", views.View.as_view(), name="api_view"),
    path("games/<public_id:public_id>/events", views.Events.as_view(), name="api_events"),
    path("games/<public_id:public_id>/actions", views.Actions.as_view(), name="api_actions"),
    path("games/<public_id:public_id>/take-back", views.TakeBack.as_view(), name="api_take_back"),
    path("games/<public_id:public_id>/resign", views.Resign.as_view(), name="api_resign"),
    path("games/<public_id:public_id>/export", views.Export.as_view(), name="api_export"),
    re_path(r"^(?P<path>.*)$", problems.not_found),
]
