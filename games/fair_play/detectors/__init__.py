"""Detectors: a file of pure arithmetic for each kind of flag."""
