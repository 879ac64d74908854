"""Fixtures and rules that all tests share. How to write and run tests: CONTRIBUTING.md."""

from __future__ import annotations

import gc
import itertools
import os
import secrets
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Literal

import hypothesis
import psycopg
import pytest
from django.conf import settings
from django.utils import translation
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from tests import sampling, servers
from tests.live import LiveSite, new_site, prepared_postgres, prepared_var

hypothesis.settings.register_profile(
    "pyramido", deadline=None, print_blob=True, max_examples=sampling.examples(hypothesis.settings.default.max_examples)
)
hypothesis.settings.load_profile("pyramido")

FULL_STACK = bool(os.environ.get("DATABASE_URL"))
REQUIRE_ALL = os.environ.get("PYRAMIDO_REQUIRE_ALL") == "1"
PAGE_TIMEOUT_MS = 15_000


def typescript_compiler() -> Path | None:
    """Return tsc of package.json, if it and Node.js are installed."""
    compiler = sampling.ROOT / "node_modules" / ".bin" / "tsc"
    return compiler if shutil.which("node") and compiler.exists() else None


# The needs of a test, derived from the fixtures it uses.
NEEDS_OF_FIXTURES = {
    "browser": "browser",
    "private_postgres": "private_postgres",
    "migrated_postgres": "private_postgres",
    "private_redis": "private_redis",
}

# marker: (check whether it is installed, its name, Debian's package)
NEEDS: dict[str, tuple[Callable[[], object], str, str]] = {
    "browser": (servers.chromium_binary, "Chromium", "chromium"),
    "private_postgres": (servers.postgres_bin, "PostgreSQL", "postgresql"),
    "private_redis": (servers.redis_binary, "Redis", "redis-server"),
    "typescript": (typescript_compiler, "The TypeScript compiler", "npm; npm ci"),
}

# Tests of a single database run in the phase that has it (`python -m tests`).
OTHER_PHASE = ("sqlite",) if FULL_STACK else ("postgres", "redis")


OWNS_RUN = pytest.StashKey[bool]()


def pytest_configure(config: pytest.Config) -> None:
    config.stash[OWNS_RUN] = servers.begin_run()
    settings.PASSWORD_HASHERS = ["tests.hashers.QuickArgon2"]
    settings.TERMS_VERSION = (
        0  # people are made without pages here; tests/accounts/identity/test_terms_of_service.py has terms
    )


def pytest_unconfigure(config: pytest.Config) -> None:
    if config.stash.get(OWNS_RUN, False):
        servers.end_run()


def missing_parts() -> dict[str, str]:
    """Return a sentence for each part that this machine lacks, by marker."""
    return {
        marker: f"{name} is missing: apt-get install {package}"
        for marker, (found, name, package) in NEEDS.items()
        if not found()
    }


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    for item in items:
        for fixture in getattr(item, "fixturenames", ()):
            if fixture in NEEDS_OF_FIXTURES:
                item.add_marker(NEEDS_OF_FIXTURES[fixture])
        if item.get_closest_marker("browser") and not sampling.in_browser_phase(item.nodeid):
            raise pytest.UsageError(f"{item.nodeid} needs a browser, and stands where that phase does not look")
    missing = missing_parts()
    if missing and REQUIRE_ALL:
        raise pytest.UsageError("; ".join(missing.values()))
    unwanted = (*missing, *OTHER_PHASE)

    def is_left_out(item: pytest.Item) -> bool:
        if any(item.get_closest_marker(name) for name in unwanted):
            return True
        return FULL_STACK and not sampling.uses_the_stack(
            item
        )  # it ran in the embedded phase, and would run the same code

    left_out = {item for item in items if is_left_out(item)}
    if sampling.tier() == sampling.FIRST:
        left_out |= sampling.left_out(
            (item for item in items if item not in left_out),
            on_postgresql=FULL_STACK,
            other_database=FULL_STACK or not {"private_postgres", "private_redis"} & set(missing),
        )
    if left_out:
        config.hook.pytest_deselected(items=[item for item in items if item in left_out])
        items[:] = [item for item in items if item not in left_out]
    items[:] = slow_ones_first(items, getattr(config, "workerinput", {}).get("workercount", 1))


def pytest_collection_finish() -> None:
    """Let the garbage collector pass by what has been collected, which stays to the end."""
    gc.collect()
    gc.freeze()


def slow_ones_first(items: list[pytest.Item], processes: int) -> list[pytest.Item]:
    """Return the tests in such an order that slow ones start first in each of the `processes`, each of which gets a
    part of the list. Slow ones of a file stay in one process, since they may share a site.
    """
    seconds = {item: mark.args[0] for item in items if (mark := item.get_closest_marker("slow"))}
    files: dict[str, list[pytest.Item]] = {}
    for item in seconds:
        files.setdefault(item.nodeid.partition("::")[0], []).append(item)
    shares: list[list[pytest.Item]] = [[] for _ in range(processes)]
    for tests in sorted(files.values(), key=lambda tests: -sum(map(seconds.__getitem__, tests))):
        min(shares, key=lambda share: sum(map(seconds.__getitem__, share))).extend(tests)
    others = iter([item for item in items if item not in seconds])
    ordered: list[pytest.Item] = []
    for number, share in enumerate(shares, 1):
        size = len(items) * number // processes - len(ordered)
        ordered += [*share, *itertools.islice(others, max(0, size - len(share)))]
    return [*ordered, *others]


def pytest_runtest_setup() -> None:
    """Reset the language, because Django's test client leaves the one of its last request active."""
    translation.deactivate()


