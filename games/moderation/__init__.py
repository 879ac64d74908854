"""Moderation: reports, what moderators decide and undo, appeals, and who may do what (docs/formats/moderation.md).

It imports `matchmaking`, `fair_play`, `rated_games`, `chat` and what is below. Doors, tasks and `people` call it.
Every decision goes through `services.decide`, `undo`, `confirm`, `annul` or `appeal`, and `services.authority` writes
its log.
"""
