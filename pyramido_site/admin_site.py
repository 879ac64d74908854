"""The administration pages as a whole: access, sign-in, and their tables."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from urllib.parse import urlencode

from allauth.account.authentication import get_authentication_records
from allauth.mfa.utils import is_mfa_enabled
from django.apps import AppConfig
from django.conf import settings
from django.contrib import admin, messages
from django.core.checks import CheckMessage
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import resolve_url
from django.template.response import TemplateResponse
from django.urls import URLPattern, URLResolver, reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from unfold.sites import UnfoldAdminSite

OURS = ("accounts", "games", "pyramido_site")


class Site(UnfoldAdminSite):
    """The administration. Staff sign in with the site's own form, which is throttled and supports second factors."""

    def get_urls(self) -> list[URLResolver | URLPattern]:
        """Load all pages, which workers and most commands do without, and return their addresses."""
        admin.autodiscover()
        addresses: list[URLResolver | URLPattern] = super().get_urls()
        return addresses

    def check(self, app_configs: Sequence[AppConfig] | None) -> list[CheckMessage]:
        """Load all pages and check them."""
        admin.autodiscover()
        found: list[CheckMessage] = super().check(app_configs)
        return found

    def register(self, model_or_iterable: Any, admin_class: Any = None, **options: Any) -> None:
        """Register only our own pages: those of other packages show secrets of second
        factors and of applications, and change addresses and passwords.
        """
        if admin_class is not None and admin_class.__module__.partition(".")[0] in OURS:
            super().register(model_or_iterable, admin_class, **options)

    def has_permission(self, request: HttpRequest) -> bool:
        """Whether the user is staff and has shown a second factor, if one is required."""
        return super().has_permission(request) and not lacks_factor(request)

    def index(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> TemplateResponse:
        """Show the tables in the order of the menu, not grouped by app."""
        menu = self.get_sidebar_list(request)
        tables = [
            {
                "name": group["title"],
                "app_label": f"menu-{number}",
                "models": [{"name": item["title"], "admin_url": item["link"]} for item in group["items"]],
            }
            for number, group in enumerate(menu)
        ]
        page: TemplateResponse = super().index(request, {"app_list": tables, **(extra_context or {})})
        return page

    def login(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        """Redirect to the site's own sign-in, or to where a second factor is shown or set up, and from there to `next`.

        Raise PermissionDenied for users who are not staff.
        """
        wanted = request.GET.get("next", "")
        if not url_has_allowed_host_and_scheme(wanted, {request.get_host()}, require_https=request.is_secure()):
            wanted = reverse("admin:index")
        if self.has_permission(request):
            return HttpResponseRedirect(wanted)
        if super().has_permission(request):
            if is_mfa_enabled(request.user):  # but this session has not shown it
                return HttpResponseRedirect(f"{resolve_url('mfa_reauthenticate')}?{urlencode({'next': wanted})}")
            sentence = _("Staff need two-factor authentication. Set it up to open the administration pages.")
            messages.info(request, sentence)
            return HttpResponseRedirect(resolve_url("mfa_index"))
        if request.user.is_authenticated and not request.user.is_guest:
            raise PermissionDenied
        return HttpResponseRedirect(f"{resolve_url(settings.LOGIN_URL)}?{urlencode({'next': wanted})}")

    def logout(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        """Sign out and redirect as the site does."""
        super().logout(request, extra_context)
        return HttpResponseRedirect(resolve_url(settings.LOGOUT_REDIRECT_URL))

    def password_change(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        """Redirect to the site's own page, which asks for the old password and ends other sessions."""
        return HttpResponseRedirect(resolve_url("account_change_password"))


def lacks_factor(request: HttpRequest) -> bool:
    """Whether settings.STAFF_NEED_MFA requires a second factor that is not set up or that this session has not shown.

    The session may be older than the factor, and may belong to an intruder who knows the password.
    """
    if not settings.STAFF_NEED_MFA:
        return False
    shown = any(record["method"] == "mfa" for record in get_authentication_records(request, request.user))
    return not (shown and is_mfa_enabled(request.user))
