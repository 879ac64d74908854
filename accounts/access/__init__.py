"""Access: who calls (session, personal token, OAuth token), scopes, applications, and confirming it is really them.

Imports `users`, `sanctions` and `notifications`. Doors here and in `games` ask it before they answer; nothing else
decides whether a credential is valid.
"""
