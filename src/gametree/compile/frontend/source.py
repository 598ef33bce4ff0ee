"""The text of a function as a syntax tree, with the lines of the user's file."""

from __future__ import annotations

import ast
import linecache
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from gametree.compile.frontend.emptiness import NAMES, unlisted
from gametree.compile.frontend.shapes import UnsupportedError
from gametree.compile.frontend.unbroken import flagged
from gametree.compile.frontend.versions import versioned

if TYPE_CHECKING:
    from types import FunctionType


@lru_cache(maxsize=64)
def _functions(file: str, text: str) -> dict[tuple[str, int], Any]:
    found: dict[tuple[str, int], Any] = {}
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef):
            first = node.decorator_list[0].lineno if node.decorator_list else node.lineno
            found[node.name, first] = node
        elif isinstance(node, ast.Lambda):
            found.setdefault(("<lambda>", node.lineno), node)
    return found


def tree_of(function: FunctionType) -> Any:
    """The definition of a function: its variables in versions (``versions.py``), without lists that are only asked
    whether they are empty (``emptiness.py``) and without ``else`` after a loop (``unbroken.py``). UnsupportedError if
    its text is not at hand, or is another one by now.

    >>> tree_of(tree_of).name
    'tree_of'
    """
    code = function.__code__
    linecache.checkcache(code.co_filename)
    text = "".join(linecache.getlines(code.co_filename, function.__globals__))
    try:
        node = _functions(code.co_filename, text).get((code.co_name, code.co_firstlineno))
    except (SyntaxError, ValueError, RecursionError):
        node = None
    names = [a.arg for a in (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs)] if node else []
    if node is None or names != list(code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]):
        raise UnsupportedError(f"the text of {function.__qualname__} is not at hand")
    if not isinstance(node, ast.FunctionDef):
        return node
    node = flagged(node)
    if NAMES & {*function.__globals__, *code.co_varnames, *code.co_freevars}:
        return versioned(node)
    return versioned(unlisted(node))
