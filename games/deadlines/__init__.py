"""What happens because time passes: deadlines, pauses, vacations and outages.

Pauses are asked for like take-backs, by requests that all players must agree to (`services/consent.py`).
"""