def pytest_terminal_summary(terminalreporter: Any) -> None:
    for marker, sentence in missing_parts().items():
        terminalreporter.write_line(f"left out: tests marked {marker}, because {sentence}", yellow=True)


# --- the database of the tests in this process ----------------------------------------------------------------------


WORKER = os.environ.get("PYTEST_XDIST_WORKER", "")
PHASE = os.environ.get(servers.PHASE_VARIABLE, "pytest")


@pytest.fixture(scope="session")
def django_db_modify_db_settings() -> None:
    """Each process of a parallel run has its own database: a file (never in memory) or a PostgreSQL database."""
    database = settings.DATABASES["default"]
    if database["ENGINE"].endswith("sqlite3"):
        made = servers.run_folder() / f"{PHASE}-{WORKER or 'main'}.sqlite3"
        name = str(made)
        # What these tests write is thrown away: nothing has to be on the disk.
        database["OPTIONS"]["init_command"] = "PRAGMA journal_mode=WAL; PRAGMA synchronous=OFF;"
        if WORKER:
            shutil.copyfile(prepared_var() / "db.sqlite3", made)
    else:
        name = f"test_pyramido_{WORKER or 'main'}"
        if WORKER and PHASE == "full":
            create_postgres(name, prepared_postgres())
    database.setdefault("TEST", {})["NAME"] = name


@pytest.fixture(scope="session")
def django_db_keepdb() -> bool:
    """The processes of a parallel run have copies of one database that was migrated once for all."""
    return bool(WORKER)


# --- private servers for tests that start processes of their own ----------------------------------------------------


@pytest.fixture
def private_postgres() -> Iterator[str]:
    """The URL of an empty PostgreSQL database for a single test."""
    with new_postgres("template1") as url:
        yield url


@pytest.fixture
def migrated_postgres() -> Iterator[str]:
    """The URL of such a database with the site's tables in it."""
    with new_postgres(prepared_postgres()) as url:
        yield url


@contextmanager
def new_postgres(template: str) -> Iterator[str]:
    name = f"t_{secrets.token_hex(6)}"
    create_postgres(name, template)
    yield servers.postgres_url(name)
    with psycopg.connect(servers.postgres_url(), autocommit=True) as admin:
        admin.execute(f'DROP DATABASE "{name}" WITH (FORCE)'.encode())


def create_postgres(name: str, template: str) -> None:
    with psycopg.connect(servers.postgres_url(), autocommit=True) as admin:
        admin.execute(f'CREATE DATABASE "{name}" TEMPLATE "{template}"'.encode())


@pytest.fixture
def private_redis() -> str:
    """The URL of a Redis database (one of 64, so that tests rarely share one)."""
    return servers.redis_url(16 + secrets.randbelow(48))


# --- the whole site from outside ------------------------------------------------------------------------------------


@pytest.fixture(scope="session")
def live_site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveSite]:
    """The embedded server, started once for the tests of this process, with data of its own."""
    site = new_site(tmp_path_factory.mktemp("live") / "var", DJANGO_SETTINGS_MODULE="tests.quick_passwords")
    site.start()
    yield site
    site.stop()
    site.end()


@pytest.fixture
def own_site(tmp_path: Path) -> Iterator[LiveSite]:
    """An embedded server for a single test, not started: for tests that stop, kill or configure it."""
    site = new_site(tmp_path / "var")
    yield site
    site.end()


def scope_of_the_browser(fixture_name: str, config: pytest.Config) -> Literal["session", "module"]:
    """The phase of the browser has no other tests. Elsewhere a browser belongs to a module: while it is open,
    Playwright's loop runs in this thread, and Django and asyncio would refuse to work for other tests of the process.
    """
    return "session" if PHASE == "browser" else "module"


@pytest.fixture(scope=scope_of_the_browser)
def browser() -> Iterator[Browser]:
    """Debian's Chromium under Playwright (sync API)."""
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(
            executable_path=servers.chromium_binary(),
            args=["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-dev-shm-usage"],
        )
        expect.set_options(timeout=PAGE_TIMEOUT_MS)
        yield chromium
        chromium.close()


@pytest.fixture
def new_context(browser: Browser, live_site: LiveSite) -> Iterator[Callable[..., BrowserContext]]:
    """Return a function that makes browser contexts (each like another user's browser): `new_context(viewport=…)`;
    addresses may be relative.

    A script error or a violation of the Content-Security-Policy in any page fails the test. There is no service worker
    unless `service_workers="allow"`: with one, a test could not intercept all requests of a page.
    """
    contexts: list[BrowserContext] = []
    errors: list[str] = []

    def make(**options: Any) -> BrowserContext:
        context = browser.new_context(
            **{"base_url": live_site.url, "locale": "en-GB", "service_workers": "block", **options}
        )
        context.set_default_timeout(PAGE_TIMEOUT_MS)
        context.on("weberror", lambda error: errors.append(str(error.error)))
        context.on(
            "console",
            lambda message: errors.append(message.text) if "Content Security Policy" in message.text else None,
        )
        contexts.append(context)
        return context

    yield make
    for context in contexts:
        context.close()
    assert not errors, errors


@pytest.fixture
def page(new_context: Callable[..., BrowserContext]) -> Page:
    """A page in a browser of its own."""
    return new_context().new_page()


@pytest.fixture(scope="session", autouse=True)
def _the_api_answers_as_documented() -> Iterator[None]:
    """Check the API's responses in every test."""
    from tests.conformity import checked_answers  # needs the settings

    with checked_answers():
        yield
