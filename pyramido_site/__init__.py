"""The project: settings, URLs, servers, background tasks, and what operators see.

It stands above every app and may import all of them. No app imports it, except `infrastructure`, the pipes below all
apps. `stack` starts the whole site as plain processes, `sample_site` makes one to work on. The folder is flat although
it has more than fifteen files: Django, Celery, gunicorn and operators' commands name most of them by path, and few of
them import each other. By use:

Settings and URLs:
- `settings`: every setting
- `environment`: readers of environment variables
- `urls`: the root URLconf
- `routing`: the addresses of sockets
- `apps`: the app of this package
- `root_files`: the icon, and `robots.txt`
- `sitemaps`: addresses for search engines
- `theme`: light or dark, as the visitor has chosen

Servers:
- `asgi`: the ASGI application
- `asgi_server`: uvicorn, which ends streams before it stops
- `wsgi`: the WSGI application
- `embedded`: the site in one process
- `static_server`: static files before Django
- `catalogues`: the texts of scripts as static files
- `installable`: manifest, service worker, and the page shown without a network

Request handling:
- `security_headers`: middleware that adds them
- `content_security_policy`: which page may load what
- `body_limit`: limits of body sizes
- `header_limit`: limits of header sizes
- `redirect_limit`: a limit of the addresses of redirects
- `content_type`: refuses requests whose Content-Type cannot be read
- `storable_requests`: rejects texts that cannot be stored
- `errors`: error responses outside of views
- `cache`: a cache that fails open

Background tasks:
- `celery`: the Celery application
- `memory_broker`: the broker of the embedded shape
- `beat_schedule`: which task is started how often
- `tasks`: heartbeats of queues
- `task_signals`: metrics of tasks

What operators see:
- `probes`: answers health checks and metrics before all else
- `health`: `/healthz` and `/readyz`
- `metrics`: `/metrics`
- `observed`: ids of requests and sockets
- `logs`: formats of log lines
- `operator`: access for operators only
- `takeover`: copying a database from before the first release
- `tracing`: spans for OpenTelemetry
- `fault_reports`: faults for Sentry
- `private_files`: files that only their owner may read

The administration:
- `admin`: the audit of its changes
- `admin_config`: our site in place of Django's
- `admin_site`: access and tables
- `admin_theme`: its look
"""

import gc

gc.set_threshold(20_000)
"""With Python's own 700 a process starts in 1.5 s instead of 1.3, since what stays is looked through each time."""
