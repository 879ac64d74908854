from django.apps import AppConfig
from django.conf import settings


class SiteConfig(AppConfig):
    """The app of this package."""

    name = "pyramido_site"

    def ready(self) -> None:
        """Load the Celery application and its signal receivers, register the browser's message catalogues, and start
        tracing and fault reports where configured.
        """
        from pyramido_site import celery, task_signals  # noqa: F401 (the current Celery application, and its receivers)
        from pyramido_site.catalogues import register

        register()

        # Optional packages; settings.py has checked that they are installed.
        if settings.OTEL_EXPORTER_OTLP_ENDPOINT:
            from pyramido_site import tracing

            tracing.start()
        if settings.SENTRY_DSN:
            from pyramido_site import fault_reports

            fault_reports.start(settings.SENTRY_DSN)
