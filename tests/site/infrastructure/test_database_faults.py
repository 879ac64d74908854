"""Database errors after which a retry makes sense."""

from __future__ import annotations

import logging

import pytest
from django.db import DataError, IntegrityError, InterfaceError, InternalError, OperationalError
from psycopg import errors

from pyramido_site.infrastructure.database_faults import is_database_fault, log_fault

logger = logging.getLogger(__name__)


def of(made: type[Exception], cause: Exception | None = None) -> Exception:
    error = made("first line\nsecond")
    error.__cause__ = cause
    return error


@pytest.mark.parametrize(
    ("error", "passes"),
    [
        (of(OperationalError), True),
        (of(InterfaceError), True),
        (of(InternalError, errors.InternalError_()), True),  # a file that could not grow
        (of(InternalError, errors.ReadOnlySqlTransaction()), True),
        (of(InternalError, errors.IndexCorrupted()), False),
        (of(InternalError, errors.InFailedSqlTransaction()), False),
        (of(InternalError), False),
        (of(IntegrityError), False),
        (of(DataError), False),
        (RuntimeError(), False),
    ],
)
def test_transient_errors_are_worth_a_retry(error: Exception, passes: bool) -> None:
    assert is_database_fault(error) is passes


@pytest.mark.parametrize(
    ("error", "level"),
    [(of(OperationalError), "WARNING"), (of(InternalError, errors.InternalError_()), "ERROR"), (KeyError(), "ERROR")],
)
def test_a_lost_database_is_a_line_and_the_rest_has_a_traceback(
    error: Exception, level: str, caplog: pytest.LogCaptureFixture
) -> None:
    log_fault(logger, error, "a request")
    (told,) = caplog.records
    assert (told.levelname, told.exc_info is None) == (level, level == "WARNING")
    assert "second" not in told.getMessage()
