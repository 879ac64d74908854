from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class AccountsConfig(AppConfig):
    """The app of accounts."""

    name = "accounts"
    verbose_name = _("Accounts")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Connect the signal receivers and register the check of names."""
        from accounts.access import cors  # noqa: F401 (connects its receivers, as those below)
        from accounts.identity import name_availability, sessions  # noqa: F401
        from accounts.sanctions import device_fingerprints  # noqa: F401
        from accounts.users.models import UserManager

        UserManager.name_checks.append(name_availability.check_free)
