"""The REST API below /api/v1/ (docs/formats/api.md): a file or folder for each room; what views share is in `views.py`.

A view reads the request, calls a service or a selector and answers. `games.api.document` makes its OpenAPI document.
"""
