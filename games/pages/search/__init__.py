"""Pages of the room `search`: finished games that pass filters, and running ones to watch."""
