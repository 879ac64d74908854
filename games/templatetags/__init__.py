"""What templates of games can call. It imports presenters and rooms; templates load its modules by their names."""
