"""Notifications: kinds, preferences, the outbox and its channels (e-mail, Web Push, webhooks), the bell, letters.

Other rooms call `services.tell`, which stores a notification; the tasks of `accounts.tasks` send it.
"""
