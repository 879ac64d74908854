"""Set a bot's policy."""

from __future__ import annotations

from accounts.models import User
from engine import registry
from engine.core import GameError
from games.bots.models import BotPolicy
from games.bots.selectors.bot_policies import Policy, policy_json
from games.requests.refusals import Refusal


def set_policy(user: User, policy: Policy) -> None:
    """Store the policy. Raise Refusal if it names a game that does not exist."""
    for number, key in enumerate(policy.games or ()):
        try:
            registry.get(key)
        except GameError as error:
            refusal = Refusal.of(error)
            refusal.field = f"games[{number}]"
            raise refusal from error
    BotPolicy.objects.update_or_create(user=user, defaults={"accepts": policy_json(policy)})
