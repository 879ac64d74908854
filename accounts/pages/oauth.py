"""OAuth 2: the consent page, the token and revocation endpoints, and the metadata (docs/formats/authentication.md).

allauth.idp.oidc and oauthlib implement the protocol. These views narrow it to what the site offers: the authorization
code grant with PKCE S256 for every application (RFC 9700), one-time refresh tokens, and nothing of OpenID.

Written against the internals of django-allauth 65.21.1 (tests/site/infrastructure/test_overrides.py).
"""

from __future__ import annotations

import json
import re
from typing import Any
from urllib.parse import quote

from allauth.core import ratelimit
from allauth.core.internal.httpkit import add_query_params, extract_basic_auth
from allauth.idp.oidc import views as idp
from allauth.idp.oidc.models import Token as OAuthToken
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse, JsonResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils.decorators import method_decorator
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.access import oauth, scopes
from accounts.users.models import User

CHALLENGE = re.compile(r"[A-Za-z0-9_-]{43}", re.A)
"""SHA-256 in base64url without padding (RFC 7636, 4.2)."""

MOST_STATE = 1000
"""Longest `state`, in percent-encoded characters as in the redirect to the application."""

UNSTORABLE = "no value has the character U+0000"

ONCE = {"authorization_code": "code", "refresh_token": "refresh_token"}
"""Grant type → the field with the one-time credential."""


@method_decorator(never_cache, name="dispatch")
class AuthorizationView(idp.AuthorizationView):
    """The consent page: the user decides whether an application may act for them, and with which scopes."""

    template_name = "account/consent.html"

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Show the consent page, or explain why the request is refused.

        An invalid redirect URI never gets a redirect.
        """
        asked = request.GET
        client = oauth.application(asked.get("client_id", "")) if storable(request) else None
        redirect = asked.get("redirect_uri", "")
        if client is None:
            return refused(request, _("The application that sent you here is unknown."))
        if oauth.is_stopped(client.pk):
            return refused(request, _("The application that sent you here does not work at the moment."), 403)
        if not oauth.redirect_allowed(client, redirect):
            return refused(
                request, _("The application that sent you here gave a return address it has not registered.")
            )
        if isinstance(request.user, User):  # no redirect before signing in: it would be open
            if request.user.is_guest:
                return refused(request, _("Guests cannot connect applications. Create an account first."), 403)
            wrong = self._wrong(asked, request.user)
            if wrong is not None:
                return back(redirect, asked.get("state") if _fits(asked) else None, *wrong)
        response: HttpResponse = super().get(request, *args, **kwargs)
        return response

    def _wrong(self, asked: QueryDict, user: User) -> tuple[str, str] | None:
        """Return the error code and description of an invalid request, or None."""
        if not _fits(asked):
            return "invalid_request", f"state has more than {MOST_STATE} characters, percent-encoded"
        if asked.get("response_type") != "code":
            return "unsupported_response_type", "response_type is code"
        if asked.get("code_challenge_method") != "S256" or not CHALLENGE.fullmatch(asked.get("code_challenge", "")):
            return "invalid_request", "PKCE is needed: code_challenge with code_challenge_method S256"
        if asked.get("prompt") or asked.get("request") or asked.get("request_uri") or asked.get("claims"):
            return "invalid_request", "prompt, request, request_uri and claims are not supported"
        wanted = set(asked.get("scope", "").split())
        if not wanted or not wanted <= set(scopes.SENTENCES):
            return "invalid_scope", "name one scope or more that the site has"
        if not wanted & set(scopes.offered_to(user)):
            return "invalid_scope", "the account has none of these scopes"
        return None

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Approve or deny the request."""
        if "request" not in request.POST or getattr(request.user, "is_guest", False):
            return refused(request, _("The form was incomplete. Go back to the application and try again."))
        response: HttpResponse = super().post(request, *args, **kwargs)
        return response

    def get_form_kwargs(self) -> dict[str, Any]:
        """Limit the offered scopes to those that the user may grant."""
        values: dict[str, Any] = super().get_form_kwargs()
        offered = scopes.offered_to(values["user"])
        return {**values, "requested_scopes": [name for name in offered if name in self._scopes]}

    def form_valid(self, form: Any) -> HttpResponse:
        """Issue the code, provided that PKCE was kept since the request."""
        if self._request_info.get("code_challenge_method") != "S256":  # checked in `get`; must not be lost
            return refused(self.request, _("The form was incomplete. Go back to the application and try again."))
        response: HttpResponse = super().form_valid(form)
        return response

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Add the requested scopes with their sentences, and the redirect URI."""
        redirect = self._request_info["redirect_uri"]
        values: dict[str, Any] = super().get_context_data(**kwargs)
        chosen = values["form"]["scopes"].value() or []
        asked = [(name, scopes.SENTENCES[name], name in chosen) for name in self._asked(values["form"])]
        return {**values, "asked": asked, "redirect": redirect}

    def _asked(self, form: Any) -> list[str]:
        return scopes.in_order(value for value, _sentence in form.fields["scopes"].choices)

    def render_to_response(self, context: dict[str, Any], **kwargs: Any) -> HttpResponse:
        """Allow the form's redirect to the application in the Content-Security-Policy."""
        response: HttpResponse = super().render_to_response(context, **kwargs)
        response.form_target = oauth.form_target(context["redirect"])  # type: ignore[attr-defined]
        return response


