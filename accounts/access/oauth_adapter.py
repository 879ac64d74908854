"""What allauth's identity provider asks us."""

from __future__ import annotations

from allauth.idp.oidc.adapter import DefaultOIDCAdapter

from accounts.access import scopes


class OAuthAdapter(DefaultOIDCAdapter):
    scope_display = scopes.SENTENCES
