"""A compilation that fails is remembered: it takes seconds, and would fail again."""

from __future__ import annotations

import json

import numpy as np
import pytest

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
