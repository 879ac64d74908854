"""Identity: guests, signing up and in, available names, second factors, sessions, deletion and retention.

Imports every other room. Called by the doors, by allauth through its adapters, and by `games` for names and deletion.
"""
