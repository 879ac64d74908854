"""Tables with their seats, invitations to them, and how a table is opened or a game is played again."""
