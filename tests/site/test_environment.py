"""Environment variables become settings; errors in them are reported clearly."""

from __future__ import annotations

import os
import re
import runpy
import stat
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

from pyramido_site import environment, private_files
from pyramido_site.management.commands.runembedded import Command
from tests.live import open_to_others

ROOT = Path(__file__).resolve().parents[2]
VAR = Path("/srv/pyramido")
OTHERS = ("DATABASE_URL", "REDIS_URL", "PORT")

Reader = Callable[..., dict[str, Any]]


@pytest.fixture
def read_settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Reader:
    """Return a function that reads the settings again, with some variables, as a new process would."""
    monkeypatch.setattr(environment, "_mistakes", None)  # what a reading that fails leaves is undone

    def read(**variables: str) -> dict[str, Any]:
        for name in OTHERS:
            monkeypatch.delenv(name, raising=False)
        for name, value in {"VAR_DIR": str(tmp_path / "var"), **variables}.items():
            monkeypatch.setenv(name, value)
        return runpy.run_path(str(ROOT / "pyramido_site" / "settings.py"))

    return read


@pytest.mark.parametrize(
    ("url", "name"),
    [
        ("", "/srv/pyramido/db.sqlite3"),
        ("sqlite:///games.db", "games.db"),
        ("sqlite:////data/games.db", "/data/games.db"),
        ("sqlite:////data/my%20games.db", "/data/my games.db"),
    ],
)
def test_sqlite(url: str, name: str) -> None:
    made = environment.database(url, VAR)
    assert (made["ENGINE"], made["NAME"]) == ("django.db.backends.sqlite3", name)
    assert made["OPTIONS"]["transaction_mode"] == "IMMEDIATE"


def test_postgresql() -> None:
    made = environment.database("postgres://ann%40:p%2Fw@db.example:5433/games?sslmode=require", VAR)
    assert {name: made[name] for name in ("NAME", "USER", "PASSWORD", "HOST", "PORT")} == {
        "NAME": "games",
        "USER": "ann@",
        "PASSWORD": "p/w",
        "HOST": "db.example",
        "PORT": "5433",
    }
    assert made["OPTIONS"]["sslmode"] == "require"
    socket = environment.database("postgresql:///games?host=/run/postgresql", VAR)
    assert (socket["HOST"], socket["NAME"]) == ("/run/postgresql", "games")
    assert "host" not in socket["OPTIONS"]


def test_another_database_is_refused() -> None:
    with pytest.raises(ImproperlyConfigured, match="DATABASE_URL"):
        environment.database("mysql://x/y", VAR)


def test_connections_are_counted_by_process() -> None:
    assert environment.database("postgresql:///games", VAR, 5)["OPTIONS"]["pool"]["max_size"] == 5


@pytest.mark.parametrize(
    ("name", "address"),
    [
        ("DATABASE_URL", "postgresql://ann:sec#ret@db/games"), ("DATABASE_URL", "postgresql://ann:sec/ret@db/games"),
        ("DATABASE_URL", "mysql://ann:sec-ret@db/games"),
        ("DATABASE_URL", "ann:sec-ret@db"), ("DATABASE_URL", "postgresql://ann:sec?ret@db/games"),
        ("REDIS_URL", "redis://:sec/ret@cache:6379/0"), ("REDIS_URL", "http://:sec-ret@cache:6379/0"),
        ("REDIS_URL", "redis://:sec#ret@cache"), ("REDIS_URL", "redis://:sec-ret@[::1:6379"),
        ("REDIS_URL", "redis://:sec?ret@cache/0"), ("REDIS_URL", "redis://:sec-ret@cache?db=3"),
        ("REDIS_URL", "unix://:sec-ret@/run/redis.sock"), ("SENTRY_DSN", "sec-ret@sentry/1"),
        ("SENTRY_DSN", "https:///sec-ret"),
        ("EMAIL_URL", "smtp://ann:sec/ret@mail"), ("EMAIL_URL", "smtp://ann:sec-ret@mail:port"),
        ("EMAIL_URL", "smtp://ann:sec-ret@mail/path"), ("EMAIL_URL", "smtp://ann:sec?ret@mail"),
    ],
)  # fmt: skip
def test_no_refusal_quotes_a_password(name: str, address: str) -> None:
    read = {
        "DATABASE_URL": lambda: environment.database(address, VAR),
        "REDIS_URL": lambda: environment.redis(address),
        "EMAIL_URL": lambda: environment.mail(address),
        "SENTRY_DSN": lambda: environment.endpoint("SENTRY_DSN", address, "https://key@host/1"),
    }[name]
    with pytest.raises(ImproperlyConfigured, match=f"^{name} ") as refused:
        read()
    assert "sec" not in str(refused.value) and "ret" not in str(refused.value)
    assert refused.value.__suppress_context__ or refused.value.__context__ is None


