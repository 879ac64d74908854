"""The user model. A row is one person, guest or not, to which all their data refers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.auth.models import PermissionsMixin
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.users.names import MAX_LENGTH, looks, name_key, normalise, validate_display_name
from pyramido_site.infrastructure.public_ids import PublicId, new_public_id

SKELETON_LENGTH = 16 * MAX_LENGTH
"""Characters stored of a skeleton. A character of a name needs at most 7 with the present table; 16 leave room."""


class UserManager(BaseUserManager["User"]):
    """Creates users, and finds them by name."""

    use_in_migrations = True

    name_checks: ClassVar[list[Callable[[str], None]]] = []
    """Checks of a new superuser's name (accounts/apps.py); each raises ValidationError if the name is not available."""

    def get_by_natural_key(self, username: str | None) -> User:
        """Return the user with this name, ignoring case. Raise User.DoesNotExist if there is none."""
        return self.get(name_key=name_key(username or ""))

    def create_user(self, display_name: str, email: str = "", password: str | None = None, **fields: Any) -> User:
        """Create a user; without `password` no password can sign in."""
        user = self.model(display_name=display_name, email=self.normalize_email(email), **fields)
        user.set_password(password)
        user.save(using=self._db)
        return user

    def create_superuser(self, display_name: str, email: str = "", password: str | None = None, **fields: Any) -> User:
        """Create a superuser. Raise ValidationError if the name is not available."""
        for check in self.name_checks:
            check(display_name)
        return self.create_user(display_name, email, password, **{**fields, "is_staff": True, "is_superuser": True})


class User(AbstractBaseUser, PermissionsMixin):
    """A player.

    `display_name` is what others see and what the user signs in with. A guest is a real row with an unusable password;
    signing up later completes the same row. Games refer to rows, so a row is never deleted: a deleted account gets a
    name that no user can choose (a tilde and the public id), and neither address nor password.
    """

    public_id: models.CharField[PublicId, PublicId] = models.CharField(
        _("public id"), max_length=16, unique=True, default=new_public_id, editable=False
    )
    display_name = models.CharField(
        _("name"),
        max_length=MAX_LENGTH,
        unique=True,
        validators=[validate_display_name],
        help_text=_("The name other players see. It can be used to sign in."),
    )
    name_key = models.CharField(max_length=4 * MAX_LENGTH, unique=True, editable=False)
    skeleton = models.CharField(max_length=SKELETON_LENGTH, null=True, editable=False)
    skeleton_small = models.CharField(max_length=SKELETON_LENGTH, null=True, editable=False)
    """The name's skeletons, as shown and in lower case (accounts.users.names.looks), each unique."""
    look_alike = models.BooleanField(default=False, db_default=False, editable=False)
    """The name predates skeletons and looks like an older one: its owner is asked to choose another."""
    email = models.EmailField(_("e-mail address"), blank=True)
    is_guest = models.BooleanField(
        _("guest"), default=False, help_text=_("Plays without an account; becomes an account by signing up.")
    )
    is_bot = models.BooleanField(
        _("bot"), default=False, help_text=_("This account is a bot: a program plays on it. This cannot be undone.")
    )
    is_staff = models.BooleanField(_("staff"), default=False, help_text=_("Can open the administration pages."))
    is_active = models.BooleanField(_("active"), default=True, help_text=_("An inactive account cannot sign in."))
    deleted_ms = models.BigIntegerField(null=True, editable=False)
    """When the account was deleted; it never becomes active again."""
    terms_version = models.PositiveSmallIntegerField(default=0, editable=False)
    """Version of the terms that the user agreed to, confirming the minimum age; 0: none yet."""
    terms_ms = models.BigIntegerField(null=True, editable=False)
    date_joined = models.DateTimeField(_("joined"), default=timezone.now, editable=False)

    objects = UserManager()

    USERNAME_FIELD = "display_name"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS = ["email"]

    class Meta:
        verbose_name = _("user")
        verbose_name_plural = _("users")
        constraints = [
            models.UniqueConstraint(
                fields=[field], condition=models.Q(look_alike=False), name=f"accounts_user_{field}_once"
            )
            for field in ("skeleton", "skeleton_small")
        ]

    def __str__(self) -> str:
        return self.display_name

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Save, with the name's key and skeletons updated.

        Raise IntegrityError if another user has the name or one that looks like it.
        """
        self.take_key()
        fields = kwargs.get("update_fields")
        if fields is not None and "display_name" in fields:
            kwargs["update_fields"] = {*fields, "name_key", "skeleton", "skeleton_small"}
        super().save(*args, **kwargs)

    def take_key(self) -> None:
        """Update all fields that depend on the name."""
        self.display_name = normalise(self.display_name)
        self.name_key = name_key(self.display_name)
        self.skeleton, self.skeleton_small = looks(self.display_name)

    @classmethod
    def normalize_username(cls, username: str) -> str:
        """Return the name in its stored form."""
        return normalise(username)

    def natural_key(self) -> tuple[str]:
        """Return the name, by which fixtures refer to the user."""
        return (self.display_name,)


class RestingName(models.Model):
    """A name that was given up, or whose account was deleted: an HMAC-SHA-256 of its
    skeleton, with a key of the site's (accounts.identity.reserved_former_names).
    """

    user = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, related_name="+")
    """The user who may take it back; None once the account is deleted."""
    digest = models.BinaryField(max_length=32, db_index=True)
    at_ms = models.BigIntegerField(db_index=True)

    def __str__(self) -> str:
        return f"resting name {self.pk}"


class Block(models.Model):
    """A player blocks another: the two are never paired or seated together, and cannot invite each other."""

    blocker = models.ForeignKey(User, on_delete=models.CASCADE, related_name="blocks")
    blocked = models.ForeignKey(User, on_delete=models.CASCADE, related_name="blocked_by")
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("block")
        verbose_name_plural = _("blocks")
        constraints = [
            models.UniqueConstraint(fields=["blocker", "blocked"], name="accounts_block_once"),
            models.CheckConstraint(condition=~models.Q(blocker=models.F("blocked")), name="accounts_block_other"),
        ]

    def __str__(self) -> str:
        return f"{self.blocker_id} {self.blocked_id}"
