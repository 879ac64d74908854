"""The project: settings, addresses, servers, background tasks, and what operators see.

It stands above every app and may import all of them. No app imports it, but for `infrastructure`, the pipes below all
apps. `stack` starts the whole site as plain processes, `sample_site` makes one to work on. The folder is flat although
it has more than fifteen files: Django, Celery, gunicorn and operators' commands name most of them by path, and hardly
one imports another. By use:

Settings and addresses:
- `settings`: every setting
- `environment`: reading the environment for them
- `urls`: the site's addresses
- `apps`: the app of this package

Servers:
- `asgi`: the ASGI application
- `asgi_server`: uvicorn, which ends streams before it stops
- `wsgi`: the WSGI application
- `embedded`: one process that serves everything
- `static_files`: static files before Django

What each request passes:
- `middleware`: middleware of our own
- `body_limit`: sizes of bodies
- `header_limit`: lengths of headers
- `storable_requests`: texts that cannot be stored
- `errors`: what is shown where no view answers
- `cache`: a cache that may be lost

Background tasks:
- `celery`: the Celery application
- `tasks`: signs of life of each queue
- `task_signals`: what Celery says of tasks, counted

What operators see:
- `health`: `/healthz` and `/readyz`
- `metrics`: `/metrics`
- `observed`: ids of requests and sockets
- `logs`: how log lines look
- `operator`: what is for operators alone
- `takeover`: copying a database of before the first release
- `tracing`: spans for OpenTelemetry
- `fault_reports`: faults for a Sentry
- `private_files`: files that only their owner may read

The administration:
- `admin`: the audit of its changes
- `admin_config`: our site in place of Django's
- `admin_site`: who gets in, and its tables
- `admin_theme`: its look
"""