@pytest.mark.parametrize("text", ["60", "60/h", "h/60/ip", "60/y/ip", "60/h/ip,", "-1/h/ip"])
def test_absurd_limits(text: str) -> None:
    assert environment.rate("GUEST_LIMIT", "5/10m/ip") == "5/10m/ip"
    with pytest.raises(ImproperlyConfigured, match="GUEST_LIMIT"):
        environment.rate("GUEST_LIMIT", text)


def test_a_mail_server() -> None:
    assert environment.mail("") is None and environment.mail("console:") is None
    made = environment.mail("smtp+tls://ann%40:p%2Fw@mail.example")
    assert made == environment.MailServer("mail.example", 587, "ann@", "p/w", starttls=True, tls=False)
    plain, sealed = environment.mail("smtp://localhost:2525"), environment.mail("smtps://mail.example")
    assert plain is not None and (plain.port, plain.starttls, plain.tls) == (2525, False, False)
    assert sealed is not None and (sealed.port, sealed.starttls, sealed.tls) == (465, False, True)


@pytest.mark.parametrize(("url", "goes"), [("", "filebased"), ("console:", "console"), ("smtp://localhost", "smtp")])
def test_mail_goes_to_files_to_the_terminal_or_to_a_server(read_settings: Reader, url: str, goes: str) -> None:
    assert read_settings(EMAIL_URL=url)["EMAIL_BACKEND"] == f"django.core.mail.backends.{goes}.EmailBackend"


@pytest.mark.parametrize(
    "url", ["ftp://mail.example", "mail.example", "smtp://", "smtp://h:x", "smtps://u:secret@h/path", "smtp://[::1"]
)
def test_another_mail_server_is_refused(url: str) -> None:
    with pytest.raises(ImproperlyConfigured, match="EMAIL_URL") as refused:
        environment.mail(url)
    assert "secret" not in str(refused.value)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("SITE_URL", "example.org"), ("SITE_URL", "https://example.org/path"), ("SITE_URL", "https://a@b"),
        ("SITE_URL", "ftp://example.org"), ("SITE_URL", "https://example.org:x"), ("SITE_URL", "https://"),
        ("DEFAULT_FROM_EMAIL", "nobody"), ("DEFAULT_FROM_EMAIL", "a@b\nBcc: c@d"), ("DEFAULT_FROM_EMAIL", "@"),
        ("VAPID_KEY", "short"), ("VAPID_KEY", "A" * 43), ("VAPID_KEY", "_" * 43),
    ],
)  # fmt: skip
def test_absurd_settings_of_messages(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, name: str, value: str) -> None:
    read = {
        "SITE_URL": lambda: environment.site_url("SITE_URL", "http://localhost"),
        "DEFAULT_FROM_EMAIL": lambda: environment.sender("DEFAULT_FROM_EMAIL", "a@b"),
        "VAPID_KEY": lambda: environment.vapid_key(tmp_path),
    }[name]
    kept = read()
    assert kept == read()
    monkeypatch.setenv(name, value)
    with pytest.raises(ImproperlyConfigured, match=name):
        read()


