"""Under /accounts/: addresses, lost passwords, second factors, sessions. The names are allauth's own."""

from allauth.account import views as account_views
from allauth.mfa.base import views as mfa_views
from allauth.mfa.recovery_codes import views as codes_views
from allauth.mfa.totp import views as totp_views
from allauth.mfa.webauthn import views as webauthn_views
from django.urls import path, re_path, reverse_lazy

from accounts.pages import security as views
from accounts.pages.security import for_accounts

FACTORS = reverse_lazy("mfa_index")

urlpatterns = [
    path("email/", views.AddressView.as_view(), name="account_email"),
    re_path(r"^email/confirm/(?P<key>[-:\w]+)/$", views.ConfirmAddressView.as_view(), name="account_confirm_email"),
    path("password/reset/", views.ForgottenPasswordView.as_view(), name="account_reset_password"),
    path("password/reset/done/", account_views.password_reset_done, name="account_reset_password_done"),
    re_path(
        r"^password/reset/(?P<uidb36>[0-9A-Za-z]+)-(?P<key>.+)/$",
        views.NewPasswordView.as_view(success_url=reverse_lazy("account_login")),
        name="account_reset_password_from_key",
    ),
    path("reauthenticate/", account_views.reauthenticate, name="account_reauthenticate"),
    path("sessions/", views.sessions, name="usersessions_list"),
    path("login/code/", views.second_step, name="mfa_authenticate"),
    path("login/passkey/", views.PasskeyLoginView.as_view(), name="mfa_login_webauthn"),
    path("reauthenticate/code/", mfa_views.reauthenticate, name="mfa_reauthenticate"),
    path("reauthenticate/passkey/", webauthn_views.reauthenticate_webauthn, name="mfa_reauthenticate_webauthn"),
    path("factors/", for_accounts(mfa_views.index), name="mfa_index"),
    path("factors/app/", for_accounts(views.ActivateAppView.as_view()), name="mfa_activate_totp"),
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
]
