"""Notifications: kinds, preferences, the outbox and its channels (e-mail, Web Push, webhooks), the bell, letters.

Imports `users` and `sanctions`. Whoever has something to tell calls `services.tell`, which stores it; the tasks of
`accounts.tasks` send it.
"""
