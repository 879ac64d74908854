"""Attacks.

More than fifteen files: one for each kind of attack.
"""
