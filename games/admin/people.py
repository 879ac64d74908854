"""Users and their roles. Only roles are changed here: names and bans belong to the moderators' desk, and addresses,
passwords and second factors to the users themselves.
"""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import admin
from django.contrib.auth.models import Group
from django.db import transaction
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _
from unfold.admin import ModelAdmin
from unfold.widgets import UnfoldAdminSelectWidget

from accounts.models import User
from games.moderation.selectors import roles
from games.moderation.services import give_role
from pyramido_site.infrastructure.admin_lookups import ListedLookups
from pyramido_site.infrastructure.admin_pages import Looking, ReadOnlyAdmin

NAMES = {
    roles.PLAYER: _("none"),
    roles.MODERATOR: _("moderator"),
    roles.SENIOR: _("senior moderator"),
    roles.ADMINISTRATOR: _("administrator"),
}


def may_change(by: User, user: User | None) -> bool:
    """Return whether `by` may assign roles, to `user` if given: not to themselves, an equal, a guest or a bot."""
    if not (by.is_superuser or roles.rank(by) == roles.ADMINISTRATOR):
        return False
    if user is None:
        return True
    if user.pk == by.pk or user.is_guest or user.is_bot or not user.is_active:
        return False
    return by.is_superuser or not (user.is_superuser or roles.rank(user) >= roles.rank(by))


class RoleForm(forms.ModelForm):
    """Offers the roles below the user's own; a superuser may assign all, and make superusers."""

    by: User
    role = forms.TypedChoiceField(label=_("Role"), coerce=int, widget=UnfoldAdminSelectWidget)

    class Meta:
        model = User
        fields = ("is_superuser",)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        role_field = self.fields.get("role")
        if isinstance(role_field, forms.ChoiceField):
            role_field.choices = [
                (role, name) for role, name in NAMES.items() if self.by.is_superuser or role < roles.rank(self.by)
            ]
            role_field.initial = held(self.instance)


def held(user: User) -> int:
    """Return the highest role assigned to the user; being a superuser does not count as one."""
    names = set(user.groups.values_list("name", flat=True))
    return max((role for role, name in roles.GROUPS.items() if name in names), default=roles.PLAYER)


@admin.register(User)
class UserAdmin(ListedLookups, Looking, ModelAdmin):
    """Users; only their roles can be changed."""

    form = RoleForm
    list_display = ("display_name", "email", "is_guest", "is_bot", "is_staff", "is_active", "date_joined")
    list_filter = ("is_guest", "is_bot", "is_staff", "is_active", "groups")
    list_filter_sheet = False
    list_fullwidth = True
    show_full_result_count = False
    search_fields = ("display_name", "=email", "=public_id")
    ordering = ("-date_joined",)
    readonly_fields = (
        "display_name", "public_id", "pages", "email", "is_guest", "is_bot", "is_active", "has_role", "is_staff",
        "date_joined", "last_login",
    )  # fmt: skip

    @admin.display(description=_("pages"))
    def pages(self, user: User) -> SafeString:
        """Return links to the user's pages."""
        return format_html(
            '<a href="{}">{}</a> · <a href="{}">{}</a>',
            reverse("player", args=[user.public_id]),
            _("profile"),
            reverse("desk_player", args=[user.public_id]),
            _("warn, mute, ban or rename on the moderation pages"),
        )

    @admin.display(description=_("role"))
    def has_role(self, user: User) -> str:
        """Return the name of the user's role."""
        return str(NAMES[held(user)])

    def get_fieldsets(self, request: HttpRequest, obj: User | None = None) -> Any:
        """Return the fields; roles can be edited only with permission."""
        rights: tuple[str, ...] = ("has_role", "is_staff", "is_superuser")
        if self.has_change_permission(request, obj):
            rights = ("role", "is_superuser") if request.user.is_superuser else ("role",)
        return (
            (None, {"fields": ("display_name", "public_id", "pages", "email", "is_guest", "is_bot", "is_active")}),
            (_("Rights"), {"fields": rights}),
            (_("Dates"), {"fields": ("last_login", "date_joined")}),
        )

    def has_change_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        """Return whether the current user may assign roles."""
        return isinstance(request.user, User) and may_change(request.user, obj)

    def get_form(self, request: HttpRequest, obj: User | None = None, change: bool = False, **kwargs: Any) -> Any:
        """Return the form class, bound to the user who assigns."""
        return type("RoleForm", (super().get_form(request, obj, change, **kwargs),), {"by": request.user})

    def construct_change_message(self, request: HttpRequest, form: Any, formsets: Any, add: bool = False) -> str:
        """Return the change for the audit log, from role to role, by the untranslated names of the groups."""
        before, after = form["role"].initial, form.cleaned_data["role"]
        said = f"{roles.GROUPS.get(before, '-')} → {roles.GROUPS.get(after, '-')}"
        return f"{said}, superuser: {form.instance.is_superuser}" if "is_superuser" in form.changed_data else said

    @transaction.atomic
    def save_model(self, request: HttpRequest, obj: User, form: Any, change: bool) -> None:
        """Save the role and, where offered, whether the user is a superuser."""
        if "is_superuser" in form.cleaned_data:
            obj.save(update_fields=["is_superuser"])
        give_role.give(obj, form.cleaned_data["role"])


@admin.register(Group)
class GroupAdmin(ReadOnlyAdmin):
    """Groups, read-only: roles are made by a migration, and a form that changes their permissions would allow
    escalation.
    """

    list_display = ("name", "members")
    list_filter = ()
    search_fields = ("name",)
    ordering = ("name",)
    fields = ("name", "members", "permissions")

    @admin.display(description=_("members"))
    def members(self, group: Group) -> str:
        """Return the names of up to 100 members."""
        return ", ".join(group.user_set.order_by("display_name").values_list("display_name", flat=True)[:100])
