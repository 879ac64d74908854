"""Games: tables and everything that happens at them.

The rooms stand one above the other (docs/architecture.md has the picture, `pyproject.toml` the contract): pipes
(`requests`, `live`, `time`), `record`, the rooms that act on it, `presenters`, and the doors (`api`, `pages`,
`realtime`, `admin`, `management`, `tasks`), which import rooms and never one another. It imports `engine`, `ratings`,
the rooms of `accounts` and `pyramido_site.infrastructure`. Code outside imports models from `games.models`.
"""
