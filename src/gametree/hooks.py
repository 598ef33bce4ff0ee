"""Every hook that a game may have, in one table: who asks for it, what it decides, and whether it is compiled.

A hook is a method or an attribute of a game that gametree asks for by name. The class that offers it (``Game``, or one
of ``mixins.py``) holds its documentation and its neutral answer. All that needs to know the hooks uses this table: the
digest of the rules, the constants of compiled code, ``check``, ``gametree games NAME`` and the page of hooks in the
docs.

>>> print(HOOKS["evaluate"])
evaluate (Game): search; compiled
>>> from gametree import load
>>> asked(load("nim"), "haste")
True
"""

from __future__ import annotations

import inspect
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from gametree.docstrings import listed_attributes
from gametree.features import Weighted
from gametree.game import OFFERING, REQUIRED, Game, provides
from gametree.mixins import Expert, Notated, Numbered, Shown, Theory, Tuned

if TYPE_CHECKING:
    from gametree.game import AnyGame


@dataclass(frozen=True)
class Hook:
    """One hook."""

    name: str
    owner: type[AnyGame]
    """The class that offers it."""
    asked_by: str
    """Who asks for it."""
    compiled: bool = True
    """May compiled code ask for it?"""
    decides: bool = False
    """Do the values of positions, or their numbers in a database, depend on it?"""
    inlined: bool = False
    """Is it called at every node, or for every move? Then it is inlined."""
    flag: str = ""
    """The constant of compiled code that says whether a game provides it."""
    formerly: str = ""
    """Its name in earlier versions. A game that still uses the old name gets an error with the new one."""
    needs: tuple[str, ...] = ()
    """The hooks without which it is of no use."""

    @property
    def is_method(self) -> bool:
        """Is it a method, and not an attribute?"""
        return callable(self.neutral)

    @property
    def neutral(self) -> Any:
        """What the class that offers it answers: a function for a method, else a value."""
        return vars(self.owner).get(self.name)

    @property
    def doc(self) -> str:
        """What its documentation says."""
        if self.is_method:
            return inspect.cleandoc(self.neutral.__doc__ or "")
        return listed_attributes(self.owner)[self.name]

    def __str__(self) -> str:
        kind = "compiled" if self.compiled else "plain Python"
        return f"{self.name} ({self.owner.__name__}): {self.asked_by}; {kind}"


SEARCH, SOLVING, PEOPLE, EVERYBODY = "search", "solving", "people", "everybody"
MONTE_CARLO = "Monte-Carlo tree search"
PLAIN = False

