"""The Content-Security-Policy of each response, which `pyramido_site.security_headers` adds."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse

# Scripts, styles, sockets and forms of this site only, nothing inline.
POLICY = "; ".join(
    (
        "default-src 'self'",
        "img-src 'self' data:",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
)
# The administration's theme evaluates expressions in its pages (Alpine.js) and sets its colours inline. It still loads
# nothing from other sites, and its pages contain no inline scripts.
ADMIN_POLICY = f"{POLICY}; script-src 'self' 'unsafe-eval'; style-src 'self' 'unsafe-inline'"


def policy(request: HttpRequest, response: HttpResponse) -> str:
    """Return the policy of a response. Its `form_target` is a further target of its forms: for the consent page, the
    application. One that is `framed` may be shown in frames of this site's pages.
    """
    if response.status_code == 200 and request.resolver_match and request.resolver_match.app_name == "admin":
        return ADMIN_POLICY
    target = getattr(response, "form_target", "")
    if target:
        return POLICY.replace("form-action 'self'", f"form-action 'self' {target}")
    return POLICY.replace("frame-ancestors 'none'", "frame-ancestors 'self'") if hasattr(response, "framed") else POLICY
