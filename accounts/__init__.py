"""Identity: users, guests, signing up, in and out. Knows nothing of games."""