_TABLE = (
    # the six required ones
    Hook("initial", Game, EVERYBODY, PLAIN),
    Hook("player", Game, EVERYBODY, decides=True),
    Hook("actions", Game, EVERYBODY, decides=True),
    Hook("result", Game, EVERYBODY, decides=True),
    Hook("terminal", Game, EVERYBODY, decides=True),
    Hook("utility", Game, EVERYBODY, decides=True),
    # what most games may want
    Hook("players", Game, EVERYBODY, decides=True),
    Hook("bounds", Game, EVERYBODY, decides=True),
    Hook("evaluation", Game, SEARCH),
    Hook("evaluate", Game, SEARCH, flag="_estimates"),
    Hook("order", Game, SEARCH, inlined=True, flag="_ordered"),
    Hook("quiet", Game, SEARCH),
    Hook("tactics", Game, SEARCH, flag="_tactical"),
    Hook("chances", Game, EVERYBODY, decides=True),
    Hook("repetition", Game, EVERYBODY, decides=True),
    Hook("recurrence", Game, EVERYBODY, decides=True),
    Hook("position", Game, EVERYBODY, decides=True),
    Hook("repeated", Game, EVERYBODY, decides=True, flag="_repeats_pay"),
    Hook("drawn", Game, EVERYBODY, decides=True),
    Hook("rule_of_thumb", Game, "the rule-based player", PLAIN, formerly="rules"),
    Hook("symmetries", Game, SOLVING, decides=True),
    Hook("tier", Game, SOLVING, decides=True),
    Hook("parents", Game, SOLVING),
    Hook("text", Game, PEOPLE, PLAIN),
    Hook("parse", Game, PEOPLE, PLAIN),
    Hook("name", Game, PEOPLE, PLAIN),
    Hook("picture", Game, PEOPLE, PLAIN),
    Hook("svg", Game, PEOPLE, PLAIN),
    # an evaluation by weighted features
    Hook("terms", Weighted, PEOPLE, PLAIN),
    Hook("weights", Weighted, SEARCH, PLAIN),
    Hook("features", Weighted, SEARCH, PLAIN),
    # what an expert may add
    Hook("key", Expert, SEARCH),
    Hook("threatened", Expert, SEARCH, flag="_threatens"),
    Hook("foresee", Expert, SEARCH, inlined=True, flag="_foresees"),
    Hook("exact_end", Expert, SEARCH, flag="_ends_exactly", formerly="finish"),
    Hook("candidates", Expert, SEARCH, inlined=True, flag="_choosy"),
    Hook("macros", Expert, SEARCH, flag="_forces"),
    Hook("replies", Expert, SEARCH),
    Hook("mobility", Expert, "perft", flag="_counts"),
    Hook("playout_weight", Expert, MONTE_CARLO, inlined=True, flag="_weighs"),
    Hook("playout_action", Expert, MONTE_CARLO, inlined=True, flag="_draws"),
    Hook("playout_reply", Expert, MONTE_CARLO, inlined=True, flag="_answers"),
    Hook("playout_over", Expert, MONTE_CARLO, flag="_breaks_off"),
    Hook("null", Expert, SEARCH, flag="_nullable"),
    Hook("reach", Expert, "search and weak solving"),
    Hook("must_play", Expert, "weak solving", inlined=True, flag="_must"),
    Hook("span", Expert, "B*", PLAIN),
    Hook("total", Expert, "search for several players", decides=True),
    # how the engine is tuned
    Hook("margin", Tuned, SEARCH, PLAIN),
    Hook("haste", Tuned, SEARCH),
    Hook("hints_tactics", Tuned, SEARCH),
    Hook("techniques_off", Tuned, SEARCH, PLAIN),
    Hook("mcts_options", Tuned, MONTE_CARLO, PLAIN),
    Hook("algorithm", Tuned, SEARCH, PLAIN),
    # numbers for dense tables
    Hook("index", Numbered, SOLVING, decides=True),
    Hook("state", Numbered, SOLVING, decides=True),
    Hook("index_size", Numbered, SOLVING, PLAIN, formerly="size", needs=("index", "state")),
    Hook("relative_index", Numbered, SOLVING, decides=True),
    Hook("slices", Numbered, SOLVING, PLAIN, needs=("index", "state")),
    Hook("inner_parents", Numbered, SOLVING),
    Hook("banked", Numbered, SOLVING, decides=True),
    # how moves and positions are written
    Hook("styles", Notated, "people and protocols", PLAIN),
    Hook("gtp", Notated, "protocols", PLAIN),
    Hook("transcript", Notated, PEOPLE, PLAIN),
    Hook("fen", Notated, "people and protocols", PLAIN),
    Hook("sgf", Notated, "files in SGF", PLAIN),
    Hook("sgf_move", Notated, "files in SGF", PLAIN),
    Hook("sgf_stones", Notated, "files in SGF", PLAIN),
    Hook("sgf_state", Notated, "files in SGF", PLAIN),
    Hook("uncounted", Notated, "protocols", PLAIN),
    # how the game is shown
    Hook("drawer", Shown, PEOPLE, PLAIN),
    Hook("numbers_pairs", Shown, PEOPLE, PLAIN),
    Hook("sits_below", Shown, PEOPLE, PLAIN),
    Hook("called", Shown, PEOPLE, PLAIN),
    Hook("how_to_play", Shown, PEOPLE, PLAIN),
    Hook("player_names", Shown, PEOPLE, PLAIN),
    Hook("player_colours", Shown, PEOPLE, PLAIN),
    Hook("won_by", Shown, PEOPLE, PLAIN),
    Hook("ended", Shown, PEOPLE, PLAIN),
    Hook("named_nodes", Shown, PEOPLE, PLAIN),
    Hook("page_limits", Shown, "the page", PLAIN),
    # theorems, unknown leaves, and lists of zugzwangs
    Hook("theorems", Theory, "ultra-weak solving", PLAIN),
    Hook("winning_sets", Theory, "ultra-weak solving", PLAIN),
    Hook("mirrored", Theory, "ultra-weak solving", PLAIN),
    Hook("unknown", Theory, "proof-number search", PLAIN),
    Hook("exchanged", Theory, "ultra-weak solving", PLAIN),
    Hook("twin", Theory, "databases", PLAIN),
)

