"""Answer challenges of bots at once, as their policies say (`games.bots.selectors.bot_policies`)."""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction

from games.bots.selectors import bot_policies as bots
from games.record.models import Game, Invitation
from games.requests.refusals import Refusal
from games.seating.services.answer_invitation import accept, decline


def answer_for_bots(made: Sequence[Invitation]) -> bool:
    """Answer new invitations of bots, in the transaction that created them. Return whether any was answered, so that
    rows of the table have changed.
    """
    answered = False
    for invitation in made:
        bot = invitation.user
        if not bot.is_bot or Game.objects.get(pk=invitation.game_id).status != Game.Status.OPEN:
            continue  # an earlier answer may have closed the table
        policy = bots.policy_of(bot)
        reason = bots.why_not(policy, bot, invitation.by, invitation.game)
        if reason is not None:
            decline(bot, invitation.public_id, reason)
        elif policy.automatic:
            try:
                with transaction.atomic():
                    accept(bot, invitation.public_id)
            except Refusal:  # the bot may not sit here
                decline(bot, invitation.public_id, "no")
        else:
            continue
        answered = True
    return answered
