"""URLs under /accounts/: only those of allauth's pages that this site offers, under allauth's names."""

from allauth.account import views as account_views
from allauth.mfa.base import views as mfa_views
from allauth.mfa.recovery_codes import views as codes_views
from allauth.mfa.totp import views as totp_views
from allauth.mfa.webauthn import views as webauthn_views
from django.urls import path, re_path, reverse_lazy

from accounts.pages import applications, identity, names, security, tokens
from accounts.pages.security import for_accounts
from accounts.pages.settings import account, notifications, play

FACTORS = reverse_lazy("mfa_index")

urlpatterns = [
    # Addresses, lost passwords, second factors, sessions.
    path("email/", security.AddressView.as_view(), name="account_email"),
    re_path(r"^email/confirm/(?P<key>[-:\w]+)/$", security.ConfirmAddressView.as_view(), name="account_confirm_email"),
    path("password/reset/", security.ForgottenPasswordView.as_view(), name="account_reset_password"),
    path("password/reset/done/", account_views.password_reset_done, name="account_reset_password_done"),
    re_path(
        r"^password/reset/(?P<uidb36>[0-9A-Za-z]+)-(?P<key>.+)/$",
        security.NewPasswordView.as_view(success_url=reverse_lazy("account_login")),
        name="account_reset_password_from_key",
    ),
    path("reauthenticate/", account_views.reauthenticate, name="account_reauthenticate"),
    path("sessions/", security.sessions, name="usersessions_list"),
    path("login/code/", security.second_step, name="mfa_authenticate"),
    path("login/passkey/", security.PasskeyLoginView.as_view(), name="mfa_login_webauthn"),
    path("reauthenticate/code/", mfa_views.reauthenticate, name="mfa_reauthenticate"),
    path("reauthenticate/passkey/", webauthn_views.reauthenticate_webauthn, name="mfa_reauthenticate_webauthn"),
    path("factors/", for_accounts(mfa_views.index), name="mfa_index"),
    path("factors/app/", for_accounts(security.ActivateAppView.as_view()), name="mfa_activate_totp"),
    path("factors/app/remove/", for_accounts(totp_views.deactivate_totp), name="mfa_deactivate_totp"),
    path("factors/codes/", for_accounts(codes_views.view_recovery_codes), name="mfa_view_recovery_codes"),
    path("factors/codes/new/", for_accounts(codes_views.generate_recovery_codes), name="mfa_generate_recovery_codes"),
    path("factors/codes/file/", for_accounts(codes_views.download_recovery_codes), name="mfa_download_recovery_codes"),
    path("factors/passkeys/add/", for_accounts(webauthn_views.add_webauthn), name="mfa_add_webauthn"),
    path(
        "factors/passkeys/<int:pk>/remove/",
        for_accounts(webauthn_views.RemoveWebAuthnView.as_view(success_url=FACTORS)),
        name="mfa_remove_webauthn",
    ),
    path(
        "factors/passkeys/<int:pk>/name/",
        for_accounts(webauthn_views.EditWebAuthnView.as_view(success_url=FACTORS)),
        name="mfa_edit_webauthn",
    ),
    # Signing up and in, settings, access of programs.
    path("guest/", identity.guest, name="guest"),
    path("login/", identity.LoginView.as_view(), name="account_login"),
    path("signup/", identity.SignupView.as_view(), name="account_signup"),
    path("logout/", account_views.logout, name="account_logout"),
    path("inactive/", account_views.account_inactive, name="account_inactive"),
    path("password/set/", identity.PasswordSetView.as_view(), name="account_set_password"),
    path("settings/", play.play, name="account_settings"),
    path("settings/notifications/", notifications.notifications, name="settings_notifications"),
    path("settings/notifications/fine-tune/", notifications.fine_tune, name="settings_fine_tune"),
    path("settings/account/", account.account, name="settings_account"),
    path("settings/privacy/", account.privacy, name="settings_privacy"),
    path("settings/developers/", account.developers, name="settings_developers"),
    path("settings/name/", names.choose_name, name="choose_name"),
    path("settings/devices/remove/", notifications.remove_device, name="remove_device"),
    path("settings/webhooks/", account.add_webhook, name="add_webhook"),
    path("settings/webhooks/remove/", account.remove_webhook, name="remove_webhook"),
    path("settings/access/", tokens.access, name="access"),
    path("settings/access/token/", tokens.new_token, name="new_token"),
    path("settings/access/token/<slug:token_id>/", tokens.revoke_token, name="revoke_token"),
    path("settings/access/application/", applications.new_application, name="new_application"),
    path("settings/access/application/<slug:client_id>/", applications.remove_application, name="remove_application"),
    path("settings/access/connected/<slug:client_id>/", applications.disconnect, name="disconnect"),
    path("password/change/", identity.PasswordChangeView.as_view(), name="account_change_password"),
]
