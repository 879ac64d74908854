"""Every text that users enter, as an attacker would write it; also names that no form of the site would accept."""

from __future__ import annotations

from typing import Any

from accounts.access import oauth, tokens
from accounts.models import PushDevice, Sanction, User, Webhook
from accounts.notifications import services as notify
from accounts.sanctions import services as sanctions
from games.models import Appeal, ChatLine, Flag, Game, ModerationDecision, PrivateNote, Report
from games.moderation.services.report import file

MARK = "<img src=x onerror=window.evil=1>"
TEXT = f"\"'></script></textarea>{MARK}<script>window.evil=1</script>"
NAME = "<img src=x onerror=evil()>"


def written(owner: User, other: User, moderator: User, game: Game) -> dict[str, Any]:
    """Store `TEXT` wherever two players of `game` can write something; return the ids of the created rows."""
    for number, user in enumerate((owner, other)):
        User.objects.filter(pk=user.pk).update(display_name=f"{NAME}{number}", name_key=f"{NAME}{number}")
    ids = {"owner": owner.public_id, "other": other.public_id, "game": game.public_id}
    for user in (owner, other):
        line = ChatLine.objects.create(game=game, user=user, room="players", text=TEXT, at_ms=1)
    PrivateNote.objects.create(game=game, user=owner, text=TEXT, at_ms=1)
    tokens.make(owner, TEXT[:60], ["games:read"], None)
    app, _secret = oauth.register(owner, "Chart", ["https://app.example/"], confidential=False)
    type(app).objects.filter(pk=app.pk).update(name=TEXT[:100])
    Webhook.objects.create(user=owner, url=f"https://hooks.example/{TEXT}", secret="s", created_ms=1)
    PushDevice.objects.create(
        user=owner, endpoint=f"https://push.example/{owner.pk}", p256dh="x", auth="y", user_agent=TEXT, created_ms=1
    )
    file(owner, "harassment", "line", game=game.public_id, line=line.public_id, text=TEXT)
    report = file(owner, "stalling", "game", reported=other, game=game.public_id, text=TEXT)
    Report.objects.update(answer=TEXT)
    warning = sanctions.impose(owner, Sanction.Kind.WARNING, TEXT, None)
    decision = ModerationDecision.objects.create(
        action="warning", by=moderator, user=owner, reason=TEXT, at_ms=1, data={"old": NAME, "new": TEXT},
        report=report, sanction=warning, game=game.public_id,
    )  # fmt: skip
    Appeal.objects.create(decision=decision, text=TEXT, at_ms=1)
    evidence = {"lines": 3, "abusive": 1, "weight": 3, "words": {TEXT: 1}, "which": [[game.public_id, line.public_id]]}
    Flag.objects.create(kind="abuse", key=TEXT[:60], user=owner, strength=1500, evidence=evidence, at_ms=1)
    notify.tell("your_turn", [owner.pk], subject=game.public_id, key="evil", data={"game": TEXT, "who": TEXT})
    return {**ids, "report": report.public_id, "appeal": decision.public_id}
