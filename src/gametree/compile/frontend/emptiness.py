"""A list that is only asked whether it is empty is not made: the first item is enough.

>>> print(ast.unparse(unlisted(ast.parse(BEFORE).body[0])))
def terminal(self, s):
    if len(s.stones) == 0 or not any((True for _ in (n for n in s.stones if n > 1))):
        return True
    return not any((True for _ in self.actions(s)))
"""

from __future__ import annotations

import ast
import copy

BEFORE = """
def terminal(self, s):
    if len(s.stones) == 0 or not [n for n in s.stones if n > 1]:
        return True
    return len(list(self.actions(s))) == 0
"""
_MAKERS = ("list", "tuple", "set", "frozenset", "sorted")
NAMES = {*_MAKERS, "any", "bool", "len"}
"""Names that must mean what Python means by them."""


def unlisted(node: ast.FunctionDef) -> ast.FunctionDef:
    """The same function; where a list, tuple or set is made only to be asked whether it has items, ``any`` asks."""
    if not any(_is_made(part) for part in ast.walk(node)):
        return node
    return ast.fix_missing_locations(_Unlisting().visit(copy.deepcopy(node)))


def _is_made(node: ast.AST) -> bool:
    match node:
        case ast.ListComp() | ast.SetComp():
            return True
        case ast.Call(func=ast.Name(id=name)):
            return name in _MAKERS
        case _:
            return False


def _items(node: ast.expr) -> ast.expr | None:
    """What a list is made of, in a form that is gone through."""
    match node:
        case ast.ListComp(elt=elt, generators=generators) | ast.SetComp(elt=elt, generators=generators):
            return ast.copy_location(ast.GeneratorExp(elt, generators), node)
        case ast.Call(func=ast.Name(id=name), args=[items], keywords=[]) if name in _MAKERS:
            return None if isinstance(items, ast.Starred) else items
        case _:
            return None


def _has_items(items: ast.expr) -> ast.expr:
    one = ast.comprehension(ast.Name("_", ast.Store()), items, [], 0)
    asked = ast.GeneratorExp(ast.Constant(True), [one])
    return ast.copy_location(ast.Call(ast.Name("any", ast.Load()), [asked], []), items)


def _true(node: ast.expr) -> ast.expr:
    """The same, where only matters whether it is true."""
    if isinstance(node, ast.BoolOp):
        node.values = [_true(value) for value in node.values]
        return node
    items = _items(node)
    return node if items is None else _has_items(items)


class _Unlisting(ast.NodeTransformer):
    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.AST:
        self.generic_visit(node)
        if isinstance(node.op, ast.Not):
            node.operand = _true(node.operand)
        return node

    def _test(self, node: ast.If | ast.While | ast.IfExp | ast.Assert) -> ast.AST:
        self.generic_visit(node)
        node.test = _true(node.test)
        return node

    visit_If = visit_While = visit_IfExp = visit_Assert = _test  # noqa: N815

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        match node:
            case ast.Call(func=ast.Name(id="bool"), args=[value], keywords=[]) if (items := _items(value)) is not None:
                return _has_items(items)
            case _:
                return node

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        """``len([…]) == 0``, ``len([…]) > 0``."""
        self.generic_visit(node)
        match node:
            case ast.Compare(
                left=ast.Call(func=ast.Name(id="len"), args=[made], keywords=[]),
                ops=[ast.Eq() | ast.NotEq() | ast.Gt() as op],
                comparators=[ast.Constant(value=0)],
            ) if (items := _items(made)) is not None:
                found = _has_items(items)
                return ast.copy_location(ast.UnaryOp(ast.Not(), found), node) if isinstance(op, ast.Eq) else found
            case _:
                return node