def _fits(asked: QueryDict) -> bool:
    """Whether `state` is short enough to be returned to the application."""
    return len(quote(asked.get("state", ""))) <= MOST_STATE


def refused(request: HttpRequest, sentence: str, status: int = 400) -> HttpResponse:
    """Render the error page for a request that cannot be redirected back to the application."""
    return render(request, "account/consent_refused.html", {"sentence": sentence}, status=status)


def back(redirect: str, state: str | None, error: str, description: str) -> HttpResponse:
    """Redirect to the application with the error (RFC 6749, 4.1.2.1). `redirect` is validated by the caller."""
    answer = {"error": error, "error_description": description} | ({} if state is None else {"state": state})
    response = HttpResponse(status=302)
    response["Location"] = add_query_params(redirect, answer)
    return response


class TokenView(idp.TokenView):
    """`POST /oauth/token`. Reuse of a code or refresh token ends the connection that was made with it."""

    def post(self, request: HttpRequest) -> HttpResponse:
        """Exchange a code or refresh token, once."""
        kind = request.POST.get("grant_type", "")
        if kind not in ONCE:
            return problem("unsupported_grant_type", "grant_type is authorization_code or refresh_token")
        if not storable(request):
            return problem("invalid_request", UNSTORABLE)
        if not ratelimit.consume(request, action="oauth"):
            return problem("temporarily_unavailable", "too many requests", 429)
        if oauth.is_stopped(extract_basic_auth(request.headers)[0] or request.POST.get("client_id", "")):
            return problem("unauthorized_client", "the application does not work at the moment")
        shown = request.POST.get(ONCE[kind], "")
        try:
            with transaction.atomic():
                response: HttpResponse = super().post(request)
                if response.status_code == 200:
                    oauth.spend(shown, json.loads(response.content)["access_token"])
        except IntegrityError:  # two requests exchanged it at once, one of which may be an attacker's
            oauth.shown_again(shown)
            return problem("invalid_grant", "it was used before")
        if response.status_code == 400 and oauth.shown_again(shown):
            return problem("invalid_grant", "it was used before")
        return response


class RevokeView(idp.RevokeView):
    """`POST /oauth/revoke` (RFC 7009): revoke a token.

    Revoking a refresh token also ends the application's access tokens for the user.
    """

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Revoke a token of the calling application."""
        if not ratelimit.consume(request, action="oauth"):
            return problem("temporarily_unavailable", "too many requests", 429)
        if not storable(request):
            return problem("invalid_request", UNSTORABLE)
        fields = request.POST.copy()
        fields.pop("token_type_hint", None)  # the hint may be wrong, and makes nothing faster
        request.POST = fields  # type: ignore[assignment]
        found = oauth.lasting(fields.get("token", ""))
        client_id = extract_basic_auth(request.headers)[0] or fields.get("client_id")
        if found is not None and found.client_id != client_id:
            return problem("invalid_grant", "it is another application's token")
        response: HttpResponse = super().post(request, *args, **kwargs)
        if response.status_code == 200 and found is not None and found.type == OAuthToken.Type.REFRESH_TOKEN:
            oauth.disconnect(found.user_id, found.client_id)
        return response


def storable(request: HttpRequest) -> bool:
    """Whether PostgreSQL can store all parameters: none contains U+0000."""
    said = (*request.GET.values(), *request.POST.values(), *extract_basic_auth(request.headers))
    return not any("\0" in (one or "") for one in said)


def problem(code: str, description: str, status: int = 400) -> JsonResponse:
    """Return an error in the format of RFC 6749, 5.2."""
    headers = {"Cache-Control": "no-store"} | ({"Retry-After": "60"} if status == 429 else {})
    return JsonResponse({"error": code, "error_description": description}, status=status, headers=headers)


@require_safe
def metadata(request: HttpRequest) -> JsonResponse:
    """Return the metadata: `/.well-known/oauth-authorization-server` (RFC 8414)."""
    methods = ["client_secret_basic", "client_secret_post", "none"]

    def address(name: str) -> str:
        return request.build_absolute_uri(reverse(name))

    return JsonResponse(
        {
            "issuer": request.build_absolute_uri("/").rstrip("/"),
            "authorization_endpoint": address("oauth_authorize"),
            "token_endpoint": address("oauth_token"),
            "revocation_endpoint": address("oauth_revoke"),
            "response_types_supported": ["code"],
            "response_modes_supported": ["query"],
            "grant_types_supported": [grant.value for grant in oauth.GRANTS],
            "code_challenge_methods_supported": ["S256"],
            "token_endpoint_auth_methods_supported": methods,
            "revocation_endpoint_auth_methods_supported": methods,
            "scopes_supported": list(scopes.SENTENCES),
        }
    )
