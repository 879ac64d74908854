"""The pages: a file or folder for each room; what views share is in `requests.py`.

A view reads the request, calls a service or a selector and renders a template.
"""
