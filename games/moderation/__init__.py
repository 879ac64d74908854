"""Moderation: reports, what moderators decide, undoing it, appeals, and who may do what (docs/formats/moderation.md)."""
