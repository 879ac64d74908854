"""Tests of servers, settings and what a site offers. More than fifteen files: one for each module at the top of
`pyramido_site`.
"""
