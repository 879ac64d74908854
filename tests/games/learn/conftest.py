from tests.visitors import visitor

__all__ = ["visitor"]
