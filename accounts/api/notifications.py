"""Preferences, notifications, push devices, webhooks and blocks over REST (docs/formats/api.md)."""

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
from accounts.notifications import bell, webhook_addresses
from accounts.notifications import preferences as preferences_of
from accounts.notifications import rendering as wording
from accounts.notifications import web_push as webpush
from accounts.notifications.models import Webhook
from accounts.notifications.preferences import preferences_json
from accounts.users import blocks
from accounts.users.lookups import user_by_id
from accounts.users.models import User
from accounts.users.player_json import player_json
from pyramido_site.infrastructure import outbound
from pyramido_site.infrastructure.documented import PAGED, Parameter, documented
from pyramido_site.infrastructure.json_bodies import Nothing
from pyramido_site.infrastructure.malformed import Malformed
from pyramido_site.infrastructure.paging import page_of
from pyramido_site.infrastructure.public_ids import PublicId

PAGE = 50
MOST_SEQ = 2**31 - 1
UNREAD = Parameter("unread", Literal["true", "false"], "Only what has not been read.")


class Own(APIView):
    """Base of views about the caller's own account."""

    permission_classes = [HasScope, IsAuthenticated]

    @property
    def player(self) -> User:
        """The signed-in user."""
        assert isinstance(self.request.user, User)
        return self.request.user


def body_of(request: Request, known: set[str]) -> dict[str, Any]:
    """Return the body, an object with only known fields. Raise Malformed otherwise."""
    body = request.data
    if not isinstance(body, dict):
        raise Malformed(None, _("The request body must be a JSON object."))
    for name in body:
        if name not in known:
            raise Malformed(name[:40], _("Unknown field “%(name)s”.") % {"name": name[:40]})
    return body


class PreferencesView(Own):
    """Read and change the caller's preferences."""

    scopes: ClassVar = {"GET": scopes.ACCOUNT_READ, "PATCH": scopes.ACCOUNT_WRITE}

    @documented("getPreferences", {200: shapes.Preferences})
    def get(self, request: Request) -> Response:
        """Return the caller's preferences: language, time zone, night, and the channels of each kind of event."""
        return Response(preferences_json(preferences_of.of(self.player.pk)))

    @documented("changePreferences", {200: shapes.Preferences}, body=shapes.ChangePreferences)
    def patch(self, request: Request) -> Response:
        """Change the preferences named in the body, all or none.

        Raise 400 `malformed` for an unknown or invalid one.
        """
        if not isinstance(request.data, dict):
            raise Malformed(None, _("The request body must be a JSON object."))
        try:
            return Response(preferences_json(preferences_of.change(self.player.pk, request.data)))
        except preferences_of.Unfit as unfit:
            raise Malformed(unfit.field, unfit.sentence) from None


class Notifications(Own):
    """List the caller's notifications."""

    scopes: ClassVar = {"GET": scopes.ACCOUNT_READ}

    @documented("listNotifications", {200: shapes.Notifications}, query=[UNREAD, *PAGED])
    def get(self, request: Request) -> Response:
        """Return the caller's notifications, the latest first.

        Raise 400 `malformed` unless `unread` is true or false.
        """
        unread = request.query_params.get("unread", "false")
        if unread not in ("true", "false"):
            raise Malformed("unread", _("“unread” must be true or false."))
        user_id = self.player.pk
        told = bell.unread(user_id) if unread == "true" else bell.shown(user_id)
        preferences = preferences_of.of(user_id)
        page = page_of(request, told, name="key", usual=PAGE, among=bell.told(user_id))
        answer = {"unread": bell.count(user_id)}
        return Response(answer | page.to_json(lambda one: wording.told(one, preferences)))


class ReadNotifications(Own):
    """Mark notifications as read."""

    scopes: ClassVar = {"POST": scopes.ACCOUNT_WRITE}

    @documented(
        "markNotificationsRead", {200: shapes.Unread}, body=(shapes.ReadKeys, shapes.ReadSubject, shapes.ReadAll)
    )
    def post(self, request: Request) -> Response:
        """Mark notifications as read: some by their keys, all about one game, or all.

        With `seq`, only those about events of the game up to that one: what a page has shown needs no message. Raise
        400 `malformed` unless the body names exactly one of these.
        """
        body = body_of(request, {"keys", "subject", "seq", "all"})
        user_id, up_to = self.player.pk, seq_in(body) if "seq" in body else None
        if len(body) != 1:
            raise Malformed(None, _("Say which notifications to mark as read: keys, subject or all."))
        ((name, value),) = body.items()
        if name == "all" and value is True:
            found = bell.told(user_id)
        elif name == "subject" and isinstance(value, str):
            found = bell.about(user_id, value, up_to)
        elif name == "keys" and isinstance(value, list) and all(isinstance(key, str) for key in value):
            found = bell.with_keys(user_id, value[:1000])
        else:
            raise Malformed(name, _("Say which notifications to mark as read: keys, subject or all."))
        bell.mark_read(found)
        return Response({"unread": bell.count(user_id)})


def seq_in(body: dict[str, Any]) -> int:
    """Take `seq` out of the body, which must name a game as `subject`, too. Raise Malformed."""
    seq = body.pop("seq")
    if not isinstance(seq, int) or isinstance(seq, bool) or not 0 <= seq <= MOST_SEQ:
        raise Malformed("seq", _("“seq” must be the number of an event."))
    if "subject" not in body:
        raise Malformed("subject", _("“seq” needs the game as “subject”."))
    return seq


