from django.apps import AppConfig


class SiteConfig(AppConfig):
    name = "pyramido_site"

    def ready(self) -> None:
        from pyramido_site import task_signals  # noqa: F401 (connects its receivers)
