"""What is sent after a commit: frames to the audiences of a table and to the lobby, and tasks to the broker."""
