"""What people say, report and decide around the games, and what they are told."""

from __future__ import annotations

from collections.abc import Sequence

from accounts.models import Notification, User
from accounts.notifications import bell
from accounts.users import blocks
from games.chat.services.say import say
from games.chat.services.write_note import write_note
from games.models import Game, Report
from games.moderation.services import claim_report
from games.moderation.services import report as reports
from games.moderation.services.appeal import appeal
from games.moderation.services.decide import decide
from games.moderation.services.report import report_line
from games.tasks import announce_late
from games.time.clocks import MINUTE_MS, SECOND_MS
from pyramido_site.sample_site.people import People
from pyramido_site.sample_site.play import Playing

TALK = (
    "Hello! Have fun.",
    "You too. I have not played this one for a while.",
    "Nice move. I did not see that coming.",
    "I move again tonight, I am on a train.",
)
INSULT = "You play like a rock. Give up."


def speak(playing: Playing, people: People, games: Sequence[Game]) -> None:
    """A conversation at the first of these tables, a line of a spectator, and a note at the second."""
    first, second, *_ = games
    sitting = [seat.user for seat in first.seats.select_related("user") if seat.user is not None]
    for number, text in enumerate(TALK):
        playing.clock.wait(MINUTE_MS)
        say(sitting[number % 2], first.public_id, "players", text)
    spectator = next(user for user in people.others if user not in sitting)
    say(spectator, first.public_id, "spectators", "What a start!")
    write_note(people.me, second.public_id, "Keep the long row for the last stage.")


def report(playing: Playing, people: People) -> None:
    """Reports that wait, one that a moderator looks at, one that was upheld, and an appeal against that."""
    me, others = people.me, people.others
    game = Game.objects.filter(status=Game.Status.FINISHED, seats__user=me).order_by("-finished_ms").first()
    assert game is not None
    rude = next(seat.user for seat in game.seats.select_related("user") if seat.user not in (None, me))
    line = say(rude, game.public_id, "players", INSULT)
    report_line(me, game.public_id, line["id"], "insult")
    reports.file(others[8], Report.Kind.NAME, Report.About.PROFILE, reported=others[9], text="Is this a joke?")
    looked_at = reports.file(
        others[8], Report.Kind.MULTIPLE, Report.About.PROFILE, reported=others[10],
        text="Plays at the same hours as another account, and never against it.",
    )  # fmt: skip
    claim_report.claim(people.moderator, looked_at.public_id)
    upheld = reports.file(
        me, Report.Kind.OTHER, Report.About.PROFILE, reported=others[9], text="Sends the same link to everybody."
    )
    decision = decide(
        people.moderator, "warning", others[9], "Links to other sites in the chat", report=upheld.public_id,
        answer="Thank you: the player has been warned.",
    )  # fmt: skip
    playing.clock.wait(SECOND_MS)
    appeal(others[9], decision.public_id, "It was a link to the rules.")
    _block(others[0], others[9])


def _block(user: User, other: User) -> None:
    blocks.block(user, other)


def tell(playing: Playing) -> None:
    """Notify players of what has happened in their games, as the site does a few seconds later."""
    playing.clock.wait(5 * SECOND_MS)
    announce_late()


def read_all() -> None:
    """Mark all notifications so far as read."""
    bell.mark_read(Notification.objects.all())