def test_flags_and_words(monkeypatch: pytest.MonkeyPatch) -> None:
    for text, value in (("1", True), ("Yes", True), ("0", False), ("", False), ("off", False)):
        monkeypatch.setenv("SOMETHING", text)
        assert environment.flag("SOMETHING") is value
    monkeypatch.setenv("SOMETHING", "perhaps")
    with pytest.raises(ImproperlyConfigured, match="SOMETHING is 'perhaps'"):
        environment.flag("SOMETHING")
    monkeypatch.delenv("SOMETHING")
    assert environment.flag("SOMETHING", True) is True
    monkeypatch.setenv("HOSTS", "a.example, b.example c.example")
    assert environment.words("HOSTS") == ["a.example", "b.example", "c.example"]


@pytest.mark.parametrize(
    ("read", "good", "bad"),
    [
        (environment.hosts, "example.org .example.org * 127.0.0.1 [::1] localhost", "https://example.org"),
        (environment.hosts, "a_b.example.org.", "example.org:8000"),
        (environment.origins, "https://example.org http://localhost:8000 https://*.example.org", "example.org"),
        (environment.origins, "https://[::1]:8000", "https://example.org/"),
    ],
)
def test_names_of_the_site(monkeypatch: pytest.MonkeyPatch, read: Any, good: str, bad: str) -> None:
    monkeypatch.setenv("NAMES", good)
    assert read("NAMES") == good.split()
    monkeypatch.setenv("NAMES", f"{good} {bad}")
    with pytest.raises(ImproperlyConfigured, match=f"NAMES has '{bad}'"):
        read("NAMES")


