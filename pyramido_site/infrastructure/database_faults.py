"""Failures of the database: it is down, full or out of connections; and how they are logged."""

from __future__ import annotations

import logging

from django.db import InterfaceError, InternalError, OperationalError

_PASSING = ("25006", "XX000")
"""SQLSTATEs of PostgreSQL's transient internal errors: read-only transaction, file that could not grow. Others mean a
damaged database or a bug of ours.
"""


def is_database_fault(error: BaseException) -> bool:
    """Whether the error is a failure of the database, which may be retried."""
    if isinstance(error, InternalError):
        return getattr(error.__cause__, "sqlstate", None) in _PASSING
    return isinstance(error, OperationalError | InterfaceError)


def log_fault(logger: logging.Logger, error: BaseException, doing: str) -> None:
    """Log an error: one line if the database is lost, since that affects all requests; otherwise with its traceback."""
    if is_database_fault(error) and not isinstance(error, InternalError):
        told = str(error).strip().partition("\n")[0]
        logger.warning("%s failed: the database did not answer (%s: %s)", doing, type(error).__name__, told)
    else:
        logger.error("%s failed", doing, exc_info=error)
