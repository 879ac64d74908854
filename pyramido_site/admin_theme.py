"""The look of the administration pages (django-unfold), and its texts, for which django-unfold has no translations."""

from __future__ import annotations

from typing import Any

from django.templatetags.static import static
from django.urls import reverse_lazy
from django.utils.translation import gettext_lazy as _


def gettext_noop(text: str) -> str:
    """Return the text. Django's own function would import the settings, which import this file."""
    return text


def _item(title: Any, icon: str, name: str) -> dict[str, Any]:
    return {"title": title, "icon": icon, "link": reverse_lazy(name)}


def _list(title: Any, icon: str, model: str) -> dict[str, Any]:
    return _item(title, icon, f"admin:{model}_changelist")


# The site's green.
_GREEN = {
    "50": "oklch(97.5% .018 160)",
    "100": "oklch(94.5% .035 160)",
    "200": "oklch(89.5% .06 160)",
    "300": "oklch(82% .085 160)",
    "400": "oklch(72% .1 160)",
    "500": "oklch(60% .1 160)",
    "600": "oklch(48% .085 160)",
    "700": "oklch(41% .07 160)",
    "800": "oklch(35% .058 160)",
    "900": "oklch(30% .048 160)",
    "950": "oklch(22% .035 160)",
}

UNFOLD: dict[str, Any] = {
    "SITE_TITLE": _("Administration of Pyramido"),
    "SITE_HEADER": "Pyramido",
    "SITE_SUBHEADER": _("Administration"),
    "SITE_ICON": lambda request: static("site/img/favicon.svg"),
    "SITE_FAVICONS": [
        {"rel": "icon", "type": "image/svg+xml", "href": lambda request: static("site/img/favicon.svg")},
    ],
    "STYLES": [lambda request: static("site/admin.css")],
    "SCRIPTS": [lambda request: static("site/js/admin.js")],
    "SHOW_BACK_BUTTON": True,
    "COLORS": {"primary": _GREEN},
    "ACCOUNT": {
        "navigation": [
            {"title": _("Settings"), "link": reverse_lazy("account_settings")},
            {"title": _("Change password"), "link": reverse_lazy("account_change_password")},
        ]
    },
    "SIDEBAR": {
        "navigation": [
            {
                "title": _("People"),
                "items": [
                    _list(_("Users"), "person", "accounts_user"),
                    _list(_("Roles"), "shield_person", "auth_group"),
                    _list(_("E-mail addresses"), "alternate_email", "account_emailaddress"),
                    _list(_("Tokens"), "key", "accounts_token"),
                    _list(_("Applications"), "apps", "allauth_idp_oidc_client"),
                ],
            },
            {
                "title": _("Moderation"),
                "separator": True,
                "items": [
                    _list(_("Reports"), "flag", "games_report"),
                    _list(_("Moderators’ log"), "gavel", "games_moderationdecision"),
                    _list(_("Sanctions"), "block", "accounts_sanction"),
                    _list(_("Appeals"), "balance", "games_appeal"),
                    _list(_("Flags"), "flag", "games_flag"),
                ],
            },
            {
                "title": _("Games"),
                "separator": True,
                "items": [
                    _list(_("Games"), "casino", "games_game"),
                    _list(_("Removed games"), "delete", "games_purge"),
                    _list(_("Results"), "social_leaderboard", "ratings_result"),
                    _list(_("Ratings"), "leaderboard", "ratings_rating"),
                    _list(_("Rating changes"), "trending_up", "ratings_ratingchange"),
                    _list(_("Annulments"), "undo", "ratings_annulment"),
                ],
            },
            {
                "title": _("Site"),
                "separator": True,
                "items": [
                    _list(_("Messages"), "outgoing_mail", "accounts_outbox"),
                    _list(_("Outages"), "cloud_off", "games_outage"),
                    _list(_("Changes made here"), "history", "admin_logentry"),
                ],
            },
        ]
    },
}

# Texts of the theme that these pages use.
_TEXTS = (
    gettext_noop("Apply Filters"),
    gettext_noop("Clear all filters"),
    gettext_noop("Dark"),
    gettext_noop("Filters"),
    gettext_noop("Go back"),
    gettext_noop("Light"),
    gettext_noop("No results found"),
    gettext_noop("No results matching your query"),
    gettext_noop("Reset filters"),
    gettext_noop("Return to site"),
    gettext_noop("System"),
    gettext_noop("This page yielded into no results. Create a new item or reset your filters."),
    gettext_noop("Type to search"),
)
