"""Shapes of what the site sends by itself: frames of streams and sockets, and requests to webhooks."""
