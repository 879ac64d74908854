"""Moderation: reports, decisions and their undoing, appeals, and roles (docs/formats/moderation.md).

Every decision goes through `services.decide`, `undo`, `confirm_provisional`, `annul` or `appeal`; `services.authority`
writes the log.
"""
