"""More than fifteen files: one for each group of pages."""
