"""More than fifteen files: one for each pipe."""
