"""URLs at the root of the site: notifications, OAuth 2, and the policies."""

from django.urls import path

from accounts.pages import notifications, oauth, policies

urlpatterns = [
    path("notifications/", notifications.notifications, name="notifications"),
    path("notifications/open/", notifications.open_notification, name="open_notification"),
    path("notifications/read/", notifications.read_notifications, name="read_notifications"),
    path("notifications/unsubscribe/<str:token>/", notifications.unsubscribe, name="unsubscribe"),
    path("oauth/authorize", oauth.AuthorizationView.as_view(), name="oauth_authorize"),
    path("oauth/token", oauth.TokenView.as_view(), name="oauth_token"),
    path("oauth/revoke", oauth.RevokeView.as_view(), name="oauth_revoke"),
    path(".well-known/oauth-authorization-server", oauth.metadata, name="oauth_metadata"),
    path("privacy/", policies.privacy, name="privacy"),
    path("terms/", policies.terms, name="terms"),
    path("terms/agree/", policies.agree_to_terms, name="agree_to_terms"),
]
