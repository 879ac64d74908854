"""Players that see only a view (docs/ai.md)."""
