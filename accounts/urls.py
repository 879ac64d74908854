"""Under /accounts/. Only the pages of allauth that this site means to offer; the names are allauth's own."""

from allauth.account import views as allauth_views
from django.urls import path

from accounts import settings_views, views

urlpatterns = [
    path("guest/", views.guest, name="guest"),
    path("login/", views.LoginView.as_view(), name="account_login"),
    path("signup/", views.SignupView.as_view(), name="account_signup"),
    path("logout/", allauth_views.logout, name="account_logout"),
    path("inactive/", allauth_views.account_inactive, name="account_inactive"),
    path("password/set/", views.PasswordSetView.as_view(), name="account_set_password"),
    path("settings/", settings_views.account_settings, name="account_settings"),
    path("settings/devices/remove/", settings_views.remove_device, name="remove_device"),
    path("settings/webhooks/", settings_views.add_webhook, name="add_webhook"),
    path("settings/webhooks/remove/", settings_views.remove_webhook, name="remove_webhook"),
    path("password/change/", views.PasswordChangeView.as_view(), name="account_change_password"),
]
