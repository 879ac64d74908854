"""What is true of the whole repository: one file for each thing, which is why there are more than fifteen files."""
