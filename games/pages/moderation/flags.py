"""Flags, by kind and strength, with their evidence in words."""

from __future__ import annotations

from dataclasses import dataclass

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render, resolve_url
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from games.fair_play.models import Flag
from games.moderation.selectors import lists
from games.moderation.services import follow_flag as follow_flag
from games.pages.moderation import desk
from games.pages.moderation.access import PAGE, at_the_desk, back, chosen, moderator
from games.pages.requests import tell
from games.presenters.moderation import evidence
from games.requests.refusals import Refusal
from pyramido_site.infrastructure.paging import shown_page
from pyramido_site.infrastructure.public_ids import PublicId

STRONG = 2000


@dataclass(frozen=True, slots=True)
class ShownFlag:
    """A flag in the list."""

    flag: Flag

    @property
    def strength(self) -> str:
        """The strength in multiples of its threshold, with one decimal."""
        return f"{self.flag.strength / 1000:.1f}"

    @property
    def new(self) -> bool:
        """Whether the flag is new."""
        return self.flag.state == Flag.State.NEW

    @property
    def dismissed(self) -> bool:
        """Whether the flag was dismissed."""
        return self.flag.state == Flag.State.DISMISSED

    @property
    def strong(self) -> bool:
        """Whether the flag is marked as strong."""
        return self.flag.strength >= STRONG

    @property
    def facts(self) -> list[str]:
        """The evidence in sentences."""
        return evidence.facts(self.flag)

    @property
    def games(self) -> list[str]:
        """Public ids of games that show the evidence."""
        return evidence.games(self.flag)


@at_the_desk
@require_safe
def flags(request: HttpRequest) -> HttpResponse:
    """Show the flags, strongest first."""
    user = moderator(request)
    kind, state = chosen(request, "kind", Flag.Kind.values), chosen(request, "state", Flag.State.values)
    page = shown_page(request, lists.flags(user, kind, state), PAGE, order=lists.FLAG_ORDER)
    context = {
        "at": "flags",
        "page": page,
        "flags": [ShownFlag(one) for one in page.rows],
        "kind": kind,
        "state": state,
        "kinds": Flag.Kind.choices,
        "states": Flag.State.choices,
        "here": request.get_full_path(),
        **desk.counts(user),
    }
    return render(request, "desk/flags.html", context)


@at_the_desk
@require_POST
def follow_up(request: HttpRequest, public_id: PublicId) -> HttpResponse:
    """Dismiss a flag, make it new again, or open a report from it."""
    user, wanted = moderator(request), request.POST.get("do", "")
    try:
        if wanted == "report":
            made = follow_flag.open_report(user, public_id, request.POST.get("text", "").strip())
            messages.success(request, _("The report is in the queue. Another moderator will decide."))
            return HttpResponseRedirect(resolve_url("desk_report", made.public_id))
        follow_flag.set_state(user, public_id, wanted)
        dismissed = wanted == Flag.State.DISMISSED
        messages.success(request, _("The flag was dismissed.") if dismissed else _("The flag was reopened."))
    except Refusal as refusal:
        tell(request, refusal)
    return back(request, "desk_flags")
