"""AI players, which see only a view (docs/ai.md)."""
