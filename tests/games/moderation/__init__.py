"""More than fifteen files: one for each thing that moderators or players do."""
