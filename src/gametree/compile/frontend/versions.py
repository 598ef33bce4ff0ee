"""A variable that is given something else further down becomes another variable from there on.

A variable has one shape throughout a function, and what is changed in place must have been made there. People use one
name for both: ``board = list(board)``, ``board[i] = "X"``, ``board = tuple(board)``.

>>> print(ast.unparse(versioned(ast.parse(BEFORE).body[0])))
def f(s, i):
    board = s.board
    board_2 = list(board)
    board_2[i] = 'X'
    board_3 = tuple(board_2)
    return board_3
"""

from __future__ import annotations

import ast
import copy

BEFORE = """
def f(s, i):
    board = s.board
    board = list(board)
    board[i] = "X"
    board = tuple(board)
    return board
"""


def versioned(node: ast.FunctionDef) -> ast.FunctionDef:
    """The same function, with a name of its own for each value that a variable is given in the function's own lines:
    what stands in a loop or under an ``if`` belongs to the version before."""
    fixed = _fixed(node)
    bound = {a.arg for a in ast.walk(node.args) if isinstance(a, ast.arg)}
    again = False
    for statement in node.body:
        name = _given(statement)
        again |= name in bound and name not in fixed
        bound |= _stored(statement)
    if not again:
        return node
    made = copy.deepcopy(node)
    taken = {n.id for n in ast.walk(node) if isinstance(n, ast.Name)} | bound
    bound, now = {a.arg for a in ast.walk(node.args) if isinstance(a, ast.arg)}, dict[str, str]()
    for statement in made.body:
        name = _given(statement)
        renaming = _Renaming(now)
        if name is None or name not in bound or name in fixed:
            bound |= _stored(statement)
            renaming.visit(statement)
            continue
        assert isinstance(statement, ast.Assign | ast.AnnAssign)
        if statement.value is not None:
            renaming.visit(statement.value)
        now[name] = _fresh(name, taken)
        target = statement.targets[0] if isinstance(statement, ast.Assign) else statement.target
        _Renaming(now).visit(target)
    return made


def _given(statement: ast.stmt) -> str | None:
    """The variable that a statement gives a new value, whatever it was before."""
    match statement:
        case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name), value=ast.expr()):
            return name
        case _:
            return None


def _stored(statement: ast.stmt) -> set[str]:
    return {n.id for n in ast.walk(statement) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}


def _fixed(node: ast.FunctionDef) -> set[str]:
    """The names that must stay what they are: of other scopes, deleted ones, and those that are looked at later."""
    found: set[str] = set()
    for part in ast.walk(node):
        match part:
            case ast.Global(names=names) | ast.Nonlocal(names=names):
                found |= set(names)
            case ast.Delete(targets=targets):
                found |= {t.id for t in targets if isinstance(t, ast.Name)}
            case ast.FunctionDef() | ast.Lambda() if part is not node:
                found |= {n.id for n in ast.walk(part) if isinstance(n, ast.Name)}
            case ast.Assign(value=ast.GeneratorExp() as later):
                found |= {n.id for n in ast.walk(later) if isinstance(n, ast.Name)}
            case _:
                pass
        for field in ("name", "rest"):  # patterns and except clauses name variables by strings
            if isinstance(name := getattr(part, field, None), str):
                found.add(name)
    return found


def _fresh(name: str, taken: set[str]) -> str:
    number = 2
    while f"{name}_{number}" in taken:
        number += 1
    taken.add(f"{name}_{number}")
    return f"{name}_{number}"


class _Renaming(ast.NodeTransformer):
    def __init__(self, now: dict[str, str]):
        self.now = now

    def visit_Name(self, node: ast.Name) -> ast.Name:
        node.id = self.now.get(node.id, node.id)
        return node
