"""``find``, ``index`` and ``count`` of letters, words and parts of texts: what is rewritten says what Python says.

Red if a list of letters that may be a text is searched item by item for a longer part, or if a list of words is not.
"""

from __future__ import annotations

import pytest
from generating import made

from gametree.compile.frontend.tries import twin
from side_by_side import Rewritten, compared

GAME = """
from gametree import Game

WORDS = {{"x": "cross", "o": "ring", ".": "none"}}

class Generated(Game):
    def initial(self):
        return {{"turn": "cross", "cells": (".",) * 5}}

    def player(self, s):
        return ("cross", "ring").index(s["turn"])

    def actions(self, s):
        return [i for i, cell in enumerate(s["cells"]) if cell == "."]

    def result(self, s, a):
        cells, mark = s["cells"], "xo"[self.player(s)]
        turn = "ring" if s["turn"] == "cross" else "cross"
        return {{"cells": cells[:a] + (mark,) + cells[a + 1 :], "turn": turn}}

    def terminal(self, s):
        return "." not in s["cells"]

    def utility(self, s):
        return 0

    def evaluate(self, s):
        cells = s["cells"]
        kept = [c for c in cells if c != "."]
        words = [WORDS[c] for c in cells]
        text = "".join(c for c in cells if c != ".")
        return {}
"""
WORDS = (
    'words.count("ring")', 'words.index("none") if "none" in words else -1', 'words.count("in")', 'words.count("x")',
    '["cross", "ring"].index(s["turn"])', '("ring", "ring", "cross").count(s["turn"])', 'kept.count("x")',
    '[*words, "ring"].index("ring")', '["none", *words[1:]].count(words[0])',
)  # fmt: skip
TEXTS = (
    'text.find("xo")', 'text.count("xx")', 'text.index("ox") if text.find("ox") >= 0 else -1', 'text.find("")',
    'text.replace("o", "").find("xx")', 'text[1:].find("xo")', '(text + "x").count("xx")', '"".join(cells).find("x.")',
    '"".join(sorted(cells)).count("xo")', 'kept.count("xo")',
)  # fmt: skip


@pytest.mark.parametrize("asked", WORDS)
def test_words_in_lists_compile(asked: str):
    game = made(GAME.format(asked))()
    form = twin(game)
    assert not form.left
    compared(game, lambda: Rewritten(form.game), 200)


@pytest.mark.parametrize("asked", TEXTS)
def test_parts_of_texts_are_what_python_finds(asked: str):
    """They need not compile, but no rule may mean something else: the trial games of the front end would not see each
    difference."""
    game = made(GAME.format(asked))()
    form = twin(game)
    assert not [reason for reason in form.left.values() if "rewritten" in reason]
    compared(game, lambda: Rewritten(form.game), 200)


def test_a_dict_keeps_the_order_of_its_keys():
    """As in the first state; ``result`` names them in another one."""
    game = made(GAME.format("0"))()
    rewritten = twin(game).game
    form = Rewritten(rewritten)
    s = form.packed(game.initial())
    for a in (2, 0):
        s = rewritten.result(s, form.number(a))
        assert list(form.unpacked(s)) == ["turn", "cells"]
    assert form.unpacked(s) == {"turn": "cross", "cells": ("o", ".", "x", ".", ".")}
