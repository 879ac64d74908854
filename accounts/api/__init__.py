"""Door: the REST operations of a user's own account."""
