"""Identity: guests, signing up and in, available names, second factors, sessions, deletion and retention.

Allauth reaches it through its adapters (`adapter.py`, `second_factor_adapter.py`).
"""
