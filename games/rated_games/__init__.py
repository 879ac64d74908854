"""What games hand to `ratings`, and annulments."""
