"""Shapes of what the site tells by itself: events, frames of streams and sockets, requests to webhooks; and the
document of the sockets (docs/formats/asyncapi.json).
"""
