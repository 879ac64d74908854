"""Delivery: at once, daily, retried after a failure, and never twice unless a process dies in between.

In one file: all of it is about when a message counts as sent.
"""

from __future__ import annotations

import email
import email.policy
import json
import re
import shutil
import signal
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from datetime import datetime
from email.message import EmailMessage
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from aiosmtpd.controller import Controller
from allauth.account.models import EmailAddress
from django.test import Client

from accounts.models import DEAD, DROPPED, SENDING, SENT, WAITING, Outbox, Preferences, User
from accounts.notifications import delivery, preferences
from accounts.notifications.delivery_channels import Contents
from accounts.notifications.delivery_times import GATHER_MS
from accounts.notifications.services import forget, tell
from pyramido_site.infrastructure import site_clock
from tests.live import ROOT, LiveSite, environment, prepared_var
from tests.people import account
from tests.servers import free_port, wait_until

GAME = "p3Xk9QvT2mWz"
DAY_MS = 24 * 3600 * 1000


class Clock:
    """The accounts' clock, set by the test."""

    def __init__(self) -> None:
        self.now = site_clock.machine_ms()

    def set(self, zone: str, *moment: int) -> None:
        self.now = int(datetime(*moment, tzinfo=ZoneInfo(zone)).timestamp() * 1000)  # type: ignore[arg-type,misc]


@pytest.fixture
def clock() -> Iterator[Clock]:
    made = Clock()
    site_clock.use(lambda: made.now)
    yield made
    site_clock.use(site_clock.machine_ms)


class Box:
    """A mail server's handler that keeps accepted mails and responds as configured."""

    def __init__(self) -> None:
        self.mails: list[EmailMessage] = []
        self.answer = "250 OK"
        self.recipient = "250 OK"

    async def handle_RCPT(  # noqa: N802 (aiosmtpd's name)
        self, server: Any, session: Any, envelope: Any, address: str, options: Any
    ) -> str:
        if self.recipient.startswith("250"):
            envelope.rcpt_tos.append(address)
        return self.recipient

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802
        if self.answer.startswith("250"):
            made = email.message_from_bytes(envelope.content, policy=email.policy.default)
            self.mails.append(made)
        return self.answer


@pytest.fixture
def port(settings: Any) -> int:
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", free_port()
    settings.SITE_URL = "https://play.example"
    return int(settings.EMAIL_PORT)


@pytest.fixture
def server(port: int) -> Iterator[Controller]:
    made = Controller(Box(), hostname="127.0.0.1", port=port)
    made.start()
    yield made
    made.stop(no_assert=True)


@pytest.fixture
def box(server: Controller) -> Box:
    return server.handler


pytestmark = pytest.mark.django_db


def person(name: str = "Anna", **chosen: Any) -> User:
    user = account(name, email=f"{name.lower()}@example.org")
    if chosen:
        preferences.change(user.pk, chosen)
    return user


def your_turn(user: User, seq: int = 1, **data: Any) -> None:
    told = {"game": "Pyramido", **data}
    tell("your_turn", [user.pk], subject=GAME, key=f"your_turn:{GAME}:{seq}", data=told)


def text_of(mail: EmailMessage) -> str:
    body = mail.get_body(("plain",))
    assert body is not None
    return str(body.get_content())


def test_turns_at_once_are_one_mail_after_a_moment(clock: Clock, box: Box) -> None:
    anna = person(language="fr", zone="Europe/Rome")
    clock.set("Europe/Rome", 2026, 3, 1, 12, 0)
    your_turn(anna, 1, deadline_ms=clock.now + DAY_MS)
    your_turn(anna, 2, deadline_ms=clock.now + DAY_MS)  # of a game only the newest turn is told
    tell("your_turn", [anna.pk], subject="another", key="another", data={"game": "Pyramido"})
    assert delivery.deliver("email") == 0
    clock.now += GATHER_MS
    assert delivery.deliver("email") == 1 and delivery.deliver("email") == 0
    (mail,) = box.mails
    assert mail["To"] == "anna@example.org" and mail["Auto-Submitted"] == "auto-generated"
    assert mail["Message-ID"] == f"<{Outbox.objects.get().message_id}@play.example>"
    assert [text_of(mail).count(f"https://play.example/games/{game}/") for game in (GAME, "another")] == [1, 1]
    assert "2 mars 2026" in text_of(mail) and "12:00" in text_of(mail) and "Europe/Rome" in text_of(mail)
    html = mail.get_body(("html",))
    assert html is not None and 'lang="fr"' in html.get_content()


