"""What the API adds to Django REST framework: who calls, what is read, how a refusal and a file are answered.

It imports `record`, `requests` and accounts. The site's settings name its classes, and views call the rest.
"""
