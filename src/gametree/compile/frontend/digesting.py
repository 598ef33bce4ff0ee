"""What the front end asks of the digest."""

from gametree.compile.digest import definitions, function_of

__all__ = ["definitions", "function_of"]
