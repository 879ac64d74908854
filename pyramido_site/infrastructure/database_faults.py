"""Whether a failure is the database's, which is away, full, or has no connection left, and how that is written down."""

from __future__ import annotations

import logging

from django.db import InterfaceError, InternalError, OperationalError

_PASSING = ("25006", "XX000")
"""SQLSTATE of PostgreSQL's internal errors that pass: it can only be read; a file could not grow. Others are a damaged
database, or a fault of ours.
"""


def is_database_fault(error: BaseException) -> bool:
    """Then it is worth another try."""
    if isinstance(error, InternalError):
        return getattr(error.__cause__, "sqlstate", None) in _PASSING
    return isinstance(error, OperationalError | InterfaceError)


def log_fault(logger: logging.Logger, error: BaseException, doing: str) -> None:
    """A lost database fails everybody at once: a line for each, and no more. Whatever else it is has its traceback."""
    if is_database_fault(error) and not isinstance(error, InternalError):
        told = str(error).strip().partition("\n")[0]
        logger.warning("%s failed: the database did not answer (%s: %s)", doing, type(error).__name__, told)
    else:
        logger.error("%s failed", doing, exc_info=error)
