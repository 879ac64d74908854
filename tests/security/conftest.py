from tests.visitors import limits_of_its_own

__all__ = ["limits_of_its_own"]
