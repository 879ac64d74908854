"""Changes: a file for each verb."""
