"""Access: callers (session, personal token or OAuth token), scopes, applications, and reauthentication.

The doors here and in `games` ask this room before they answer; only this room decides whether a credential is valid.
"""
