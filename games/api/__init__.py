"""The REST API below /api/v1/ (docs/formats/api.md): one file for each room, with what views share in `views.py`.

A view reads the request, calls a service or a selector and answers. It imports presenters and rooms, never pages,
sockets or tasks. Only the site's addresses and settings call it; `games.api.document` makes its OpenAPI document.
"""
