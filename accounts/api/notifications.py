"""Preferences, notifications and push devices over REST (docs/formats/api.md)."""

from __future__ import annotations

from typing import Any, ClassVar, Literal

from django.utils.translation import gettext as _
from rest_framework.exceptions import APIException, NotFound
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.access import scopes
from accounts.access.permissions import HasScope
from accounts.api import shapes
from accounts.notifications import bell, webhooks
from accounts.notifications import preferences as preferences_of
from accounts.notifications import rendering as wording
from accounts.notifications import web_push as webpush
from accounts.notifications.models import Notification, Preferences, PushDevice, Webhook
from accounts.notifications.preferences import preferences_json
from accounts.users import blocks
from accounts.users.models import User
from pyramido_site.infrastructure import outbound
from pyramido_site.infrastructure.documented import PAGED, Parameter, documented
from pyramido_site.infrastructure.malformed import Malformed
from pyramido_site.infrastructure.paging import page_of
from pyramido_site.infrastructure.site_clock import now_ms

PAGE = 50
MOST_DEVICES = 20
UNREAD = Parameter("unread", Literal["true", "false"], "Only what has not been read.")


class Own(APIView):
    """About whoever is signed in, and nobody else."""

    permission_classes = [HasScope, IsAuthenticated]

    @property
    def player(self) -> User:
        assert isinstance(self.request.user, User)
        return self.request.user


def body_of(request: Request, known: set[str]) -> dict[str, Any]:
    """The body, an object with some of the known fields. Raises Malformed."""
    body = request.data
    if not isinstance(body, dict):
        raise Malformed(None, _("The request body must be a JSON object."))
    for name in body:
        if name not in known:
            raise Malformed(name[:40], _("Unknown field “%(name)s”.") % {"name": name[:40]})
    return body


class PreferencesView(Own):
    scopes: ClassVar = {"GET": scopes.ACCOUNT_READ, "PATCH": scopes.ACCOUNT_WRITE}

    @documented("preferences", {200: shapes.Preferences})
    def get(self, request: Request) -> Response:
        """How the caller is told of events."""
        return Response(preferences_json(preferences_of.of(self.player.pk)))

    @documented("changePreferences", {200: shapes.Preferences}, body=shapes.ChangePreferences)
    def patch(self, request: Request) -> Response:
        """Change some preferences, or nothing at all."""
        if not isinstance(request.data, dict):
            raise Malformed(None, _("The request body must be a JSON object."))
        try:
            return Response(preferences_json(preferences_of.change(self.player.pk, request.data)))
        except preferences_of.Unfit as unfit:
            raise Malformed(unfit.field, unfit.sentence) from None


class Notifications(Own):
    scopes: ClassVar = {"GET": scopes.ACCOUNT_READ}

    @documented("notifications", {200: shapes.Notifications}, query=[UNREAD, *PAGED])
    def get(self, request: Request) -> Response:
        """What the caller was told, the latest first."""
        own = Notification.objects.filter(user=self.player)  # others may have been told the same, by the same key
        told = own.filter(bell=True)
        unread = request.query_params.get("unread", "false")
        if unread not in ("true", "false"):
            raise Malformed("unread", _("“unread” must be true or false."))
        if unread == "true":
            told = told.filter(read_ms__isnull=True)
        preferences = preferences_of.of(self.player.pk)
        page = page_of(request, told, name="key", usual=PAGE, among=own)
        answer = {"unread": bell.unread(self.player.pk).count()}
        return Response(answer | page.to_json(lambda one: told_of(one, preferences)))


def told_of(notification: Notification, preferences: Preferences) -> dict[str, Any]:
    line = wording.line(notification, preferences)
    return {
        "key": notification.key,
        "kind": notification.kind,
        "subject": notification.subject,
        "text": line.text,
        "url": line.path,
        "data": notification.data,
        "created_ms": notification.created_ms,
        "read": notification.read_ms is not None,
    }


