"""Security headers of every response, and headers that others cannot influence."""

from __future__ import annotations

import json
import os
import secrets
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.core import mail
from django.test import Client

from accounts.models import User
from tests.live import prepared_var
from tests.people import PASSWORD, account, signed_in, visitor

ROOT = Path(__file__).resolve().parent.parent.parent

# A site behind a proxy that terminates TLS.
HTTPS_SITE = """
import json, django
django.setup()
from django.test import Client
client = Client(headers={"host": "play.example.org"})
plain = client.get("/")
secure = Client(headers={"host": "play.example.org", "x-forwarded-proto": "https"})
page = secure.get("/accounts/login/")
guest = secure.post("/accounts/guest/")
language = secure.post("/i18n/setlang/", {"language": "fr"})
print(json.dumps({
    "plain": [plain.status_code, plain.headers["Location"]],
    "headers": dict(page.headers),
    "cookies": {name: {key: morsel[key] for key in ("secure", "httponly", "samesite", "path", "domain")}
                for answer in (page, guest, language) for name, morsel in answer.cookies.items()},
}))
"""


def production(folder: Path, **more: str) -> dict[str, str]:
    return {
        **{name: value for name, value in os.environ.items() if name in ("PATH", "LANG", "HOME")},
        "DJANGO_SETTINGS_MODULE": "pyramido_site.settings",
        "HTTPS": "1",
        "SECRET_KEY": secrets.token_urlsafe(50),
        "ALLOWED_HOSTS": "play.example.org",
        "CSRF_TRUSTED_ORIGINS": "https://play.example.org",
        "SITE_URL": "https://play.example.org",
        "VAR_DIR": str(folder),
        **more,
    }


def test_django_s_check_of_a_deployment_has_nothing_to_say(tmp_path: Path) -> None:
    command = [sys.executable, "manage.py", "check", "--deploy", "--fail-level", "INFO"]
    done = subprocess.run(
        command, cwd=ROOT, env=production(tmp_path), text=True, capture_output=True, timeout=60, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "no issues (2 silenced)" in done.stdout + done.stderr  # the two options of HSTS


def test_cookies_and_headers_of_a_site_behind_tls(tmp_path: Path) -> None:
    environment = production(tmp_path / "var", HSTS_SUBDOMAINS="1", HSTS_PRELOAD="1")
    shutil.copytree(prepared_var(), tmp_path / "var")
    command = [sys.executable, "-c", HTTPS_SITE]
    done = subprocess.run(command, cwd=ROOT, env=environment, text=True, capture_output=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    said = json.loads(done.stdout.splitlines()[-1])
    assert said["plain"] == [301, "https://play.example.org/"]
    assert said["headers"]["Strict-Transport-Security"] == "max-age=31536000; includeSubDomains; preload"
    cookies = said["cookies"]
    assert set(cookies) == {"__Host-sessionid", "__Host-csrftoken", "django_language", "device"}
    for name, flags in cookies.items():
        assert (flags["secure"], flags["samesite"], flags["path"], flags["domain"]) == (True, "Lax", "/", ""), name
        assert flags["httponly"] is True or name == "__Host-csrftoken"  # which the page's scripts read


@pytest.mark.django_db
def test_every_answer_refuses_frames_sniffing_and_devices() -> None:
    account("Ada")
    client = visitor()
    answers = [
        client.get(path) for path in ("/", "/games/", "/rules/", "/nothing", "/api/v1/catalogue", "/api/", "/sw.js")
    ]
    answers.append(client.post("/accounts/login/", {"login": "Ada", "password": PASSWORD}))
    for answer in answers:
        headers = answer.headers
        assert headers["X-Frame-Options"] == "DENY"
        assert "frame-ancestors 'none'" in headers["Content-Security-Policy"]
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["Cross-Origin-Opener-Policy"] == "same-origin"
        assert "camera=()" in headers["Permissions-Policy"]


@pytest.mark.django_db
def test_a_host_from_elsewhere_gets_nothing_and_no_mail_leads_there(settings: Any) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    user = account("Ada", email="ada@example.org")
    for host in ("evil.example", "localhost.evil.example", "localhost:80@evil.example", "evil.example#localhost"):
        for path in ("/", "/accounts/login/", "/api/v1/catalogue"):
            assert visitor().get(path, headers={"host": host}).status_code == 400, (host, path)
    forwarded = {"x-forwarded-host": "evil.example", "forwarded": "host=evil.example", "x-host": "evil.example"}
    for path in (
        "/accounts/password/reset/",
        "/accounts/signup/",
        "/accounts/login/",
        "/.well-known/oauth-authorization-server",
    ):
        page = signed_in(user).get(path, headers=forwarded)
        assert "evil.example" not in page.content.decode(), path
    visitor().post("/accounts/password/reset/", {"email": "ada@example.org"}, headers=forwarded)
    assert not [letter for letter in mail.outbox if "evil.example" in letter.body + str(letter.message())]


@pytest.mark.django_db
def test_no_line_breaks_into_headers_and_names() -> None:
    user = account("Ada")
    client = signed_in(user)
    bad = "x\r\nSet-Cookie: evil=1"
    for name in (bad, "Ada\nEve", "Ada\u2028Eve", "Ada\x00"):
        visitor().post("/accounts/signup/", {"username": name, "password1": PASSWORD, "terms": "on"})
    for name in User.objects.values_list("display_name", flat=True):
        assert name.isprintable(), name
    for path in ("/accounts/guest/", "/i18n/setlang/", "/theme/"):
        answer = client.post(path, {"next": f"/games/{bad}", "language": "en"})
        assert "\n" not in answer.headers["Location"] and "evil" not in answer.cookies
    for address in ("/accounts/settings/access/token/", "/accounts/settings/access/application/"):
        shown = client.post(
            address, {"name": bad, "scopes": ["games:read"], "days": "30", "redirect_uris": "https://a.example/"}
        )
        assert "evil" not in shown.cookies
    sent = client.post(
        "/api/v1/games", json.dumps({}), content_type="application/json", headers={"idempotency-key": "a\r\nX: y"}
    )
    assert "X" not in sent.headers


@pytest.mark.django_db
@pytest.mark.parametrize(
    "path",
    [
        "/static/../pyramido_site/settings.py", "/static/%2e%2e/manage.py", "/static/..%2fmanage.py",
        "/static//etc/passwd", "/static/site/../../../manage.py", "/static/%5c..%5cmanage.py",
        "/api/v1/exports/..%2fsecret_key", "/api/v1/exports/../../secret_key", "/api/v1/exports/2026-01%00",
        "/api/v1/exports/....//secret_key", "/games/components/..%2f..%2fsecret.json", "/rules/..%2fadmin/",
    ],
)  # fmt: skip
def test_no_path_leads_out_of_a_folder(path: str) -> None:
    answer = Client().get(path)
    assert answer.status_code in {301, 302, 400, 404}, path
    assert "SECRET" not in str(getattr(answer, "content", b""))
