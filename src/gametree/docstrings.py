"""The documentation of attributes, which Python itself does not keep."""

from __future__ import annotations

import ast
import inspect
import re
import textwrap
from itertools import pairwise
from typing import cast

LISTED = re.compile(r"^``(\w+)(?: = .*)?``\n((?:    .*(?:\n|\Z)|\n)+)", re.MULTILINE)


def listed_attributes(cls: type) -> dict[str, str]:
    """The texts about the attributes in the docstring of a class, where ``help`` shows them.

    >>> class Board:
    ...     '''A board.
    ...
    ...     ``width = 8``
    ...         How many columns it has.
    ...     '''
    >>> listed_attributes(Board)
    {'width': 'How many columns it has.'}
    """
    return {name: textwrap.dedent(text).strip() for name, text in LISTED.findall(inspect.cleandoc(cls.__doc__ or ""))}


def attribute_docs(cls: type) -> dict[str, str]:
    """The texts below the attributes of a class, as they stand in its file: those of the fields of a dataclass."""
    body = cast("ast.ClassDef", ast.parse(textwrap.dedent(inspect.getsource(cls))).body[0]).body
    docs: dict[str, str] = {}
    for attribute, below in pairwise(body):
        match attribute, below:
            case ast.AnnAssign(target=ast.Name(id=name)), ast.Expr(value=ast.Constant(value=str(text))):
                docs[name] = inspect.cleandoc(text)
            case _:
                pass
    return docs
