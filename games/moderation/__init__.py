"""Moderation: reports, decisions and their undoing, appeals, and roles (docs/formats/moderation.md).

It imports `matchmaking`, `fair_play`, `rated_games`, `chat` and what is below. Doors, tasks and `people` call it. Every
decision goes through `services.decide`, `undo`, `confirm_provisional`, `annul` or `appeal`; `services.authority` writes
the log.
"""
