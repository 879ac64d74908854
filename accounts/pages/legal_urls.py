"""What the site says of itself."""

from django.urls import path

from accounts.pages import legal

urlpatterns = [
    path("privacy/", legal.privacy, name="privacy"),
    path("terms/", legal.terms, name="terms"),
    path("terms/agree/", legal.agree_to_terms, name="agree_to_terms"),
]
