"""Users: accounts, their names, e-mail addresses and blocks."""
