"""The pages of the docs that are made from docstrings: the hooks of a game, the Python API, the games."""

from __future__ import annotations

import ast
import inspect
import re
import shlex
import textwrap
from dataclasses import fields, is_dataclass
from importlib import import_module
from pathlib import Path
from types import FunctionType
from typing import TYPE_CHECKING, Any

import gametree
from gametree.catalogue import CATALOGUE
from gametree.docstrings import attribute_docs, listed_attributes
from gametree.draw.showcase import exhibit, sample
from gametree.features import Weighted
from gametree.game import REQUIRED, Game
from gametree.hooks import HOOKS
from gametree.mixins import Expert, Notated, Numbered, Shown, Theory, Tuned
from gametree.titles import title

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from gametree.hooks import Hook

DOCS = Path(__file__).parents[2] / "docs"
MADE = "<!-- Made from the docstrings by `python tests/pages`: change those, not this page. -->"


# --- from docstrings to Markdown -------------------------------------------------------------------------------------


def markdown(doc: str) -> str:
    """A docstring as Markdown: its examples as code, its attributes as a list."""
    parts = [_part(part) for part in re.split(r"\n\n(?!    )", inspect.cleandoc(doc))]
    return "\n\n".join(parts)


def _part(text: str) -> str:
    if text.startswith(">>>"):
        return f"```python\n{text}\n```"
    if found := re.match(r"``(\w+(?: = .*)?)``\n((?:    .*\n?|\n)+)", text):
        return item(found[1], found[2])
    before, prompt, after = text.partition("\n>>>")
    example = f"\n\n```python\n>>>{after}\n```" if prompt else ""
    return wrapped(words(before)) + example


def words(text: str) -> str:
    """Running text, on one line."""
    return " ".join(text.split()).replace("``", "`")


def item(name: str, text: str) -> str:
    """An item of a list: a name, and what it is."""
    return wrapped(f"- `{name}`: {words(text)}", "  ")


def wrapped(text: str, indent: str = "") -> str:
    """Text in lines of at most 120 letters."""
    return textwrap.fill(text, 120, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)


def signature(function: Callable[..., Any], name: str) -> str:
    """How a function is called, an argument a line if they do not fit into one."""
    shown, given = list[str](), [p for p in inspect.signature(function).parameters.values() if p.name != "self"]
    for i, p in enumerate(given):
        star = {p.VAR_POSITIONAL: "*", p.VAR_KEYWORD: "**"}.get(p.kind, "")
        if p.kind is p.KEYWORD_ONLY and (i == 0 or given[i - 1].kind is p.POSITIONAL_OR_KEYWORD):
            shown.append("*")
        kind = "" if p.annotation is p.empty else f": {p.annotation}"
        default = "" if p.default is p.empty else f" = {_value(p.default)}" if kind else f"={_value(p.default)}"
        shown.append(f"{star}{p.name}{kind}{default}")
        if p.kind is p.POSITIONAL_ONLY and (i + 1 == len(given) or given[i + 1].kind is not p.POSITIONAL_ONLY):
            shown.append("/")
    answer = inspect.signature(function).return_annotation
    end = "" if answer is inspect.Signature.empty or name[0].isupper() else f" -> {answer}"
    line = f"{name}({', '.join(shown)}){end}"
    if len(line) <= 110:
        return line
    return "\n".join([f"{name}(", *(f"    {one}," for one in shown), f"){end}"])


def _value(value: object) -> str:
    return value.__name__ if callable(value) else repr(value).replace("'", '"')


def first(doc: str | None) -> str:
    """The first paragraph of a docstring."""
    return words(inspect.cleandoc(doc or "").partition("\n\n")[0])


# --- docs/hooks.md ---------------------------------------------------------------------------------------------------

OWNERS = {
    Game: "What most games may want", Weighted: "An evaluation by weighted features",
    Expert: "Knowledge for the search", Tuned: "How the engine searches the game", Numbered: "Numbers for dense tables",
    Notated: "How moves and positions are written", Shown: "How the game is shown", Theory: "Theorems and zugzwangs",
}  # fmt: skip
"""Each class that offers hooks, with its heading."""

