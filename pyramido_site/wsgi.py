"""The WSGI application: static files, pages and API, for servers that separate requests from sockets."""

from __future__ import annotations

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "pyramido_site.settings")
django_application = get_wsgi_application()

# These imports need a configured Django.
from pyramido_site import urls  # noqa: E402, F401 (pages are loaded once, before workers are forked)
from pyramido_site.body_limit import WSGIBodyLimit  # noqa: E402
from pyramido_site.content_type import WSGIContentType  # noqa: E402
from pyramido_site.header_limit import WSGIHeaderLimit  # noqa: E402
from pyramido_site.static_server import file_table  # noqa: E402

application = WSGIHeaderLimit(WSGIBodyLimit(file_table(WSGIContentType(django_application))))
