"""Why rules do not compile, in their author's words: the place in his file, and what to write instead."""

from __future__ import annotations

import pytest

from gametree.catalogue import untried
from gametree.compile import NotCompiledError, prepare, words_of
from gametree.compile.explain import explain
from gametree.engine.examine import examine, follow

RULES = """
from typing import NamedTuple
from gametree import Game

class State(NamedTuple):
    left: int
    turn: int
    pits: tuple

TABLE = [1, 2, 3]
WORTH = {0: 1, 1: 2}

class Take(Game):
    def initial(self): return State(6, 0, (1, 2, 3))
    def player(self, s): return s.turn
    def actions(self, s):
        for n in (1, 2):
            if n <= s.left:
                yield n
    def result(self, s, a): return State(s.left - a, 1 - s.turn, s.pits)
    def terminal(self, s): return s.left == 0
    def utility(self, s): return 1 if s.turn == 1 else -1

class Variant(Take):
"""
LINE = RULES.count("\n") + 1
"""Where the variant's method begins."""

REFUSED = [
    # the method, the line of it that is to blame (None: no place is known), and what is said
    ("actions(self, s): yield from (1, 2)", 0, "'yield from' does not compile: write a loop"),
    ("actions(self, s): return [1] + []", 0, "the type of a value here is unknown"),
    (
        "actions(self, s):\n        if s.left < 0:\n            return []\n        return [1]",
        2,
        "an empty list does not",
    ),
    ("result(self, s, a): return s._replace(left=s.left - a)", 0, "State has no field _replace"),
    ("result(self, s, a):\n        rest = s.pits[a:]\n        return State(s.left - a, 0, (0,) + rest)", 1, "use put"),
    (
        "result(self, s, a):\n        pits = tuple(list(s.pits))\n        return State(s.left - a, 0, pits)",
        1,
        "use put",
    ),
    ("result(self, s, a): return State((s.left - a) / 1, 0, s.pits)", None, "holds a float where an integer belongs"),
    ("terminal(self, s): return any(n > s.left for n in s.pits)", 0, "a generator expression .* write a loop"),
    ("terminal(self, s): return all([n > s.left for n in s.pits])", 0, r"all\(…\) does not compile: write a loop"),
    ("utility(self, s):\n        if s.turn == 1:\n            return 1", None, "nothing in others"),
    ("utility(self, s): return 'Max wins'", None, "not a number"),
    ("utility(self, s): return 1 if s.turn else 'lost'", 0, "sometimes 1 and sometimes lost: keep it of one kind"),
    ("evaluate(self, s): return TABLE[s.turn]", 0, "TABLE is a list.* use a tuple of integers or a NumPy array"),
    ("evaluate(self, s): return WORTH[s.turn]", 0, "WORTH is a dict.* use a tuple of integers or a NumPy array"),
    ("evaluate(self, s):\n        self.calls = 1\n        return 0", 1, "rules cannot change self.calls"),
    ("evaluate(self, s): return self.bonus", 0, "self has no attribute bonus"),
    ("evaluate(self, s): return self.player()", 0, "wrong arguments: missing a required argument: 's'"),
    ("evaluate(self, s): return s.left.bit_count()", 0, "type int has no compiled attribute bit_count"),
    ("evaluate(self, s): return score(s)", None, "the name score is not defined"),
]


@pytest.mark.parametrize(("method", "line", "why"), REFUSED, ids=[method.split(":")[0] for method, _, _ in REFUSED])
def test_what_is_refused(tmp_path, monkeypatch, method, line, why):
    monkeypatch.setattr("gametree.compile.kernels.too_wide", lambda game: "")  # some of these fail in Python too
    path = tmp_path / "take.py"
    path.write_text(f"{RULES}    def {method}\n")
    game = untried(str(path))
    kernel = follow if method.startswith("result") else examine
    with pytest.raises(NotCompiledError, match=why) as caught:
        prepare(kernel, game, words_of(game.initial()), 0, quiet=True)
    told = str(caught.value)
    assert "\n" not in told
    assert told.startswith(f"take.py, line {LINE + line}: ") if line is not None else "take.py" not in told


def test_no_object_of_numba_is_shown():
    error = NotImplementedError("<numba.core.base.OverloadSelector object at 0x7f0>, (Tuple(int64), unicode_type)")
    assert explain(error, None).startswith("this does not compile for values of these kinds")
