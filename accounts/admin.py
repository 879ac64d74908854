"""Read-only administration pages of what belongs to accounts. Users and their roles are in games.admin.people."""

from __future__ import annotations

from allauth.account.models import EmailAddress
from allauth.idp.oidc.models import Client as Application
from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from accounts.access.models import Token
from accounts.notifications.models import Outbox
from accounts.sanctions.models import Sanction
from pyramido_site.infrastructure.admin_pages import ReadOnlyAdmin, date_column


@admin.register(Sanction)
class SanctionAdmin(ReadOnlyAdmin):
    """Sanctions."""

    begins, ends = date_column("at_ms", _("at")), date_column("until_ms", _("until"))
    lifted, read = date_column("lifted_ms", _("lifted")), date_column("acknowledged_ms", _("read"))
    list_display = ("public_id", "user", "kind", begins, ends, lifted)
    list_filter = ("kind",)
    list_select_related = ("user",)
    search_fields = ("=public_id", "user__display_name", "=user__public_id")
    ordering = ("-at_ms",)
    fields = ("public_id", "user", "kind", "reason", begins, ends, "provisional", lifted, read)


@admin.register(Token)
class TokenAdmin(ReadOnlyAdmin):
    """Personal tokens, without their hashes."""

    made, ends, used = (
        date_column("created_ms", _("created")),
        date_column("expires_ms", _("until")),
        date_column("last_used_ms", _("used")),
    )
    list_display = ("public_id", "user", "name", made, ends, used)
    list_filter = ()
    list_select_related = ("user",)
    search_fields = ("=public_id", "name", "user__display_name", "=user__public_id")
    ordering = ("-created_ms",)
    fields = ("public_id", "user", "name", "scopes", made, ends, used)


@admin.register(EmailAddress)
class EmailAddressAdmin(ReadOnlyAdmin):
    """E-mail addresses."""

    list_display = ("email", "user", "verified", "primary")
    list_filter = ("verified", "primary")
    list_select_related = ("user",)
    search_fields = ("email", "user__display_name", "=user__public_id")
    ordering = ("email",)
    fields = ("email", "user", "verified", "primary")


@admin.register(Application)
class ApplicationAdmin(ReadOnlyAdmin):
    """OAuth applications, without their secrets."""

    list_display = ("name", "id", "owner", "type", "created_at")
    list_filter = ("type",)
    list_select_related = ("owner",)
    search_fields = ("=id", "name", "owner__display_name", "=owner__public_id")
    ordering = ("-created_at",)
    fields = ("name", "id", "owner", "type", "scopes", "redirect_uris", "created_at")


@admin.register(Outbox)
class OutboxAdmin(ReadOnlyAdmin):
    """Messages, sent and unsent, without their contents."""

    made, due, done = (
        date_column("created_ms", _("created")),
        date_column("due_ms", _("scheduled")),
        date_column("done_ms", _("done")),
    )
    list_display = ("message_id", "user", "channel", "state", "attempts", due, "problem")
    list_filter = ("channel", "state")
    list_select_related = ("user",)
    search_fields = ("=message_id", "user__display_name", "=user__public_id")
    ordering = ("-pk",)
    fields = ("message_id", "user", "channel", "digest", "state", "attempts", "doubts", made, due, done, "problem")
