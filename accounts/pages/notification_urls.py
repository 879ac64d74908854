"""At the root of the site: the list of notifications, the way out of e-mail, and the service worker."""

from django.urls import path

from accounts.pages import notifications as views

urlpatterns = [
    path("notifications/", views.notifications, name="notifications"),
    path("notifications/open/", views.open_notification, name="open_notification"),
    path("notifications/read/", views.read_notifications, name="read_notifications"),
    path("notifications/unsubscribe/<str:token>/", views.unsubscribe, name="unsubscribe"),
    path("sw.js", views.service_worker, name="service_worker"),
]
