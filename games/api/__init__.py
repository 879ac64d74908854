"""The REST API below /api/v1/ (docs/formats/api.md): one file or folder for each room, with what views share in `views.py`.

A view reads the request, calls a service or a selector and answers. `games.api.document` makes its OpenAPI document.
"""
