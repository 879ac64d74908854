"""The site's settings, with passwords hashed as quickly as in the tests' own processes."""

from pyramido_site.settings import *  # noqa: F403

PASSWORD_HASHERS = ["tests.hashers.QuickArgon2"]