HOOKS_PAGE = """\
# What a game may tell

{made}

A game defines the six required methods. Everything else is optional, and each optional name unlocks something. The
names on `Game` itself are for everybody. The others are offered by classes that a game inherits from instead of `Game`
(`class Mine(Expert, Numbered)`), for their documentation and types; a game that defines one of them without the class
is understood as well. `gametree games NAME` lists what a game defines, and `gametree check` tests it.

A line under each name says who asks for it, whether compiled code calls it (then it must compile), and what is
answered for a game that does not define it. All values are Max's.

## The six required methods
"""


def hooks_page() -> str:
    """The page of all hooks."""
    parts = [HOOKS_PAGE.format(made=MADE)]
    parts += [_hook(HOOKS[name]) for name in REQUIRED]
    for owner, heading in OWNERS.items():
        parts.append(f"## {heading}: `{owner.__name__}`\n")
        if owner is not Game:
            parts.append(wrapped(first(owner.__doc__)) + "\n")
        parts += [_hook(h) for h in HOOKS.values() if h.owner is owner and h.name not in REQUIRED]
    return "\n".join(parts).rstrip("\n") + "\n"


def _hook(hook: Hook) -> str:
    given = ", ".join(p for p in inspect.signature(hook.neutral).parameters if p != "self") if hook.is_method else ""
    name = f"{hook.name}({given})" if hook.is_method else hook.name
    facts = [f"asked by {hook.asked_by}", "compiled" if hook.compiled else "plain Python", neutral(hook)]
    former = f" It was called ``{hook.formerly}``." if hook.formerly else ""
    return f"### `{name}`\n\n*{'; '.join(filter(None, facts))}*\n\n{markdown(hook.doc + former)}\n"


def neutral(hook: Hook) -> str:
    """What is answered for a game that does not define a hook."""
    if hook.name in REQUIRED:
        return ""
    if not hook.is_method:
        known = hook.name in vars(hook.owner)
        return f"otherwise {_code(_value(hook.neutral))}" if known else "no default"
    tree = ast.parse(textwrap.dedent(inspect.getsource(hook.neutral))).body[0]
    assert isinstance(tree, ast.FunctionDef)
    match tree.body[1:]:
        case [ast.Return(value=ast.expr() as value)]:
            return "otherwise the middle of `bounds`" if _is_even(value) else f"otherwise {_code(_bare(value))}"
        case [ast.Raise()]:
            return "no default"
        case _:
            return "default below"


def _is_even(value: ast.expr) -> bool:
    return ast.unparse(value) == "even(self)"


def _bare(value: ast.expr) -> str:
    return ast.unparse(value).replace("self.", "")


def _code(text: str) -> str:
    return f"`{text}`"


# --- docs/reference.md -----------------------------------------------------------------------------------------------

GROUPS = {
    "The verbs": (
        "load", "best", "best_many", "solve", "trace", "play", "match", "perft", "playouts", "check", "measure",
        "learn",
    ),
    "Games and positions": ("Game", "Line", "MAX", "MIN", "CHANCE", "GameError"),
    "Classes that offer more hooks": (
        "Weighted", "Scored", "Expert", "Tuned", "Numbered", "Notated", "Shown", "Theory",
    ),
    "What the verbs answer": ("Analysis", "Solution", "Trace", "MatchResult", "Database"),
    "Searching move after move": ("Engine", "Limits"),
}  # fmt: skip

REFERENCE = """\
# The Python API

{made}

Everything here can be imported from `gametree`. Every verb takes a game first: a `Game`, or the words that load one
(`"connect4:width=5"`, `"mygame.py"`). A position is a state, a `Line`, a text as the game writes it, or None for the
initial state; `moves` are played from there, by name. Shared arguments have one name: `depth`, `time` (seconds),
`nodes`, `threads`, `seed`, `progress` (a function that is called with what is known so far) and `stop` (a
`threading.Event` that ends the work). The commands have the same names in the same order. Values are
Max's, in the game's own units.

What a game may define is on [a page of its own](hooks.md). The HTTP interface of `gametree serve` is [here](api.md).
"""


