"""Moderation: reports, what moderators decide and undo, appeals, and who may do what (docs/formats/moderation.md)."""