def test_a_mail_shows_the_game_by_the_address_of_its_picture(clock: Clock, box: Box) -> None:
    """In the reader's language, as strangers may see it, and only of turns and ends; the picture itself is not sent."""
    anna = person(language="fr")
    told = {"game": "Pyramido"}
    tell("your_turn", [anna.pk], subject=GAME, key="t", data=told, players={anna.pk: "Anna", 0: "Berta"}, seq=42)
    tell("plan_dropped", [anna.pk], subject=GAME, key="p", data=told, seq=43)
    clock.now += GATHER_MS
    delivery.deliver("email")
    (mail,) = box.mails
    html = mail.get_body(("html",))
    assert html is not None and not list(mail.iter_attachments())
    (picture,) = re.findall(r"<img [^>]*>", html.get_content())
    assert f'src="https://play.example/games/{GAME}/previews/fr/42.png"' in picture
    assert 'alt="Pyramido avec Berta' in picture


def test_the_subject_of_a_mail_names_the_games(clock: Clock, box: Box) -> None:
    anna = person()
    for n, name in enumerate(("Berta", "Carla", "Berta", "Dora", "Emma")):
        players = {anna.pk: "Anna", 0: name}
        tell("your_turn", [anna.pk], subject=name, key=f"t{n}", data={"game": "Pyramido"}, players=players)
        if n in (0, 2, 4):
            clock.now += GATHER_MS
            delivery.deliver("email")
    tell("plan_dropped", [anna.pk], subject="Emma", key="p", data={"game": "Pyramido"}, players={0: "Emma"})
    tell("moderation", [anna.pk], key="m", data={"text": "Be kind."})
    clock.now += GATHER_MS
    delivery.deliver("email")
    assert [mail["Subject"] for mail in box.mails] == [
        "Pyramido with Berta – it is your turn.",
        "2 games are waiting for you: Pyramido with Carla; Pyramido with Berta",
        "2 games are waiting for you: Pyramido with Dora; Pyramido with Emma",
        "2 new notifications: Pyramido with Emma",
    ]


@pytest.mark.parametrize(
    ("zone", "minute", "told", "due"),
    [
        ("Europe/Rome", 480, (2026, 3, 1, 7, 59), (2026, 3, 1, 8, 0)),
        ("Europe/Rome", 480, (2026, 3, 1, 8, 0), (2026, 3, 2, 8, 0)),
        ("Europe/Rome", 480, (2026, 3, 28, 9, 0), (2026, 3, 29, 8, 0)),  # the clock goes forward in between
        ("Europe/Rome", 150, (2026, 3, 28, 9, 0), (2026, 3, 29, 3, 30)),  # 02:30 is skipped on that day
        ("Europe/Rome", 150, (2026, 10, 24, 9, 0), (2026, 10, 25, 2, 30)),  # 02:30 occurs twice on that day
        ("Pacific/Kiritimati", 0, (2026, 5, 5, 23, 59), (2026, 5, 6, 0, 0)),
        ("America/Los_Angeles", 1439, (2026, 12, 31, 23, 58), (2026, 12, 31, 23, 59)),
    ],
)
def test_the_digest_comes_at_the_player_s_hour(
    clock: Clock, box: Box, zone: str, minute: int, told: tuple[int, ...], due: tuple[int, ...]
) -> None:
    anna = person(zone=zone, digest_minute=minute, matrix={"your_turn": {"email": "digest"}})
    clock.set(zone, *told)
    your_turn(anna, 1)
    your_turn(anna, 2)
    clock.set(zone, *due)
    clock.now -= 1
    assert delivery.deliver("email") == 0
    clock.now += 1
    assert delivery.deliver("email") == 1
    assert len(box.mails) == 1


def test_a_digest_follows_a_change_of_time_zone(clock: Clock) -> None:
    clock.set("Europe/Rome", 2026, 3, 1, 7, 0)
    anna = person(zone="Europe/Rome", matrix={"your_turn": {"email": "digest"}})
    your_turn(anna)
    preferences.change(anna.pk, {"zone": "America/New_York"})
    there = datetime.fromtimestamp(Outbox.objects.get().due_ms / 1000, ZoneInfo("America/New_York"))
    assert (there.hour, there.minute, there.day) == (8, 0, 1)