def reference_page() -> str:
    """The page of all that can be imported from the top."""
    parts = [REFERENCE.format(made=MADE)]
    for heading, names in GROUPS.items():
        parts.append(f"## {heading}\n")
        parts += [_entry(name, getattr(gametree, name)) for name in names]
    return "\n".join(parts).rstrip("\n") + "\n"


def _entry(name: str, thing: Any) -> str:
    if isinstance(thing, FunctionType):
        return f"### `{name}`\n\n```python\n{signature(thing, name)}\n```\n\n{markdown(thing.__doc__ or '')}\n"
    if isinstance(thing, type):
        return "\n".join([f"### `{name}`\n", *_class(name, thing)])
    docs = _constants("gametree.game")
    return f"### `{name} = {thing}`\n\n{wrapped(words(docs[name]))}\n"


def _constants(module: str) -> dict[str, str]:
    """The texts below the constants of a module."""
    tree = ast.parse(inspect.getsource(import_module(module)))
    docs: dict[str, str] = {}
    for constant, below in zip(tree.body, tree.body[1:], strict=False):
        match constant, below:
            case ast.Assign(targets=[ast.Name(id=name)]), ast.Expr(value=ast.Constant(value=str(text))):
                docs[name] = text
            case _:
                pass
    return docs


MADE_BY_USERS = ("Engine", "Limits", "Line", "Database")
"""The classes that are not answers of verbs."""


def _class(name: str, cls: type) -> Iterable[str]:
    doc = cls.__doc__ or ""
    if issubclass(cls, Game):
        yield markdown(doc.partition("Its attributes:")[0]) + "\n"
        if cls in OWNERS:
            where = _anchor(f"{OWNERS[cls]}: {name}")
            yield f"Its methods and attributes are on the [page of hooks](hooks.md#{where}).\n"
        return
    if name in MADE_BY_USERS:
        yield f"```python\n{signature(cls, name)}\n```\n"
    yield markdown(doc) + "\n"
    if is_dataclass(cls) and not listed_attributes(cls):
        yield from _fields(cls)
    for method, value in vars(cls).items():
        if isinstance(value, property) and not method.startswith("_"):
            yield item(method, first(value.__doc__))
        elif isinstance(value, FunctionType | classmethod | staticmethod) and not method.startswith("_"):
            function = getattr(cls, method)
            given = ", ".join(p for p in inspect.signature(function).parameters if p not in ("self", "cls"))
            yield item(f"{method}({given})", first(function.__doc__))
    yield ""


def _fields(cls: Any) -> Iterable[str]:
    """The fields of a dataclass, as a table; one that is neither shown nor documented is nobody's business."""
    docs = attribute_docs(cls)
    yield "| field | type | |\n|---|---|---|"
    for field in fields(cls):
        if field.repr or field.name in docs:
            cells = f"`{field.name}`", f"`{field.type}`", words(docs.get(field.name, ""))
            yield f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |"
    yield ""


def _anchor(heading: str) -> str:
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


# --- docs/games.md ---------------------------------------------------------------------------------------------------

GAMES = """\
# The games

{made}

The games of the catalogue, drawn by `gametree draw`. Each can be played in the terminal (`gametree play NAME`), on the
page (`gametree serve`), and has every command that a game of your own has. `gametree games NAME` says what it tells the
search.
"""


def games_page() -> str:
    """The gallery of games."""
    parts = [GAMES.format(made=MADE)]
    for name in CATALOGUE:
        game, moves = sample(name)
        shown = exhibit(game)
        badges = f" *{', '.join(shown.badges)}*" if shown.badges else ""
        played = f' --moves "{moves}"' if moves else ""
        parts.append(
            f"## {shown.called}\n\n![{shown.called}](pictures/{name}.svg)\n\n"
            f"{wrapped(shown.rules)}{badges}\n\n"
            f"```sh\ngametree draw {shlex.quote(title(game))}{played} --svg {name}.svg\n```\n"
        )
    return "\n".join(parts)


PAGES: dict[str, Callable[[], str]] = {"hooks.md": hooks_page, "reference.md": reference_page, "games.md": games_page}
"""The pages, by the names of their files in ``docs/``."""
