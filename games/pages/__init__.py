"""The pages: one file for each room, with what views share in `requests.py`.

A view reads the request, calls a service or a selector and renders a template. It imports presenters and rooms, never
the API, sockets or tasks. Only the site's addresses and settings call it.
"""
