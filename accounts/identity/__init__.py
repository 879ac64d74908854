"""Identity: guests, signing up and in, names that are free, second factors, sessions, deletion and retention.

Imports every other room. Called by the doors, by allauth through its adapters, and by `games` for names and deletion.
"""
