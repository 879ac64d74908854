"""Bot accounts: which challenges they accept, and the addresses at which the server asks for their decisions."""