def test_a_site_behind_https_has_such_an_address(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SITE_URL", "http://example.org")
    assert environment.site_url("SITE_URL", "") == "http://example.org"
    with pytest.raises(ImproperlyConfigured, match="HTTPS is 1"):
        environment.site_url("SITE_URL", "", True)


def test_the_secret_key_is_made_once_and_readable_only_by_its_owner(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("SECRET_KEY", raising=False)
    var = tmp_path / "var"
    key = environment.secret_key(var)
    assert len(key) > 50 and environment.secret_key(var) == key
    assert stat.S_IMODE((var / "secret_key").stat().st_mode) == 0o600
    assert [path.name for path in var.iterdir()] == ["secret_key"]
    monkeypatch.setenv("SECRET_KEY", "given " * 6)
    assert environment.secret_key(var) == "given " * 6
    monkeypatch.setenv("SECRET_KEY", "given")
    with pytest.raises(ImproperlyConfigured, match="SECRET_KEY has 5 characters") as refused:
        environment.secret_key(var)
    assert "given" not in str(refused.value)


def test_existing_files_of_the_folder_become_private_to_their_owner(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    var, elsewhere = tmp_path / "var", tmp_path / "elsewhere"
    (var / "mail").mkdir(parents=True)
    for path in (var / "db.sqlite3", var / "db.sqlite3-wal", var / "mail" / "1.log", elsewhere):
        path.write_text("private")
        path.chmod(0o644)
    (var / "link").symlink_to(elsewhere)
    (var / "program").write_text("")
    (var / "program").chmod(0o755)
    var.chmod(0o755)
    monkeypatch.setenv("VAR_DIR", str(var))
    assert private_files.private_folder("VAR_DIR", tmp_path) == var
    (var / "link").unlink()
    assert open_to_others(var) == {}
    assert stat.S_IMODE((var / "mail" / "1.log").stat().st_mode) == 0o600
    assert stat.S_IMODE((var / "program").stat().st_mode) == 0o700
    assert stat.S_IMODE(elsewhere.stat().st_mode) == 0o644  # files outside the folder are not touched


def test_processes_that_start_at_once_agree_on_the_key(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SECRET_KEY", raising=False)
    with ThreadPoolExecutor(8) as pool:
        keys = set(pool.map(lambda _: environment.secret_key(tmp_path / "var"), range(8)))
    assert len(keys) == 1


def run(tmp_path: Path, *arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    kept = {key: text for key, text in os.environ.items() if key not in OTHERS}
    return subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=ROOT, env={**kept, "VAR_DIR": str(tmp_path), **variables}, capture_output=True, text=True, timeout=60,
        check=False,
    )  # fmt: skip


@pytest.mark.parametrize(("name", "value"), [("PORT", "99999"), ("VAR_DIR", "/dev/null/var")])
def test_an_error_is_one_sentence(tmp_path: Path, name: str, value: str) -> None:
    """Of a command, and of the settings."""
    done = run(tmp_path, "runembedded", **{name: value})
    assert done.returncode == 1 and done.stdout == ""
    assert len(done.stderr.splitlines()) == 1 and done.stderr.startswith(name) and done.stderr.endswith(".\n")


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("VAR_DIR", "/dev/null/var"),
        ("VAR_DIR", "/dev/null"),
        ("TRUSTED_PROXIES", "some"),
        ("DATABASE_URL", "mysql://x/y"),
    ],
)
def test_so_it_is_for_other_settings(read_settings: Reader, name: str, value: str) -> None:
    with pytest.raises(ImproperlyConfigured, match=rf"\A{name} .*\.\Z") as refused:
        read_settings(**{name: value})
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("port", ["99999", "abc", "0", "-1"])
def test_an_impossible_port(port: str) -> None:
    with pytest.raises(ImproperlyConfigured, match=rf"\APORT is '{port}'; say a whole number from 1 to 65535\.\Z"):
        environment.whole("PORT", port, most=65535, least=1)
    assert Command().create_parser("manage.py", "runembedded").parse_args(["--port", port]).port == port


MISTAKES = {
    "AI_SECONDS": "99", "ALLOWED_HOSTS": "https://x.example", "CSRF_TRUSTED_ORIGINS": "x.example",
    "DATABASE_POOL": "0", "DATABASE_URL": "mysql://x/y", "DEFAULT_FROM_EMAIL": "nobody", "EMAIL_URL": "ftp://mail",
    "GUEST_LIMIT": "5", "HTTPS": "perhaps", "LEADERBOARD_OPPONENTS": "many", "LOG_LEVEL": "loud", "MINIMUM_AGE": "x",
    "OTEL_EXPORTER_OTLP_ENDPOINT": "collector", "REDIS_URL": "http://cache", "SECRET_KEY": "x", "SENTRY_DSN": "key",
    "SITE_URL": "here", "TRUSTED_PROXIES": "some", "VAPID_KEY": "short",
}  # fmt: skip


def test_all_errors_are_reported_together(tmp_path: Path) -> None:
    done = run(tmp_path, "check", **MISTAKES)
    said = done.stderr.splitlines()
    assert done.returncode == 1 and sorted(line.split()[0] for line in said) == sorted(MISTAKES)
    assert all(line.endswith(".") for line in said)


def test_the_document_lists_every_variable() -> None:
    sources = [*ROOT.glob("pyramido_site/*.py"), *ROOT.glob("pyramido_site/management/commands/*.py")]
    read = re.compile(r"(?:os\.environ\.get|flag|words|folder|whole|rate|one_of|site_url|sender)\(\"([A-Z_]+)\"")
    names = {name for source in sources for name in read.findall(source.read_text())}
    assert {"GUEST_LIMIT", "TRUSTED_PROXIES", "HTTPS", "VAR_DIR", "PORT"} <= names
    document = (ROOT / "docs" / "operations.md").read_text()
    assert [name for name in sorted(names) if f"`{name}`" not in document] == []


def test_every_limit_by_address_knows_of_the_proxies() -> None:
    assert settings.REST_FRAMEWORK["NUM_PROXIES"] == settings.TRUSTED_PROXIES
