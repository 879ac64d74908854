"""Saving the filters of a search."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext_noop

from accounts.models import User
from games.requests import texts
from games.requests.refusals import Refusal
from games.search.models import SavedFilters
from games.search.selectors.filters import Filters
from games.search.selectors.found_games import found_games
from pyramido_site.infrastructure.site_clock import now_ms


def save_filters(user: User, title: str, filters: Filters) -> SavedFilters:
    """Save the filters under a title; under one that the user has used, they replace the former filters.

    Raise Refusal 403 `account_needed` for guests, 422 for a title that is empty or too long, 422 `too_many`, and what
    the search itself is refused for.
    """
    if user.is_guest:
        raise Refusal(403, "account_needed", gettext_noop("Guests cannot save filters. Sign up first."))
    found_games(user, filters)
    named = texts.line(title, SavedFilters.TITLE_LENGTH, "title")
    with transaction.atomic():
        User.objects.select_for_update(no_key=True).get(pk=user.pk)  # one at a time, so that the limit holds
        own = SavedFilters.objects.filter(user=user)
        saved = own.filter(title=named).first()
        if saved is None:
            if own.count() >= SavedFilters.MOST:
                template = gettext_noop("You have saved %(most)s filters, the maximum. Delete some first.")
                raise Refusal(422, "too_many", template, most=SavedFilters.MOST)
            return SavedFilters.objects.create(user=user, title=named, filters=filters.to_json(), made_ms=now_ms())
        saved.filters = filters.to_json()
        saved.save(update_fields=["filters"])
    return saved
