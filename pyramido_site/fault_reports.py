"""Fault reports to the Sentry in SENTRY_DSN: what failed and where, without any data of users."""

from __future__ import annotations

from typing import Any

import sentry_sdk

from pyramido_site.logs import without_details


def start(dsn: str) -> None:
    """Initialise Sentry's client for this process."""
    sentry_sdk.init(
        dsn=dsn,
        before_send=_scrubbed,
        send_default_pii=False,
        include_local_variables=False,
        max_request_body_size="never",
        max_breadcrumbs=0,
        server_name="",
        send_client_reports=False,
        auto_session_tracking=False,
    )


def _scrubbed(event: Any, hint: dict[str, Any]) -> Any:
    """Return the event without URLs, headers, task arguments and details of database errors, which may hold secrets."""
    method = event.get("request", {}).get("method")
    event["request"] = {"method": method} if method else {}
    for part in ("user", "extra", "breadcrumbs"):
        event.pop(part, None)
    for error in event.get("exception", {}).get("values", ()):
        error["value"] = without_details(error.get("value") or "")
    for part in ("message", "formatted"):
        if part in event.get("logentry", {}):
            event["logentry"][part] = without_details(event["logentry"][part])
    event.get("logentry", {}).pop("params", None)
    return event
