"""What changes something: a file for each verb."""
