"""Password hashing in tests: Argon2 as on the site, at its lowest cost, because a run creates thousands of accounts."""

from django.contrib.auth.hashers import Argon2PasswordHasher


class QuickArgon2(Argon2PasswordHasher):
    time_cost = 1
    memory_cost = 8
    parallelism = 1
