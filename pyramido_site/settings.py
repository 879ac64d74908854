"""Settings, driven by the environment. Without any variable this is the embedded shape (docs/architecture.md).

In one file, where Django and its readers look for a setting.

`DATABASE_URL`, `DATABASE_POOL` (most connections of a process; twice as many for one that serves sockets), `REDIS_URL`,
`LOOP_DATABASE` (0: the loop that serves sockets leaves all queries to threads), `SECRET_KEY`, `SECRET_KEY_FALLBACKS`
(previous keys), `DEBUG`, `ALLOWED_HOSTS`, `VAR_DIR` (the site's data), `GUEST_LIMIT` (guests per address, like
60/h/ip), `CSRF_TRUSTED_ORIGINS`, `HTTPS` (1 behind a proxy that ends TLS and sets X-Forwarded-Proto), `TRUSTED_PROXIES`
(number of proxies in front of the site), `AI_SECONDS` (time for one decision of an AI), `SITE_URL` (in links of
messages), `EMAIL_URL` (the mail server, like smtp+tls://user:password@host:587; console: prints mail; without it mail
goes to files), `DEFAULT_FROM_EMAIL`, `VAPID_KEY` (the key of Web Push), `HSTS_SUBDOMAINS` and `HSTS_PRELOAD` (1: with
HTTPS, the header covers subdomains and requests preloading), `STAFF_NEED_MFA` (0: the administration requires no second
factor), `LOOPBACK_WEBHOOKS` (1: webhooks may go to this machine), `EXPORTS_DIR` (the public files of games),
`LEADERBOARD_OPPONENTS` (different opponents needed for the leaderboard), `OPERATOR_NAME`, `OPERATOR_CONTACT`,
`OPERATOR_ADDRESS`, `OPERATOR_AUTHORITY`, `OPERATOR_LAW`, `MINIMUM_AGE` and `TERMS_VERSION` (for the terms and the
privacy page), `TEMPLATES_DIR` (templates that override the site's), `LOG_LEVEL`, `LOG_FORMAT` (json: one object per
line), `METRICS_TOKEN` (grants access to /metrics), `METRICS_DIR` (where processes sum their metrics),
`OTEL_EXPORTER_OTLP_ENDPOINT` (where traces go), `SENTRY_DSN` (where faults are reported). `PYRAMIDO_CLOCK` is for
simulations only (pyramido_site/infrastructure/site_clock.py).
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from django.utils.translation import gettext_lazy as _
from kombu import Exchange, Queue

from accounts.identity.rate_limits import LIMITS
from games.requests.rate_limits import RATES
from pyramido_site import beat_schedule, environment, private_files
from pyramido_site.admin_theme import UNFOLD as UNFOLD

BASE_DIR = Path(__file__).resolve().parent.parent
environment.begin()
VAR_DIR = private_files.private_folder("VAR_DIR", BASE_DIR / "var")

DEBUG = environment.flag("DEBUG")
HTTPS = environment.flag("HTTPS")
SECRET_KEY = environment.secret_key(VAR_DIR)
SECRET_KEY_FALLBACKS = environment.words("SECRET_KEY_FALLBACKS")
ALLOWED_HOSTS = environment.hosts("ALLOWED_HOSTS", "localhost 127.0.0.1 [::1]")
CSRF_TRUSTED_ORIGINS = environment.origins("CSRF_TRUSTED_ORIGINS")
REDIS_URL = environment.redis(os.environ.get("REDIS_URL", ""))
TRUSTED_PROXIES = environment.whole("TRUSTED_PROXIES", os.environ.get("TRUSTED_PROXIES") or "0", most=100)

INSTALLED_APPS = [
    "pyramido_site",
    "games",
    "ratings",
    "accounts",
    "unfold.apps.BasicAppConfig",
    "pyramido_site.admin_config.AdminConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.sitemaps",
    "django.contrib.staticfiles",
    "allauth",
    "allauth.account",
    "allauth.idp.oidc",
    "allauth.mfa",
    "allauth.usersessions",
    "channels",
    "corsheaders",
    "drf_spectacular_sidecar",
    "rest_framework",
]

MIDDLEWARE = [
    "pyramido_site.probes.probes",
    "pyramido_site.observed.Observed",
    "games.api.http.answer_headers.answer_headers",
    "pyramido_site.redirect_limit.bounded_redirects",
    "django.middleware.security.SecurityMiddleware",
    "corsheaders.middleware.CorsMiddleware",
    "pyramido_site.security_headers.security_headers",
    "pyramido_site.storable_requests.Storable",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "accounts.identity.sessions.renewal",
    "accounts.identity.account_header.account_header",
    "accounts.sanctions.device_fingerprints.noting",
    "games.pages.moderation.sanction_pages.closed_accounts",
    "accounts.pages.terms_first.TermsFirst",
]

ROOT_URLCONF = "pyramido_site.urls"
ASGI_APPLICATION = "pyramido_site.asgi.application"
WSGI_APPLICATION = "pyramido_site.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [*environment.words("TEMPLATES_DIR"), BASE_DIR / "templates"],  # the operator's own first
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "pyramido_site.theme.context",
                "games.pages.context.games_waiting",
                "games.pages.moderation.sanction_pages.warnings",
                "games.pages.context.desk",
                "accounts.notifications.bell.context",
                "accounts.identity.terms_of_service.context",
            ],
        },
    }
]

# --- data ---------------------------------------------------------------------------------------------------------
LOOP_DATABASE = environment.flag("LOOP_DATABASE", default=True)
DATABASE_POOL = environment.whole("DATABASE_POOL", os.environ.get("DATABASE_POOL") or "16", least=1, most=1000)
DATABASES = {"default": environment.database(os.environ.get("DATABASE_URL", ""), VAR_DIR, DATABASE_POOL)}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# VAR_DIR belongs to one machine: machines that serve a site together share a folder for the public files of games.
STORAGES: dict[str, Any] = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "pyramido_site.infrastructure.static_file_versions.HashedStorage"},
    "exports": {
        "BACKEND": "games.exports.storage.ExportStorage",
        "OPTIONS": {"location": VAR_DIR / "exports", "file_permissions_mode": 0o600},
    },
    "pictures": {
        "BACKEND": "django.core.files.storage.FileSystemStorage",
        "OPTIONS": {"location": VAR_DIR / "pictures", "file_permissions_mode": 0o600, "allow_overwrite": True},
    },
}
if os.environ.get("EXPORTS_DIR"):
    STORAGES["exports"]["OPTIONS"] = {"location": os.environ["EXPORTS_DIR"], "directory_permissions_mode": 0o755}

# A lost Redis fails within these limits, and no move waits for it.
REDIS_TIMEOUT_S = 0.3
_REDIS_LIMITS = {"socket_timeout": REDIS_TIMEOUT_S, "socket_connect_timeout": REDIS_TIMEOUT_S}

CACHES: dict[str, Any] = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}
CHANNEL_LAYERS: dict[str, Any] = {"default": {"BACKEND": "channels.layers.InMemoryChannelLayer"}}
if REDIS_URL:
    CACHES["default"] = {
        "BACKEND": "pyramido_site.cache.FailOpenCache",
        "LOCATION": REDIS_URL,
        "OPTIONS": _REDIS_LIMITS,
    }
    CHANNEL_LAYERS["default"] = {
        "BACKEND": "pyramido_site.infrastructure.channel_layer.Layer",
        # Redis' pub/sub ignores database numbers: the prefix separates sites that share a server.
        "CONFIG": {"hosts": [REDIS_URL], "prefix": f"pyramido{urlsplit(REDIS_URL).path}"},
    }

# --- background work ------------------------------------------------------------------------------------------------
CELERY_BROKER_URL = REDIS_URL or "memory://localhost/"
if REDIS_URL:
    # An unacknowledged task is redelivered after this time; the sweep finds its work long before.
    CELERY_BROKER_TRANSPORT_OPTIONS = {
        "visibility_timeout": 60,
        "socket_timeout": 5,
        "socket_connect_timeout": REDIS_TIMEOUT_S,
    }
else:
    CELERY_BROKER_TRANSPORT = "pyramido_site.memory_broker:Transport"
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None
CELERY_WORKER_CONSUMER = "pyramido_site.celery:ReconnectingConsumer"
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_PUBLISH_RETRY = False
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_WORKER_ENABLE_REMOTE_CONTROL = False
CELERY_WORKER_SEND_TASK_EVENTS = False
CELERY_TASK_DEFAULT_QUEUE = "turns"
# Without an exchange and a routing key of its own, a queue would also receive tasks of the default one.
QUEUES = ("turns", "ai", "ratings", "mail", "bots", "files", "signals")
CELERY_TASK_QUEUES = [Queue(name, Exchange(name), routing_key=name) for name in QUEUES]
CELERY_TASK_ROUTES = {
    "games.tasks.play_ai": {"queue": "ai"},
    "games.tasks.hint": {"queue": "ai"},
    "games.tasks.study_opponent": {"queue": "ai", "priority": 9},  # after games; in Redis 9 is the least
    "games.tasks.call_bot": {"queue": "bots"},
    "games.tasks.rate": {"queue": "ratings"},
    "games.tasks.rate_late": {"queue": "ratings"},
    "games.tasks.keep_leaderboards": {"queue": "ratings"},
    "games.tasks.export_months": {"queue": "files"},
    "games.tasks.signals": {"queue": "signals"},
    "games.tasks.signals_daily": {"queue": "signals"},
    "games.tasks.delete_expired_data": {"queue": "files"},
    "accounts.tasks.*": {"queue": "mail"},
}
HEARTBEAT_S = 10.0
CELERY_TIMEZONE = "UTC"
CELERY_BEAT_SCHEDULER = "pyramido_site.celery:Beat"
CELERY_BEAT_SCHEDULE_FILENAME = str(VAR_DIR / "beat")
CELERY_BEAT_SCHEDULE = beat_schedule.schedule(QUEUES, HEARTBEAT_S)

# --- people -----------------------------------------------------------------------------------------------------------
AUTH_USER_MODEL = "accounts.User"
# The second backend is never called: sessions from before the first one existed name it.
AUTHENTICATION_BACKENDS = ["accounts.backend.Backend", "allauth.account.auth_backends.AuthenticationBackend"]
PASSWORD_HASHERS = ["django.contrib.auth.hashers.Argon2PasswordHasher"]
AUTH_PASSWORD_VALIDATORS = [
    {
        "NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator",
        "OPTIONS": {"user_attributes": ("display_name", "email")},
    },
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "home"
LOGOUT_REDIRECT_URL = "home"

# --- the operator, and the terms --------------------------------------------------------------------------------------
OPERATOR = {
    name: os.environ.get(f"OPERATOR_{name.upper()}", "") for name in ("name", "contact", "address", "authority", "law")
}
"""For the terms and the privacy page (templates/site): the operator's name, contact and address, the data protection
authority, and the country whose law applies.
"""
MINIMUM_AGE = environment.whole("MINIMUM_AGE", os.environ.get("MINIMUM_AGE") or "16", most=99)
LEADERBOARD_OPPONENTS = environment.whole("LEADERBOARD_OPPONENTS", os.environ.get("LEADERBOARD_OPPONENTS") or "3", 50)
TERMS_VERSION = environment.whole("TERMS_VERSION", os.environ.get("TERMS_VERSION") or "1", most=30_000)
"""Raising it asks all users to agree again; 0: there are no terms to agree to."""

# --- messages to people -----------------------------------------------------------------------------------------------
SITE_URL = environment.site_url("SITE_URL", f"http://localhost:{os.environ.get('PORT') or 8000}", HTTPS)
_MAIL_URL = os.environ.get("EMAIL_URL", "")
_MAIL = environment.mail(_MAIL_URL)
_MAIL_GOES = "smtp" if _MAIL else "console" if _MAIL_URL == environment.MAIL_IN_TERMINAL else "filebased"
EMAIL_FILE_PATH = VAR_DIR / "mail"
EMAIL_BACKEND = f"django.core.mail.backends.{_MAIL_GOES}.EmailBackend"
EMAIL_TIMEOUT = 10
if _MAIL:
    EMAIL_HOST, EMAIL_PORT = _MAIL.host, _MAIL.port
    EMAIL_HOST_USER, EMAIL_HOST_PASSWORD = _MAIL.user, _MAIL.password
    EMAIL_USE_TLS, EMAIL_USE_SSL = _MAIL.starttls, _MAIL.tls
DEFAULT_FROM_EMAIL = environment.sender("DEFAULT_FROM_EMAIL", "Pyramido <pyramido@localhost>")
VAPID_KEY = environment.vapid_key(VAR_DIR)
LOOPBACK_WEBHOOKS = environment.flag("LOOPBACK_WEBHOOKS", DEBUG)
"""Whether webhooks and Web Push may go to this machine, even without TLS, for development."""

# allauth
ACCOUNT_ADAPTER = "accounts.identity.adapter.AccountAdapter"
ACCOUNT_USER_MODEL_USERNAME_FIELD = "display_name"
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email", "password1*"]
ACCOUNT_FORMS = {
    "login": "accounts.pages.forms.LoginForm",
    "signup": "accounts.pages.forms.SignupForm",
    "change_password": "accounts.pages.forms.ChangePasswordForm",
    "add_email": "accounts.pages.security_forms.AddressForm",
    "reset_password": "accounts.pages.security_forms.ResetPasswordForm",
    "reset_password_from_key": "accounts.pages.security_forms.NewPasswordForm",
    "reauthenticate": "accounts.pages.security_forms.ReauthenticateForm",
}
# An address is optional, and only a confirmed one has any function. Several accounts may enter the same one, so that
# this reveals nothing about others; one of them can confirm it.
ACCOUNT_EMAIL_VERIFICATION = "optional"
ACCOUNT_PREVENT_ENUMERATION = "strict"
ACCOUNT_EMAIL_UNKNOWN_ACCOUNTS = False
ACCOUNT_CHANGE_EMAIL = True  # one address, and possibly another that replaces it once confirmed
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_REAUTHENTICATION_REQUIRED = True
PASSWORD_RESET_TIMEOUT = 24 * 3600
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_AUTHENTICATED_LOGIN_REDIRECTS = (
    False  # accounts.pages.identity redirects instead: guests may still sign up or in
)
# Django's own: neither its work nor its queries reveal whether an account has the address.
ACCOUNT_PASSWORD_RESET_TOKEN_GENERATOR = "django.contrib.auth.tokens.PasswordResetTokenGenerator"  # noqa: S105
ACCOUNT_RATE_LIMITS = {
    **LIMITS,
    "guest": environment.rate("GUEST_LIMIT", os.environ.get("GUEST_LIMIT") or "60/h/ip"),
}

# Second factors and passkeys. A passkey can replace the password or be its second factor.
MFA_ADAPTER = "accounts.identity.second_factor_adapter.MFAAdapter"
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_ALLOW_UNVERIFIED_EMAIL = True  # an unconfirmed address cannot be used to take over the account
MFA_TOTP_ISSUER = "Pyramido"
MFA_TOTP_TOLERANCE = 1
MFA_FORMS = {
    "authenticate": "accounts.pages.security_forms.CodeForm",
    "reauthenticate": "accounts.pages.security_forms.CodeAgainForm",
    "activate_totp": "accounts.pages.security_forms.ActivateTOTPForm",
    "add_webauthn": "accounts.pages.security_forms.PasskeyForm",
    "edit_webauthn": "accounts.pages.security_forms.RenamePasskeyForm",
}

# OAuth 2 (accounts.pages.oauth): opaque tokens, stored as hashes; refresh tokens are for one use.
IDP_OIDC_ADAPTER = "accounts.access.oauth_adapter.OAuthAdapter"
IDP_OIDC_AUTHORIZATION_CODE_EXPIRES_IN = 60
IDP_OIDC_ACCESS_TOKEN_EXPIRES_IN = 3600
IDP_OIDC_REFRESH_TOKEN_EXPIRES_IN = 90 * 24 * 3600

# Cross-origin requests: accounts.access.cors decides on each call, and no path is open by default.
CORS_URLS_REGEX = r"(?!)"
CORS_ALLOW_ALL_ORIGINS = True
CORS_ALLOW_CREDENTIALS = False
CORS_ALLOW_HEADERS = (
    "accept-language", "authorization", "content-type", "idempotency-key", "if-none-match", "x-request-id",
)  # fmt: skip
CORS_EXPOSE_HEADERS = (
    "Deprecation", "ETag", "Idempotent-Replayed", "Link", "Location", "RateLimit", "RateLimit-Policy", "Retry-After",
    "Sunset", "WWW-Authenticate", "X-Request-ID",
)  # fmt: skip

# --- languages ----------------------------------------------------------------------------------------------------
LANGUAGE_CODE = "en"
LANGUAGES = [("en", _("English")), ("fr", _("French")), ("it", _("Italian"))]
# Each app's own `locale` folder is found automatically. The first of these also holds the texts of `templates/`; the
# engine is not an app.
LOCALE_PATHS = [BASE_DIR / "pyramido_site" / "locale", BASE_DIR / "engine" / "locale"]
USE_I18N = True
FORMAT_MODULE_PATH = "pyramido_site.formats"
USE_TZ = True
TIME_ZONE = "UTC"

# --- what browsers get ------------------------------------------------------------------------------------------------
STATIC_URL = "/static/"
STATIC_ROOT = VAR_DIR / "static"

SESSION_ENGINE = "pyramido_site.infrastructure.session_store"
SESSION_COOKIE_AGE = 180 * 24 * 3600  # a guest's games depend on the session; accounts.identity.sessions renews it
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = HTTPS
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = LANGUAGE_COOKIE_SAMESITE = "Lax"
LANGUAGE_COOKIE_HTTPONLY = True
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
HSTS_SUBDOMAINS, HSTS_PRELOAD = environment.flag("HSTS_SUBDOMAINS"), environment.flag("HSTS_PRELOAD")
if HTTPS:
    # Browsers accept cookies with this prefix only from this very host, and only over TLS.
    SESSION_COOKIE_NAME, CSRF_COOKIE_NAME = "__Host-sessionid", "__Host-csrftoken"
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SECURE_SSL_REDIRECT = True
    SECURE_HSTS_SECONDS = 365 * 24 * 3600
    SECURE_HSTS_INCLUDE_SUBDOMAINS, SECURE_HSTS_PRELOAD = HSTS_SUBDOMAINS, HSTS_PRELOAD
    # Both affect the whole domain, of which the site may be a part: the operator decides (docs/operations.md).
    SILENCED_SYSTEM_CHECKS = [
        *(() if HSTS_SUBDOMAINS else ("security.W005",)),
        *(() if HSTS_PRELOAD else ("security.W021",)),
    ]

STAFF_NEED_MFA = environment.flag("STAFF_NEED_MFA", HTTPS)
"""Whether the administration pages require a second factor."""

MESSAGE_STORAGE = "django.contrib.messages.storage.session.SessionStorage"

# --- API --------------------------------------------------------------------------------------------------------------
REST_FRAMEWORK: dict[str, Any] = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "games.api.http.authentication.BearerAuthentication",
        "games.api.http.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": [
        "accounts.access.permissions.HasScope",
        "rest_framework.permissions.IsAuthenticatedOrReadOnly",
    ],
    "DEFAULT_PARSER_CLASSES": ["games.api.http.parsers.StrictJSONParser"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_CONTENT_NEGOTIATION_CLASS": "games.api.http.negotiation.AlwaysJSON",
    "DEFAULT_THROTTLE_CLASSES": ["games.requests.throttles.ReadThrottle", "games.requests.throttles.WriteThrottle"],
    "DEFAULT_THROTTLE_RATES": RATES,
    "EXCEPTION_HANDLER": "games.api.http.exceptions.exception_handler",
    # Number of our proxies that add to X-Forwarded-For.
    "NUM_PROXIES": TRUSTED_PROXIES,
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
}

CONNECTIONS_PER_ACCOUNT = 40
"""Sockets and streams of one account that a process serves at a time; an open page has two sockets."""
CONNECTIONS_PER_ADDRESS = 100
"""The same for visitors, by address: fifty of them behind one address can watch a game."""

# --- games ------------------------------------------------------------------------------------------------------------
POSITION_CACHE_SIZE = 256
"""Folded positions of games that a process caches."""

AI_SECONDS = environment.whole("AI_SECONDS", os.environ.get("AI_SECONDS") or "15", least=1, most=40)
"""Wall-clock time (s) for one decision of an AI, after which a simpler one decides."""

# --- what operators see (docs/observing.md) ---------------------------------------------------------------------------
METRICS_TOKEN = os.environ.get("METRICS_TOKEN", "")
"""Token for /metrics and the details of /readyz; without one neither is available."""
METRICS_DIR = str(environment.folder("METRICS_DIR", VAR_DIR)) if os.environ.get("METRICS_DIR") else ""
"""Folder in which the processes of a machine sum their metrics; "": each counts for itself."""

OTEL_EXPORTER_OTLP_ENDPOINT = environment.needing(
    "OTEL_EXPORTER_OTLP_ENDPOINT",
    environment.endpoint(
        "OTEL_EXPORTER_OTLP_ENDPOINT", os.environ.get("OTEL_EXPORTER_OTLP_ENDPOINT", ""), "https://collector:4318"
    ),
    "opentelemetry.sdk",
)
SENTRY_DSN = environment.needing(
    "SENTRY_DSN",
    environment.endpoint("SENTRY_DSN", os.environ.get("SENTRY_DSN", ""), "https://key@sentry.example.org/1"),
    "sentry_sdk",
)
if OTEL_EXPORTER_OTLP_ENDPOINT:
    MIDDLEWARE.insert(1, "pyramido_site.tracing.traced")

LOG_LEVEL = environment.one_of(
    "LOG_LEVEL", os.environ.get("LOG_LEVEL") or "WARNING", ("DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL")
)
LOG_FORMAT = environment.one_of("LOG_FORMAT", os.environ.get("LOG_FORMAT") or "plain", ("plain", "json"))
_WITHOUT_CONTENTS = "INFO" if LOG_LEVEL == "DEBUG" else LOG_LEVEL
_TALKATIVE = ("uvicorn.error", "websockets", "kombu", "amqp", "celery", "django.db.backends", "django.template")
LOGGING: dict[str, Any] = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "plain": {"()": "pyramido_site.logs.Formatter"},
        "json": {"()": "pyramido_site.logs.JSONFormatter"},
    },
    "filters": {"refusals": {"()": "pyramido_site.logs.Refusals"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": LOG_FORMAT, "filters": ["refusals"]}},
    "root": {"handlers": ["console"], "level": LOG_LEVEL},
    "loggers": {
        "django": {"level": LOG_LEVEL},
        # A refused request is not worth a line; a failed one is.
        "django.request": {"level": "ERROR"},
        # Servers bring their own handlers, whose lines have another format.
        "uvicorn": {"handlers": [], "propagate": True, "level": _WITHOUT_CONTENTS},
        "gunicorn.error": {"handlers": [], "propagate": True, "level": _WITHOUT_CONTENTS},
        # Others log contents: URLs with secrets, cookies, frames, tasks, pages and rows.
        **{name: {"handlers": [], "level": "WARNING"} for name in ("uvicorn.access", "gunicorn.access")},
        **{name: {"level": _WITHOUT_CONTENTS} for name in _TALKATIVE},
    },
}

environment.finish()
