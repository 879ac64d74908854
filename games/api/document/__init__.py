"""The API's document (docs/formats/openapi.json): the operations' own descriptions as OpenAPI, and its page.

Shapes are the types of answers; rooms with many have a file of their own. This package imports rooms, but no view:
operations are found by the site's addresses. Views take their shapes from here.
"""