class ReadNotifications(Own):
    scopes: ClassVar = {"POST": scopes.ACCOUNT_WRITE}

    @documented("readNotifications", {200: shapes.Unread}, body=(shapes.ReadKeys, shapes.ReadSubject, shapes.ReadAll))
    def post(self, request: Request) -> Response:
        """Say which notifications have been read: some by their keys, all about a game, or all."""
        body = body_of(request, {"keys", "subject", "all"})
        found = Notification.objects.filter(user=self.player)
        if len(body) != 1:
            raise Malformed(None, _("Say which notifications to mark as read: keys, subject or all."))
        ((name, value),) = body.items()
        if name == "all" and value is True:
            pass
        elif name == "subject" and isinstance(value, str):
            found = found.filter(subject=value)
        elif name == "keys" and isinstance(value, list) and all(isinstance(key, str) for key in value):
            found = found.filter(key__in=value[:1000])
        else:
            raise Malformed(name, _("Say which notifications to mark as read: keys, subject or all."))
        bell.mark_read(found)
        return Response({"unread": bell.unread(self.player.pk).count()})


class PushDevices(Own):
    """A browser's subscription, as `PushSubscription.toJSON()` gives it. One browser is one device, whoever uses it."""

    scopes: ClassVar = {"GET": scopes.ACCOUNT_READ, "POST": scopes.ACCOUNT_WRITE, "DELETE": scopes.ACCOUNT_WRITE}

    @documented("pushDevices", {200: shapes.PushDevices})
    def get(self, request: Request) -> Response:
        """The browsers that take Web Push for the caller."""
        devices = self.player.push_devices.order_by("pk")
        return Response(
            {"results": [{"endpoint": one.endpoint, "name": one.name, "created_ms": one.created_ms} for one in devices]}
        )

    @documented("addPushDevice", {201: shapes.Empty}, body=shapes.PushSubscription)
    def post(self, request: Request) -> Response:
        """A browser takes Web Push."""
        body = body_of(request, {"endpoint", "keys", "expirationTime"})
        endpoint, keys = body.get("endpoint"), body.get("keys")
        if not isinstance(endpoint, str) or len(endpoint) > 1000:
            raise Malformed("endpoint", _("A push subscription needs an endpoint."))
        try:
            outbound.check_url(endpoint)
        except outbound.Forbidden:
            raise Malformed("endpoint", _("The endpoint must be a public address that begins with https://.")) from None
        try:
            p256dh, auth = (str(keys[name]) for name in ("p256dh", "auth"))  # type: ignore[index]
            webpush.check_keys(p256dh, auth)
        except (KeyError, TypeError, ValueError):
            raise Malformed("keys", _("A push subscription needs the keys p256dh and auth.")) from None
        others = PushDevice.objects.filter(user=self.player).exclude(endpoint=endpoint)
        for old in others.order_by("-pk")[MOST_DEVICES - 1 :]:
            old.delete()
        agent = request.headers.get("User-Agent", "")[:300]
        device, made = PushDevice.objects.get_or_create(
            endpoint=endpoint,
            defaults={
                "user": self.player, "p256dh": p256dh, "auth": auth, "user_agent": agent, "created_ms": now_ms(),
            },
        )  # fmt: skip
        if not made and (device.user_id, device.p256dh, device.auth) != (self.player.pk, p256dh, auth):
            device.delete()  # and with it what waits for whoever used this browser before
            PushDevice.objects.create(
                user=self.player, endpoint=endpoint, p256dh=p256dh, auth=auth, user_agent=agent, created_ms=now_ms()
            )
        return Response({}, status=201)

    @documented("removePushDevice", {204: None}, body=shapes.PushEndpoint)
    def delete(self, request: Request) -> Response:
        """A browser takes no Web Push any more."""
        endpoint = body_of(request, {"endpoint"}).get("endpoint")
        if not isinstance(endpoint, str):
            raise Malformed("endpoint", _("A push subscription needs an endpoint."))
        PushDevice.objects.filter(user=self.player, endpoint=endpoint).delete()
        return Response(status=204)


