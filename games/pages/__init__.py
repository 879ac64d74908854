"""The pages: one file for each room, with what views share in `requests.py`.

A view reads the request, calls a service or a selector and renders a template.
"""
