"""Faults are reported to a Sentry, where SENTRY_DSN names one: what failed and where, and nothing that anybody sent."""

from __future__ import annotations

from typing import Any

import sentry_sdk

from pyramido_site.logs import without_details


def start(dsn: str) -> None:
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
    """An address may hold a secret, headers and tasks' arguments do, and a database's errors quote whole rows."""
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