@pytest.mark.parametrize("what", ["forgotten", "switched off", "not confirmed", "inactive"])
def test_obsolete_messages_are_not_sent(clock: Clock, box: Box, what: str) -> None:
    anna = person()
    your_turn(anna)
    if what == "forgotten":
        forget([anna.pk], subject=GAME, kinds=["your_turn"])
    elif what == "switched off":
        preferences.change(anna.pk, {"matrix": {"your_turn": {"email": "off"}}})
    elif what == "not confirmed":
        EmailAddress.objects.update(verified=False)
    else:
        User.objects.update(is_active=False)
    clock.now += GATHER_MS
    delivery.deliver("email")
    assert box.mails == [] and Outbox.objects.get().state == DROPPED


def test_one_click_ends_mail_and_a_look_does_not(clock: Clock, box: Box) -> None:
    anna = person()
    your_turn(anna)
    clock.now += GATHER_MS
    delivery.deliver("email")
    (mail,) = box.mails
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    address = re.fullmatch(r"<https://play\.example(/.+)>", mail["List-Unsubscribe"].strip())
    assert address is not None and address[1] in text_of(mail)
    anybody = Client(enforce_csrf_checks=True)
    assert anybody.get(address[1]).status_code == 200
    assert preferences.choice(preferences.of(anna.pk), "your_turn")["email"] == "at_once"
    assert anybody.get(address[1][:-2] + "x/").status_code == 404
    assert anybody.post(address[1], {"List-Unsubscribe": "One-Click"}).status_code == 200
    chosen = preferences.matrix(preferences.of(anna.pk))
    assert {choice["email"] for choice in chosen.values()} == {"off"} and chosen["your_turn"]["push"]


def test_a_broken_server_delays_and_loses_nothing(clock: Clock, port: int) -> None:
    anna, berta = person("Anna"), person("Berta")
    your_turn(anna)
    your_turn(berta)
    clock.now += GATHER_MS
    waits = []
    for _ in range(8):
        assert delivery.deliver("email") >= 1  # no server listens there
        first = Outbox.objects.order_by("due_ms").first()
        assert first is not None and first.state == WAITING
        waits.append(first.due_ms - clock.now)
        clock.now = max(row.due_ms for row in Outbox.objects.all())
    assert max(waits) <= 600_000 and Outbox.objects.filter(doubts=0, attempts__gte=3).count() == 2
    server = Controller(Box(), hostname="127.0.0.1", port=port)
    server.start()
    try:
        clock.now += 600_000
        delivery.deliver("email")
        assert sorted(mail["To"] for mail in server.handler.mails) == ["anna@example.org", "berta@example.org"]
    finally:
        server.stop(no_assert=True)
    assert set(Outbox.objects.values_list("state", "doubts")) == {(SENT, 0)}


def test_a_server_that_refuses_is_asked_again(clock: Clock, box: Box) -> None:
    your_turn(person())
    clock.now += GATHER_MS
    box.answer = "451 later"
    delivery.deliver("email")
    row = Outbox.objects.get()
    assert (row.state, row.attempts, row.doubts) == (WAITING, 1, 0) and row.due_ms > clock.now
    box.answer, clock.now = "250 OK", row.due_ms
    delivery.deliver("email")
    assert [mail["Message-ID"] for mail in box.mails] == [f"<{row.message_id}@play.example>"]


def test_an_address_that_is_refused_for_days_is_given_up(clock: Clock, box: Box) -> None:
    your_turn(person())
    box.recipient = "550 no such user"
    for _ in range(2):
        clock.now += 2 * DAY_MS
        delivery.deliver("email")
    row = Outbox.objects.get()
    assert (row.state, row.attempts) == (DEAD, 2) and "550" in row.problem


def test_a_lease_keeps_others_away_and_runs_out(clock: Clock, box: Box) -> None:
    your_turn(person())
    clock.now += GATHER_MS
    claimed = delivery.claim("email")
    assert claimed is not None and claimed.state == SENDING and delivery.claim("email") is None
    assert claimed.user is not None
    your_turn(claimed.user, 2)
    assert Outbox.objects.count() == 2  # a message that may be in delivery is not extended
    clock.now += delivery.LEASE_MS
    assert delivery.deliver("email") == 2
    assert sorted(Outbox.objects.values_list("attempts", "doubts")) == [(1, 0), (2, 1)]
    assert delivery.figures()["email"] | {"sent": 2, "attempts": 3, "doubts": 1} == delivery.figures()["email"]


