"""The API's document (docs/formats/openapi.json): what operations say of themselves, as OpenAPI, and its page.

Shapes are the types of answers; rooms with many have a file of their own. It imports rooms, but no view: operations
are found by the site's addresses. Views take their shapes from here.
"""
