from django.contrib import admin
from django.contrib.auth.admin import UserAdmin as DjangoUserAdmin
from django.contrib.auth.forms import BaseUserCreationForm
from django.utils.translation import gettext_lazy as _

from accounts.lookups import ListedLookups
from accounts.models import User


class UserCreationForm(BaseUserCreationForm):
    class Meta(BaseUserCreationForm.Meta):
        model = User
        fields = ("display_name", "email")


@admin.register(User)
class UserAdmin(ListedLookups, DjangoUserAdmin):
    add_form = UserCreationForm
    list_display = ("display_name", "email", "is_guest", "is_staff", "is_active", "date_joined")
    list_filter = ("is_guest", "is_staff", "is_active")
    search_fields = ("display_name", "email", "public_id")
    ordering = ("-date_joined",)
    readonly_fields = ("public_id", "date_joined", "last_login")
    fieldsets = (
        (None, {"fields": ("display_name", "public_id", "email", "password", "is_guest")}),
        (_("Rights"), {"fields": ("is_active", "is_staff", "is_superuser", "groups", "user_permissions")}),
        (_("Dates"), {"fields": ("last_login", "date_joined")}),
    )
    add_fieldsets = (
        (
            None,
            {"classes": ("wide",), "fields": ("display_name", "email", "usable_password", "password1", "password2")},
        ),
    )