class Webhooks(Own):
    """Addresses of the caller's own that get signed JSON."""

    scopes: ClassVar = {"GET": scopes.ACCOUNT_READ, "POST": scopes.ACCOUNT_WRITE, "DELETE": scopes.ACCOUNT_WRITE}

    @documented("webhooks", {200: shapes.Webhooks})
    def get(self, request: Request) -> Response:
        """The caller's webhooks, the oldest first, without their secrets."""
        return Response({"results": [webhook_json(one) for one in self.player.webhooks.order_by("pk")]})

    @documented("addWebhook", {200: shapes.ShownWebhook, 201: shapes.NewWebhook}, body=shapes.WebhookUrl, refused=[409])
    def post(self, request: Request) -> Response:
        """Have an address told of events; the answer holds the secret with which what it gets is signed.

        The secret is told once: for an address that is there already the answer is 200, without it.
        """
        try:
            webhook, new = webhooks.add(self.player, url_in(request))
        except webhooks.TooMany as unfit:
            raise TooMany(str(unfit)) from None
        except webhooks.Unfit as unfit:
            raise Malformed("url", str(unfit)) from None
        if not new:
            return Response(webhook_json(webhook))
        return Response({**webhook_json(webhook), "secret": webhook.secret}, status=201)

    @documented("removeWebhook", {204: None}, body=shapes.WebhookUrl)
    def delete(self, request: Request) -> Response:
        """Tell an address nothing more."""
        self.player.webhooks.filter(url=url_in(request)).delete()
        return Response(status=204)


def url_in(request: Request) -> str:
    """Raises Malformed."""
    url = body_of(request, {"url"}).get("url")
    if not isinstance(url, str):
        raise Malformed("url", _("A webhook needs a url."))
    return url


def webhook_json(webhook: Webhook) -> dict[str, Any]:
    return {"url": webhook.url, "created_ms": webhook.created_ms}


class TooMany(APIException):
    status_code = 409
    default_code = "too_many"


def player_by_id(public_id: str) -> User:
    """Raises NotFound."""
    found = User.objects.filter(public_id=public_id).first()
    if found is None:
        raise NotFound(_("Player “%(id)s” not found.") % {"id": public_id[:20]})
    return found


class BlockOne(Own):
    """Block somebody, and take it back. Nobody else learns of it."""

    scopes: ClassVar = {"POST": scopes.ACCOUNT_WRITE, "DELETE": scopes.ACCOUNT_WRITE}

    @documented("block", {201: shapes.Blocked}, body=shapes.Nothing, refused=[409])
    def post(self, request: Request, player_id: str) -> Response:
        """Block somebody, who does not learn of it."""
        body_of(request, set())
        other = player_by_id(player_id)
        if other == self.player:
            raise Malformed(None, _("You cannot block yourself."))
        try:
            blocks.block(self.player, other)
        except blocks.TooMany as refused:
            raise TooMany(str(refused)) from None
        return Response({"blocked": True}, status=201)

    @documented("unblock", {204: None}, body=shapes.Nothing)
    def delete(self, request: Request, player_id: str) -> Response:
        """Take a block back."""
        body_of(request, set())
        blocks.unblock(self.player, player_by_id(player_id))
        return Response(status=204)


class Blocks(Own):
    scopes: ClassVar = {"GET": scopes.ACCOUNT_READ}

    @documented("blocks", {200: shapes.BlockList}, query=PAGED)
    def get(self, request: Request) -> Response:
        """Whom the caller blocks, the latest first."""
        own = blocks.of(self.player)
        page = page_of(request, own, name="blocked__public_id", among=own)
        return Response(page.to_json(lambda one: player_of(one.blocked)))


def player_of(user: User) -> dict[str, Any]:
    return {"id": user.public_id, "name": user.display_name, "guest": user.is_guest, "bot": user.is_bot}
