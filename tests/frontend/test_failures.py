"""A compilation that fails is remembered: it takes seconds, and would fail again."""

from __future__ import annotations

import json

import numpy as np
import pytest

from gametree import load, perft
from gametree.compile import NotCompiledError, kernels, prepare, words_of
from gametree.engine.perft import WORDS, count_leaves
from gametree.games.nim import Nim


class Foreign(Nim):
    """A function of a library decides."""

    def terminal(self, s):
        return json.loads(json.dumps(sum(s.heaps) == 0))


def attempt(game):
    block = np.zeros(WORDS, np.int64)
    prepare(count_leaves, game, words_of(game.initial()), 1, False, False, block.ctypes.data, quiet=True)


def test_a_failure_is_remembered_for_processes_to_come(monkeypatch, tmp_path):
    monkeypatch.setenv("GAMETREE_CACHE", str(tmp_path / "cache"))
    with pytest.raises(NotCompiledError) as first:
        attempt(Foreign((1, 2)))
    kernels._failures.clear()  # as in a new process
    monkeypatch.setattr(kernels, "_compile_aside", None)
    with pytest.raises(NotCompiledError) as second:
        attempt(Foreign((1, 2)))
    assert str(second.value) == str(first.value)
    with pytest.raises(TypeError):  # other rules are tried
        attempt(Foreign((1, 3)))


RULES = """from gametree.games.nim import Nim


class Odd(Nim):
    def terminal(self, s):
        return super().terminal(s)
"""


@pytest.mark.parametrize(
    "text", [f"\n\n\n{RULES}", RULES.replace("super().terminal(s)", "not super().terminal(s)"), "oops ("]
)
def test_rules_that_are_edited_before_they_are_compiled_say_so(text, tmp_path, monkeypatch, capsys):
    """Red if the reason is a riddle, or if what is compiled is another text than Python runs."""
    monkeypatch.setenv("GAMETREE_CACHE", str(tmp_path / "cache"))
    file = tmp_path / "odd.py"
    file.write_text(RULES)
    game = load(f"{file}:Odd")
    file.write_text(text)
    assert perft(game, depth=2).nodes == perft("nim", depth=2).nodes
    (line,) = [line for line in capsys.readouterr().err.splitlines() if "interpreted" in line]
    assert line.endswith("odd.py has changed since Odd.terminal was read: load the game again")