def test_old_messages_are_deleted_except_pending_ones(clock: Clock, box: Box) -> None:
    anna = person()
    your_turn(anna, 1)
    clock.now += GATHER_MS
    delivery.deliver("email")
    your_turn(anna, 2)
    clock.now += delivery.KEEP_MS + 1
    delivery.delete_old_messages()
    assert [row.state for row in Outbox.objects.all()] == [WAITING]
    assert delivery.contents_of(Outbox.objects.get()) == Contents(
        anna, Preferences.objects.get(), list(anna.notifications.all()), "anna@example.org"
    )


EMBEDDED = """
from accounts.models import Outbox
from accounts.notifications.services import tell
from tests.people import account
from accounts.access.tokens import make
anna = account("Filed Mail", email="files@example.org")
for game in ("p3Xk9QvT2mWz", "p3Xk9QvT2mWy"):
    tell("your_turn", [anna.pk], subject=game, key=game, data={"game": "Pyramido"}, seq=7)
Outbox.objects.filter(user=anna).update(due_ms=2**52)
print(make(anna, "page", ["account:write"], 30)[1])
"""
NOW = "from accounts.models import Outbox; Outbox.objects.filter(due_ms=2**52).update(due_ms=0)"


def test_the_embedded_site_s_worker_writes_mail_into_files_but_not_about_what_a_page_has_shown(
    live_site: LiveSite,
) -> None:
    token = live_site.run(EMBEDDED).strip()
    shown = urllib.request.Request(
        f"{live_site.url}/api/v1/notifications/read",
        json.dumps({"subject": "p3Xk9QvT2mWz", "seq": 7}).encode(),
        {"Authorization": f"Bearer {token}", "Content-Type": "application/json"},
    )
    with urllib.request.urlopen(shown) as answer:
        assert json.load(answer) == {"unread": 1}
    live_site.run(NOW)

    def written() -> list[str]:
        texts = [file.read_text() for file in (live_site.var / "mail").glob("*.log")]
        return [text for text in texts if "To: files@example.org" in text]

    wait_until(lambda: bool(written()), 60, "a file with mail")
    (mail,) = written()
    assert "/games/p3Xk9QvT2mWy/" in mail and "/games/p3Xk9QvT2mWz/" not in mail


# --- a process that dies --------------------------------------------------------------------------------------------

DIE_AFTER_ACCEPTANCE = """
import os, signal
from accounts.notifications import delivery
delivery._done = lambda *_: os.kill(os.getpid(), signal.SIGKILL)
delivery.deliver("email")
"""
ELSEWHERE = "import socket; socket.gethostname = lambda: 'elsewhere'; "
SEND = "from accounts.notifications import delivery; delivery.deliver('email')"
TELL = """
from accounts.notifications.services import tell
from tests.people import account
anna = account("Anna", email="anna@example.org")
for seq in range(2):
    tell("your_turn", [anna.pk], subject="p3Xk9QvT2mWz", key=f"k{seq}", data={"game": "Pyramido"})
"""
DUE = "from accounts.models import Outbox; Outbox.objects.update(due_ms=0)"
FIGURES = "from django.core.management import call_command; call_command('outbox')"


def test_a_death_between_acceptance_and_commit_is_the_only_double(tmp_path: Path) -> None:
    """Real processes, killed with SIGKILL; possible duplicates are counted."""
    var = tmp_path / "var"
    shutil.copytree(prepared_var(), var)
    box = Box()
    server = Controller(box, hostname="127.0.0.1", port=free_port())
    server.start()

    def run(script: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, str(ROOT / "manage.py"), "shell", "--no-imports", "-v", "0", "-c", script],
            env=environment(var, EMAIL_URL=f"smtp://127.0.0.1:{server.port}"), cwd=ROOT,
            stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False,
        )  # fmt: skip

    try:
        assert run(TELL + DUE).returncode == 0
        assert run(DIE_AFTER_ACCEPTANCE).returncode == -signal.SIGKILL
        assert len(box.mails) == 1
        assert run(ELSEWHERE + SEND).returncode == 0 and len(box.mails) == 1  # its lease is still valid
        done = run(SEND + "; " + FIGURES)  # on its own machine it is known to be dead
    finally:
        server.stop(no_assert=True)
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    counted = next(line for line in lines if line["channel"] == "email")
    assert (counted["sent"], counted["attempts"], counted["doubts"]) == (1, 2, 1), done.stderr
    assert len(box.mails) == 2 and len({mail["Message-ID"] for mail in box.mails}) == 1
