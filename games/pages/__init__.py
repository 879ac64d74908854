"""The pages: one file or folder for each room, with what views share in `requests.py`.

A view reads the request, calls a service or a selector and renders a template.
"""
