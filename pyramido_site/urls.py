"""The site's root URLconf."""

from __future__ import annotations

from django.contrib import admin
from django.urls import include, path, re_path
from django.views.i18n import JavaScriptCatalog

from accounts.pages.identity import set_language
from games.api.document import reference
from games.requests.problems import not_found
from pyramido_site import catalogues, installable, sitemaps
from pyramido_site.root_files import favicon, robots
from pyramido_site.theme import set_theme

handler400 = "pyramido_site.errors.bad_request"
handler404 = "pyramido_site.errors.page_not_found"
handler500 = "pyramido_site.errors.server_error"

urlpatterns = [
    path("", include("games.pages.urls")),
    path("", include("accounts.pages.root_urls")),
    path("accounts/", include("accounts.pages.urls")),
    path("api/v1/", include("games.realtime.urls")),
    path("api/v1/", include("accounts.api.urls")),
    path("api/v1/", include("games.api.urls")),  # last, since it answers 404 for all other paths
    path("api/", reference.reference, name="api_reference"),
    path("api/errors/", reference.all_errors, name="api_errors"),
    path("api/errors/<slug:code>", reference.one_error, name="api_error"),
    re_path(r"^api/", not_found),
    path("i18n/setlang/", set_language, name="set_language"),
    path("favicon.ico", favicon, name="favicon"),
    path("manifest.webmanifest", installable.manifest, name="manifest"),
    path("sw.js", installable.service_worker, name="service_worker"),
    path("offline/", installable.offline, name="offline"),
    path("robots.txt", robots, name="robots"),
    path("sitemap.xml", sitemaps.index, name="sitemap"),
    path("sitemap-<slug:section>.xml", sitemaps.section, name="sitemap_section"),
    path("theme/", set_theme, name="set_theme"),
    path("jsi18n/", JavaScriptCatalog.as_view(packages=catalogues.PACKAGES), name="javascript-catalog"),
    path("admin/", admin.site.urls),
]
