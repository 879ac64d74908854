"""OAuth 2 (accounts.pages.oauth)."""

from django.urls import path

from accounts.pages import oauth as oauth_views

urlpatterns = [
    path("oauth/authorize", oauth_views.AuthorizationView.as_view(), name="oauth_authorize"),
    path("oauth/token", oauth_views.TokenView.as_view(), name="oauth_token"),
    path("oauth/revoke", oauth_views.RevokeView.as_view(), name="oauth_revoke"),
    path(".well-known/oauth-authorization-server", oauth_views.metadata, name="oauth_metadata"),
]
