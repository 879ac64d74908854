"""Public files of rated games, one per month."""
