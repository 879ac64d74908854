"""Tables with their seats, and invitations to them."""
