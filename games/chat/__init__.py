"""Chat at tables, and private notes."""
