from django.apps import AppConfig
from django.conf import settings


class SiteConfig(AppConfig):
    name = "pyramido_site"

    def ready(self) -> None:
        from pyramido_site import celery, task_signals  # noqa: F401 (the current Celery application, and its receivers)

        # Their packages are there only where somebody wants them (settings.py has looked).
        if settings.OTEL_EXPORTER_OTLP_ENDPOINT:
            from pyramido_site import tracing

            tracing.start()
        if settings.SENTRY_DSN:
            from pyramido_site import fault_reports

            fault_reports.start(settings.SENTRY_DSN)
