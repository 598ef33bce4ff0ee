"""Why a game does not compile, in its author's words: file, line, and what to write instead."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gametree.game import AnyGame

_OURS = str(Path(__file__).parents[1])
_OPERATORS = {
    "add": "+", "sub": "-", "mul": "*", "truediv": "/", "floordiv": "//", "mod": "%", "pow": "**", "lshift": "<<",
    "rshift": ">>", "and_": "&", "or_": "|", "xor": "^", "eq": "==", "ne": "!=", "lt": "<", "le": "<=", "gt": ">",
    "ge": ">=", "contains": "in", "getitem": "[…]",
}  # fmt: skip

# Numba's message, and ours instead; \1, \2 … are its groups. The first match counts.
_REASONS = (
    (r"GET_YIELD_FROM_ITER", "'yield from' does not compile: write a loop, for a in …: yield a"),
    (
        r"yield in a closure|make_function\(name=\$const\S*genexpr",
        "a generator expression (as in any(… for …)) does not compile: write a loop",
    ),
    (r"Use of unsupported opcode \((\w+)\)", r"the Python here (\1) does not compile: write it in simpler Python"),
    (r"Exception matching is limited|unsupported try|TRY", "try … except does not compile: test with if instead"),
    (
        r"a state holds a float where an integer belongs",
        "result makes a state that holds a float where an integer belongs: use // for division",
    ),
    (
        r"a state of (\d+) words, where the initial state has (\d+)",
        r"result makes a state of \1 numbers, but initial one of \2: every state needs the same shape",
    ),
    (r"NameError: name '(\w+)' is not defined", r"the name \1 is not defined"),
    (
        r"Untyped global name '(\w+)':.*?<class 'type'>",
        r"the class \1 cannot be called here: call super() or a method of self",
    ),
    (r"Untyped global name '(\w+)':.*?<class 'builtin_function", r"\1(…) does not compile: write a loop"),
    (
        r"Untyped global name '(\w+)':.*?<class '([\w.]+)'>",
        r"\1 is a \2, which does not compile: use a tuple of integers or a NumPy array",
    ),
    (
        r"attribute self\.(\w+) is a <class '(\w+)'>",
        r"self.\1 is a \2, which does not compile: use a tuple of integers or a NumPy array",
    ),
    (r"Unknown attribute '(\w+)' of type {label}", r"self has no attribute \1: set it in __init__"),
    (
        r"Unknown attribute '(\w+)' of type (\w+)\((?:int64|\w+ x)",
        r"\2 has no field \1 (compiled states have fields only, no methods or properties)",
    ),
    (r"Unknown attribute '(\w+)' of type (.+)", r"a value of type \2 has no compiled attribute \1"),
    (r"Cannot unify (.+?) and (.+?) for '\$", r"this is sometimes \1 and sometimes \2: keep it of one kind"),
    (
        r"Cannot unify (.+?) and (.+?) for '(\w+?)(?:\.\d+)?'",
        r"\3 is sometimes \1 and sometimes \2: keep it of one kind",
    ),
    (
        r"Can't unify (?:return|yield) type from the following types: (.+)",
        r"it returns values of different kinds (\1): keep to one",
    ),
    (
        r"use of a reflected list.* assigned to variable '(\w+)' in globals",
        r"\1 is a list, which does not compile: use a tuple of integers or a NumPy array",
    ),
    (
        r"imprecise type: list\(undefined\)",
        "an empty list does not compile, since the type of its items is unknown: yield the actions instead",
    ),
    (r"Type of variable '.*?' cannot be determined", "the type of a value here is unknown (an empty list?)"),
    (r"Cannot resolve setattr: \(.+?\)\.(\w+) =", r"rules cannot change self.\1: put what changes into the state"),
    (r"Cannot bind .* due to \"TypeError: (.+?)\"", r"a method is called with the wrong arguments: \1"),
    (r">>> \w+\(OptionalType", "a method returns a value in some cases and nothing in others: return one always"),
    (
        r"OverloadSelector object",
        "this does not compile for values of these kinds: use integers, tuples of integers or NumPy arrays",
    ),
    (r">>> payoff_number\(", "utility or evaluate returns something that is not a number"),
    (
        r">>> getitem\(.*[tT]uple.*slice<|>>> tuple\(",
        "a tuple cannot be taken apart here: use put(t, i, v) of gametree.bits to change one item",
    ),
    (
        r"Cannot determine Numba type of <class '([\w.]+)'>",
        r"a value of type \1 does not compile: use integers, tuples of integers or NumPy arrays",
    ),
)


def explain(error: BaseException, game: AnyGame) -> str:
    """One line: where in the user's file, and why.

    >>> explain(TypeError("Use of unsupported opcode (GET_YIELD_FROM_ITER) found. Raised from /home/me/g.py (9)"), None)
    "g.py, line 9: 'yield from' does not compile: write a loop, for a in …: yield a"
    """
    message = str(error)
    return _where(message) + _why(message, type(game).__name__)


def _where(message: str) -> str:
    """The innermost place in the user's own files."""
    places = re.findall(r"(?:at|from) (\S+\.py|<[^>]+>|/\S*ipykernel\S*) \((\d+)\)", message)
    own = [(file, line) for file, line in places if not file.startswith(_OURS) and "site-packages" not in file]
    if not own:
        own = [(f, n) for f, n in re.findall(r'File "([^"]+)", line (\d+):', message) if "gametree/" not in f]
    if not own:
        return ""
    file, line = own[0]
    return f"{Path(file).name}, line {line}: "


def _why(message: str, label: str) -> str:
    for pattern, reason in _REASONS:
        if match := re.search(pattern.replace("{label}", re.escape(label) + ":"), message):
            return _plain_types(match.expand(reason))
    if match := re.search(r"No implementation of function .*?>>> (\w+)\((.*?)\)\s*\n", message, re.DOTALL):
        what = _OPERATORS.get(match[1], match[1])
        return f"{what} does not compile for ({_plain_types(match[2])})"
    noise = ("nopython", "Resolution failure")
    lines = [line.strip() for line in message.splitlines() if line.strip() and not any(n in line for n in noise)]
    return lines[0] if lines else message


def _plain_types(text: str) -> str:
    """Numba's names of types as Python's."""
    text = re.sub(r"Literal\[(\w+)\]\(([^)]*)\)", r"\2", text)
    text = re.sub(r"UniTuple\((\w+),? x?\s?(\d+)\)", r"a tuple of \2", text)
    text = re.sub(r"\bu?int(8|16|32|64)\b", "int", text)
    text = re.sub(r"\bfloat(32|64)\b", "float", text)
    return re.sub(r"unicode_type|unichr\w*", "str", text).strip()
