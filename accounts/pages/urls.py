"""Under /accounts/. Only the pages of allauth that this site means to offer; the names are allauth's own."""

from allauth.account import views as allauth_views
from django.urls import include, path

from accounts.pages import applications as application_views
from accounts.pages import identity as views
from accounts.pages import names as name_views
from accounts.pages import settings as settings_views
from accounts.pages import tokens as token_views

urlpatterns = [
    path("", include("accounts.pages.security_urls")),
    path("guest/", views.guest, name="guest"),
    path("login/", views.LoginView.as_view(), name="account_login"),
    path("signup/", views.SignupView.as_view(), name="account_signup"),
    path("logout/", allauth_views.logout, name="account_logout"),
    path("inactive/", allauth_views.account_inactive, name="account_inactive"),
    path("password/set/", views.PasswordSetView.as_view(), name="account_set_password"),
    path("settings/", settings_views.account_settings, name="account_settings"),
    path("settings/name/", name_views.choose_name, name="choose_name"),
    path("settings/devices/remove/", settings_views.remove_device, name="remove_device"),
    path("settings/webhooks/", settings_views.add_webhook, name="add_webhook"),
    path("settings/webhooks/remove/", settings_views.remove_webhook, name="remove_webhook"),
    path("settings/access/", token_views.access, name="access"),
    path("settings/access/token/", token_views.new_token, name="new_token"),
    path("settings/access/token/<slug:token_id>/", token_views.revoke_token, name="revoke_token"),
    path("settings/access/application/", application_views.new_application, name="new_application"),
    path(
        "settings/access/application/<slug:client_id>/",
        application_views.remove_application,
        name="remove_application",
    ),
    path("settings/access/connected/<slug:client_id>/", application_views.disconnect, name="disconnect"),
    path("password/change/", views.PasswordChangeView.as_view(), name="account_change_password"),
]
