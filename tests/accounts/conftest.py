from tests.visitors import limits_of_its_own, visitor

__all__ = ["limits_of_its_own", "visitor"]
