"""What games store about a user: deletion of accounts, retention, deletion of whole games."""