class PushDevices(Own):
    """Push devices: a browser's subscription, as `PushSubscription.toJSON()` returns it.

    One browser is one device, whichever account uses it.
    """

    scopes: ClassVar = {"GET": scopes.ACCOUNT_READ, "POST": scopes.ACCOUNT_WRITE, "DELETE": scopes.ACCOUNT_WRITE}

    @documented("listPushDevices", {200: shapes.PushDevices})
    def get(self, request: Request) -> Response:
        """Return the browsers that receive Web Push for the caller."""
        devices = webpush.devices_of(self.player)
        return Response(
            {"results": [{"endpoint": one.endpoint, "name": one.name, "created_ms": one.created_ms} for one in devices]}
        )

    @documented("addPushDevice", {201: shapes.Empty}, body=shapes.PushSubscription)
    def post(self, request: Request) -> Response:
        """Add a browser that receives Web Push.

        The oldest device is removed when there are too many. Raise 400 `malformed` for an invalid endpoint or key.
        """
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
        webpush.add_device(self.player, endpoint, p256dh, auth, request.headers.get("User-Agent", "")[:300])
        return Response({}, status=201)

    @documented("removePushDevice", {204: None}, body=shapes.PushEndpoint)
    def delete(self, request: Request) -> Response:
        """Remove a browser from Web Push.

        Raise 400 `malformed` without an endpoint.
        """
        endpoint = body_of(request, {"endpoint"}).get("endpoint")
        if not isinstance(endpoint, str):
            raise Malformed("endpoint", _("A push subscription needs an endpoint."))
        webpush.remove_device(self.player, endpoint)
        return Response(status=204)


class Webhooks(Own):
    """The caller's webhooks: addresses that receive events as signed JSON."""

    scopes: ClassVar = {"GET": scopes.ACCOUNT_READ, "POST": scopes.ACCOUNT_WRITE, "DELETE": scopes.ACCOUNT_WRITE}

    @documented("listWebhooks", {200: shapes.Webhooks})
    def get(self, request: Request) -> Response:
        """Return the caller's webhooks, the oldest first, without their secrets."""
        return Response({"results": [webhook_json(one) for one in webhook_addresses.of(self.player)]})

    @documented("addWebhook", {200: shapes.ShownWebhook, 201: shapes.NewWebhook}, body=shapes.WebhookUrl, refused=[409])
    def post(self, request: Request) -> Response:
        """Add a webhook. The answer holds the secret that signs its deliveries.

        The secret is shown once: if the address is already registered, the answer is 200 without it.
        Raise 400 `malformed` for an address that is not allowed, and 409 `too_many` at the limit.
        """
        try:
            webhook, new = webhook_addresses.add(self.player, url_in(request))
        except webhook_addresses.TooMany as unfit:
            raise TooMany(str(unfit)) from None
        except webhook_addresses.Unfit as unfit:
            raise Malformed("url", str(unfit)) from None
        if not new:
            return Response(webhook_json(webhook))
        return Response({**webhook_json(webhook), "secret": webhook.secret}, status=201)

    @documented("removeWebhook", {204: None}, body=shapes.WebhookUrl)
    def delete(self, request: Request) -> Response:
        """Remove a webhook."""
        webhook_addresses.remove(self.player, url_in(request))
        return Response(status=204)


def url_in(request: Request) -> str:
    """Return the `url` of the body. Raise Malformed without one."""
    url = body_of(request, {"url"}).get("url")
    if not isinstance(url, str):
        raise Malformed("url", _("A webhook needs a URL."))
    return url


def webhook_json(webhook: Webhook) -> dict[str, Any]:
    """Return a webhook without its secret."""
    return {"url": webhook.url, "created_ms": webhook.created_ms}


class TooMany(APIException):
    """409: the account is at the limit."""

    status_code = 409
    default_code = "too_many"


def player_by_id(public_id: PublicId) -> User:
    """Return the user with this public id. Raise NotFound if there is none."""
    found = user_by_id(public_id)
    if found is None:
        raise NotFound(_("Player “%(id)s” not found.") % {"id": public_id[:20]})
    return found


class BlockOne(Own):
    """Block and unblock a player, who is not told."""

    scopes: ClassVar = {"POST": scopes.ACCOUNT_WRITE, "DELETE": scopes.ACCOUNT_WRITE}

    @documented("blockPlayer", {201: shapes.Blocked}, body=Nothing, refused=[409])
    def post(self, request: Request, player_id: PublicId) -> Response:
        """Block a player, who is not told. The two are separated at tables that have not started.

        Raise 400 `malformed` for the caller's own id, 404 `not_found` for an unknown one, and 409 `too_many` at the
        limit.
        """
        body_of(request, set())
        other = player_by_id(player_id)
        if other == self.player:
            raise Malformed(None, _("You cannot block yourself."))
        try:
            blocks.block(self.player, other)
        except blocks.TooMany as refused:
            raise TooMany(str(refused)) from None
        return Response({"blocked": True}, status=201)

    @documented("unblockPlayer", {204: None}, body=Nothing)
    def delete(self, request: Request, player_id: PublicId) -> Response:
        """Unblock a player."""
        body_of(request, set())
        blocks.unblock(self.player, player_by_id(player_id))
        return Response(status=204)


class Blocks(Own):
    """List the players whom the caller blocks."""

    scopes: ClassVar = {"GET": scopes.ACCOUNT_READ}

    @documented("listBlocks", {200: shapes.BlockList}, query=PAGED)
    def get(self, request: Request) -> Response:
        """Return the players whom the caller blocks, the latest first."""
        own = blocks.of(self.player)
        page = page_of(request, own, name="blocked__public_id", among=own)
        return Response(page.to_json(lambda one: player_json(one.blocked)))
