"""What the API adds to Django REST framework: authentication, parsing, negotiation, and answers for refusals and files.

It imports `record`, `requests` and accounts. The site's settings name its classes, and views call the rest.
"""