HOOKS = {hook.name: hook for hook in _TABLE}
"""The hooks by name."""
OPTIONAL = tuple(hook for hook in _TABLE if hook.name not in REQUIRED)
"""Those that a game may leave out."""
COMPILED_METHODS = tuple(hook.name for hook in _TABLE if hook.compiled and hook.is_method)
"""The methods that compiled code may call."""
COMPILED_SETTINGS = tuple(hook.name for hook in _TABLE if hook.compiled and not hook.is_method)
"""The attributes that compiled code may read."""
BY_ACTION = ("result", "order", "playout_weight")
"""The compiled methods of a state and an action."""
DECIDING_METHODS = tuple(hook.name for hook in _TABLE if hook.decides and hook.is_method)
DECIDING_SETTINGS = tuple(hook.name for hook in _TABLE if hook.decides and not hook.is_method)
"""What the values of positions, and their numbers in a database, depend on."""


def asked(game: AnyGame, name: str) -> Any:
    """A game's own method or value for a hook, or the neutral one."""
    return getattr(game, HOOKS[name].name)


def numbers(game: AnyGame) -> int:
    """How many numbers the game has for its positions; 0 if it has none.

    >>> from gametree import load
    >>> numbers(load("nim:heaps=[1,2]")), numbers(load("othello:size=6"))
    (12, 0)
    """
    return int(asked(game, "index_size")) if provides(game, "index") and provides(game, "state") else 0


def renamed(game: AnyGame) -> Hook | None:
    """The first hook that a game still defines under its former name; None if there is none.

    A method counts if it takes as many arguments as the hook, and no class from there on down defines the new name. An
    attribute counts if it is of the hook's type and the game defines what the hook is of no use without: the ``size``
    of a board is no former ``index_size``, unless the game has ``index`` and ``state`` and no ``index_size``.

    >>> class Mine(Game[int]):
    ...     def rules(self, s: int) -> int: return 0
    >>> print(renamed(Mine()))
    rule_of_thumb (Game): the rule-based player; plain Python
    """
    still = _defines_former_method, _defines_former_attribute
    return next((h for h in _TABLE if h.formerly and still[not h.is_method](game, h)), None)


def _defines_former_method(game: AnyGame, hook: Hook) -> bool:
    for cls in type(game).__mro__:
        if cls in OFFERING or hook.name in vars(cls):
            return False
        if inspect.isfunction(method := vars(cls).get(hook.formerly)):
            return arguments(method) == arguments(hook.neutral)
    return False


def _defines_former_attribute(game: AnyGame, hook: Hook) -> bool:
    used = all(provides(game, name) for name in hook.needs)
    return used and not provides(game, hook.name) and isinstance(getattr(game, hook.formerly, None), type(hook.neutral))


def arguments(function: Any) -> int:
    """How many arguments a function must be given.

    >>> arguments(Game.result), arguments(Game.name)        # style may be left out
    (3, 3)
    """
    given = inspect.signature(function).parameters.values()
    return sum(p.default is p.empty and p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD) for p in given)
