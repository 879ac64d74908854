"""More than fifteen files: one for each module of the infrastructure."""
