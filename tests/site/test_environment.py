"""What the environment says becomes settings; what is wrong with it is said clearly."""

from __future__ import annotations

import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from pyramido_site import environment

VAR = Path("/srv/pyramido")


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
    with pytest.raises(ImproperlyConfigured, match="mysql"):
        environment.database("mysql://x/y", VAR)


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


def test_the_secret_key_is_made_once_and_kept_for_the_owner_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("SECRET_KEY", raising=False)
    var = tmp_path / "var"
    key = environment.secret_key(var)
    assert len(key) > 50 and environment.secret_key(var) == key
    assert stat.S_IMODE((var / "secret_key").stat().st_mode) == 0o600
    assert [path.name for path in var.iterdir()] == ["secret_key"]
    monkeypatch.setenv("SECRET_KEY", "given")
    assert environment.secret_key(var) == "given"


def test_processes_that_start_at_once_agree_on_the_key(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SECRET_KEY", raising=False)
    with ThreadPoolExecutor(8) as pool:
        keys = set(pool.map(lambda _: environment.secret_key(tmp_path / "var"), range(8)))
    assert len(keys) == 1
