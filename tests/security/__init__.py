"""Attacks, one file a kind.

More than fifteen files: one for each kind of attack.
"""
