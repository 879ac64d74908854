"""The adapter of allauth's identity provider."""

from __future__ import annotations

from allauth.idp.oidc.adapter import DefaultOIDCAdapter

from accounts.access import scopes


class OAuthAdapter(DefaultOIDCAdapter):
    """Names each scope by the sentence that users agree to."""

    scope_display = scopes.SENTENCES
