"""Tests of servers, settings and what a site offers. More than fifteen files: one for each part that can be tested by
itself.
"""
