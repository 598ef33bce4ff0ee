"""A user's rules are tried before anything else: mistakes are reported in one line, and integers
beyond 64 bits are never compiled."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest
from trial_games import DOMINEERING, GOMOKU, LINE, TAKE

from gametree import best, check, measure, perft, solve, trace
from gametree.catalogue import CATALOGUE, load, untried
from gametree.cli import main
from gametree.compile import NotCompiledError, prepare, words_of
from gametree.compile.trial import trying
from gametree.compile.trial.operators import MOST_STEPS
from gametree.compile.trial.trying import Trial, too_wide
from gametree.engine.perft import count_leaves
from gametree.errors import GameError


@pytest.fixture(autouse=True)
def _own_cache(tmp_path, monkeypatch):
    monkeypatch.setenv("GAMETREE_CACHE", str(tmp_path / "cache"))


@pytest.fixture
def variant(tmp_path):
    """Write a file with one method changed."""

    def write(method: str, name: str = "take.py") -> str:
        path = tmp_path / name
        path.write_text(f"{TAKE}    def {method}\n")
        return str(path)

    return write


def written(folder, name: str, text: str) -> str:
    (folder / name).write_text(text)
    return str(folder / name)


# --- integers beyond 64 bits -----------------------------------------------------------------------------------------


def test_domineering_on_one_integer_counts_right(tmp_path, capsys):
    file = written(tmp_path, "domineering.py", DOMINEERING)
    assert perft(file, depth=2).nodes == 4928
    assert "interpreted" not in capsys.readouterr().err  # it compiles, with integers of several words
    assert re.search(r"domineering.py, line \d+: a shift by", too_wide(untried(file)))


@pytest.mark.thorough
def test_gomoku_on_integers_is_not_solved_in_one_position(tmp_path):
    file = written(tmp_path, "gomoku.py", GOMOKU)
    assert perft(file, depth=2).nodes == 225 * 224
    answer = best(file, nodes=300)
    assert (answer.compiled, answer.proven) == (True, False)


def test_an_action_of_71_bits(variant, capsys):
    file = variant("actions(self, s): yield 2 ** 70\n    def result(self, s, a): return Pile(s.left - 1, 1 - s.turn)")
    answer = best(file, depth=9)
    assert (answer.action, answer.compiled, answer.value, answer.proven) == (2**70, False, 1, True)
    assert f"take.py, line {LINE}: " in capsys.readouterr().err


WIDE = [
    "evaluate(self, s): return (s.left << 62) >> 61",
    "evaluate(self, s): return s.left * 10 ** 18 * 2 // 10 ** 18",
    "evaluate(self, s): return s.left * 10 ** 18 * 10 % 7",
    "evaluate(self, s): return 1 if s.left << 62 > 0 else 0",
    "evaluate(self, s): return 1 if s.left << 62 else 0",
    "evaluate(self, s): return 1 if not s.left << 62 else 0",
    "evaluate(self, s): return s.left >> 64",
    "evaluate(self, s): return 0 << 64 + s.left",
    "evaluate(self, s): return min(s.left << 62, 3)",
    "evaluate(self, s): return sum([s.left << 62, -s.left << 62])",
    "evaluate(self, s): return (s.left << 62) * 0.5 / 2.0 ** 62",
    "evaluate(self, s): return int(1e30) & 1",
    "evaluate(self, s): return s.left & 1 << 63",
    "evaluate(self, s): return s.left & 0xFFFFFFFFFFFFFFFF",
    "evaluate(self, s):\n        x = 1\n        for _ in range(64):\n            x *= 3\n        return x % 7",
    "evaluate(self, s):\n        x = [1]\n        for _ in range(64):\n            x[0] <<= 1\n        return x[0] % 7",
    "evaluate(self, s):\n        x = s.left << 62\n        while x:\n            x = 0\n        return x",
    "order(self, s, a): return (a << 63) >> 63",
    "tier(self, s): return (s.left << 62) >> 62",
    "symmetries(self, s): yield Pile(s.left << 62, s.turn)",
    "utility(self, s): return helper(s.left)\ndef helper(n): return (n + 1 << 64) >> 64",
    "quiet(self, s): return self.wide(s.left) >> 60 > 0\n    def wide(self, n): return n << 62",
    "player(self, s): return s.turn ^ (s.left << 64 & 0)",
    "evaluate(self, s): return bits.shift_left(1, 61 + s.left)\nfrom gametree import bits",
    "evaluate(self, s): return shift_right(7, 61 + s.left)\nfrom gametree.bits import shift_right",
    "result(self, s, a): return Pile(s.left - a << 60 >> 60, 1 - s.turn)\n    def initial(self): return Pile(9, 0)",
]


@pytest.mark.parametrize("method", WIDE)
def test_what_is_too_wide_is_noted_where_it_is_used(variant, method):
    game = untried(variant(method))
    assert too_wide(game).startswith("take.py, line ")
    with pytest.raises(NotCompiledError, match=r"^take.py, line \d+: "):
        prepare(count_leaves, game, words_of(game.initial()), 1, False, False, 0)


NARROW = [
    "evaluate(self, s): return (s.left << 62) & 7",
    "evaluate(self, s): return (s.left * 6364136223846793005 + 1442695040888963407) & 1023",
    "evaluate(self, s): return s.left - (1 << 62) + (1 << 62)",
    "evaluate(self, s): return ~(s.left << 62) & 1",
    "evaluate(self, s): return (s.left << 62) * s.left - (s.left * s.left << 62)",
    "evaluate(self, s): return self.wide(s.left) & 7\n    def wide(self, n): return n << 62",
    "evaluate(self, s): return -(1 << 62) * 2 >> 63",
    "evaluate(self, s): return s.left / 2 ** 60",
    "evaluate(self, s): return 7 // -2 + -7 % 3",
    "evaluate(self, s): return popcount(signed(s.left << 62) << 1)\nfrom gametree.bits import popcount, signed",
]


@pytest.mark.parametrize("method", NARROW)
def test_what_is_only_wide_in_between_is_compiled(variant, method):
    assert not too_wide(untried(variant(method)))


def test_what_is_wide_late_in_a_game_is_found(tmp_path):
    text = TAKE.replace("left=5", "left=60") + "    def evaluate(self, s): return (3 << self.left - s.left) >> 1 & 1\n"
    assert not too_wide(untried(written(tmp_path, "short.py", text)))
    assert f"line {LINE}" in too_wide(untried(written(tmp_path, "long.py", text.replace("left=60", "left=66"))))


def test_what_is_wide_only_for_the_largest_actions_is_found(tmp_path):
    text = TAKE.replace("(1, 2)", "range(1, 41)").replace("left=5", "left=2000")
    text += "    def order(self, s, a): return (1 << 24 + a) >> 10\n"
    assert f"line {LINE}" in too_wide(untried(written(tmp_path, "largest.py", text)))


def test_constants_that_are_too_wide(tmp_path):
    attribute = TAKE.replace("self.left = left", "self.left = left\n        self.full = (1 << 81) - 1")
    attribute += "    def terminal(self, s): return s.left & self.full == 0\n"
    assert f"line {LINE + 1}" in too_wide(untried(written(tmp_path, "attribute.py", attribute)))
    module = f"FULL = (1 << 81) - 1\n{TAKE}    def terminal(self, s): return s.left & FULL == 0\n"
    assert f"line {LINE + 1}" in too_wide(untried(written(tmp_path, "module.py", module)))


def test_narrow_numbers_of_numpy(tmp_path):
    text = TAKE.replace("from typing", "import numpy as np\nfrom typing")
    text = text.replace("self.left = left", "self.left = left\n        self.worth = np.array([100, 100], np.int8)")
    text += "    def evaluate(self, s): return self.worth[0] + self.worth[1]\n"
    assert "200 does not fit into int8" in too_wide(untried(written(tmp_path, "narrow.py", text)))
    assert not too_wide(untried(written(tmp_path, "wide.py", text.replace("np.int8", "np.int64"))))


@pytest.mark.parametrize("name", CATALOGUE)
def test_the_rules_of_the_package_stay_within_64_bits(name):
    """They are not tried when they are used; so they are here."""
    assert Trial(load(name), trusting=False).verdict() == ""


@pytest.mark.parametrize(
    "spec",
    ["connect4:9,7", "mnk:9,7,5", "mnk:8,8,5", "othello:8", "dots:5,5", "nim:100,200,300", "kalah:6,6", "crowdmnk"],
)
def test_nor_do_large_parameters(spec):
    try:
        game = load(spec)
    except GameError:
        return  # refused
    assert Trial(game, trusting=False).verdict() == ""


# --- remembered ------------------------------------------------------------------------------------------------------


def test_what_has_passed_is_not_tried_again(variant, monkeypatch):
    file = variant("evaluate(self, s): return s.left")
    load(file)
    monkeypatch.setattr(trying, "Trial", None)
    load(file)
    with pytest.raises(TypeError):
        load(f"{file}:left=6")
    with pytest.raises(TypeError):
        load(variant("evaluate(self, s): return s.left + 1"))


def test_what_has_not_passed_is_tried_again(variant):
    file = variant("evaluate(self, s): return (s.left << 62) >> 61")
    assert too_wide(untried(file)) == too_wide(untried(file)) != ""


# --- rules that are wrong --------------------------------------------------------------------------------------------

WRONG = [
    ("actions(self, s): yield [1, 2]", r"line {0}: actions yields \[1, 2\], but an action must be an integer"),
    ("actions(self, s): yield 1.0", "line {0}: actions yields 1.0, but an action must be an integer: use //"),
    ("actions(self, s): pass", "line {0}: actions returns nothing: yield the items"),
    ("actions(self, s): return 7", "line {0}: actions returns 7: yield the items"),
    ("actions(self, s): return []", "line {0}: actions yields nothing, but terminal says"),
    ("utility(self, s): pass", "line {0}: utility returns nothing, not a number: return"),
    ("utility(self, s): return 'lost'", "line {0}: utility returns 'lost', not a number"),
    ("utility(self, s): return float('nan')", "line {0}: utility returns nan, not a number"),
    ("utility(self, s): return 1 / s.left", "line {0}, in utility: ZeroDivisionError: "),
    ("utility(self, s): return (1, 2)[s.turn + 7]", "line {0}, in utility: IndexError: tuple index out of range"),
    ("evaluate(self, s): return None", "line {0}: evaluate returns nothing, not a number"),
    ("result(self, s, a): pass", "line {0}: result returns nothing for action [12]: return the state"),
    ("player(self, s): return None", "line {0}: player returns None: return 0 to 1, or CHANCE"),
    ("player(self, s): return 2", "line {0}: player returns 2: return 0 to 1, or CHANCE"),
    ("actions(self, s):\n        while True:\n            yield 1", "line {0}: actions yields without end"),
    (
        "terminal(self, s):\n        n = s.left + 1\n        while n:\n            n -= 2 * n\n        return True",
        "line {2}, in terminal: terminal goes on for ever",
    ),
    ("terminal(self, s): return self.terminal(s)", "line {0}, in terminal: RecursionError"),
    ("player(self, s): return 2 ** 2 ** 50 % 2", "line {0}, in player: player makes a number of more than"),
    ("player(self, s): return [n for n in iter(int, 1)][0]", "line {0}, in .*player goes on for ever"),
]


@pytest.fixture
def _few_steps(monkeypatch):
    monkeypatch.setattr("gametree.compile.trial.operators.MOST_STEPS", MOST_STEPS // 20)


@pytest.mark.usefixtures("_few_steps")
@pytest.mark.parametrize(("method", "what"), WRONG)
def test_what_is_wrong_is_told_in_one_line(variant, method, what):
    with pytest.raises(GameError, match=what.format(LINE, LINE + 1, LINE + 2)) as caught:
        load(variant(method))
    assert "\n" not in str(caught.value)
    assert str(caught.value).startswith(variant(method))


@pytest.mark.parametrize("verb", [best, solve, perft, measure, trace])
def test_by_every_verb(variant, verb):
    file = variant("actions(self, s): yield 1.0")
    with pytest.raises(GameError, match=f"line {LINE}: actions yields"):
        verb(file)
    with pytest.raises(GameError, match=f"line {LINE}: actions yields"):
        verb(untried(file))


COMMANDS = [
    ["best"], ["solve"], ["perft", "--depth", "2"], ["measure"], ["match", "random", "random"], ["trace"], ["draw"],
    ["play"], ["uci"], ["ugi"], ["gtp"],
]  # fmt: skip


@pytest.mark.parametrize("command", COMMANDS, ids=lambda words: words[0])
def test_by_every_command(variant, command, capsys):
    file = variant("utility(self, s): return 1 / s.left")
    assert main([command[0], file, *command[1:]]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert f"take.py: line {LINE}, in utility: ZeroDivisionError: division by zero" in line


@pytest.mark.usefixtures("_few_steps")
@pytest.mark.parametrize(
    ("method", "what"),
    [
        ("terminal(self, s):\n        while True:\n            pass", "terminal: goes on for ever"),
        ("actions(self, s):\n        while True:\n            yield 1", "actions: yields without end"),
        ("actions(self, s): pass", "actions: returns nothing: yield the items"),
        ("actions(self, s): yield (1, 2)", r"actions: yields \(1, 2\): an action is an integer; number the moves"),
    ],
)
def test_check_is_not_held_up(variant, method, what):
    for compile in (False, True):
        report = check(variant(method), compile=compile)
        assert not report.ok
        assert re.search(what, str(report)), str(report)


@pytest.mark.thorough
def test_rules_of_objects_and_words_are_tried_too(tmp_path):
    text = TAKE.replace(
        "def initial(self): return Pile(self.left, 0)", "def initial(self): return Pile('x' * self.left, 0)"
    )
    text = text.replace("s.left == 0", "not s.left").replace("n <= s.left", "n <= len(s.left)")
    text = text.replace("s.left - a", "s.left[a:]")
    assert best(load(written(tmp_path, "words.py", f"{text}    pass\n")), depth=8).proven
    with pytest.raises(GameError, match="in result: TypeError"):
        load(written(tmp_path, "wrong.py", text.replace("s.left[a:]", "s.left - a") + "    pass\n"))


def test_the_game_itself_is_left_alone(variant):
    file = variant("evaluate(self, s):\n        self.calls = getattr(self, 'calls', 0) + 1\n        return self.calls")
    game = untried(file)
    before = dict(vars(type(game))), dict(vars(game))
    too_wide(game)
    assert (dict(vars(type(game))), dict(vars(game))) == before


def test_super_and_helpers_are_watched(tmp_path):
    text = (
        TAKE.replace("return s.left == 0", "return finished(s.left)").replace(
            "class Take",
            '''
def finished(n):
    """Helpers are rules."""
    return (n << 64) >> 64 == 0

class Take''',
        )
        + "    def terminal(self, s): return super().terminal(s)\n"
    )
    assert "line 12: a shift by 64 bits" in too_wide(untried(written(tmp_path, "helped.py", text)))


# --- files -----------------------------------------------------------------------------------------------------------


@pytest.mark.thorough
def test_a_file_with_a_dataclass(tmp_path):
    text = TAKE.replace(
        "from typing import NamedTuple", "from __future__ import annotations\nfrom dataclasses import dataclass"
    )
    text = text.replace("class Pile(NamedTuple):", "@dataclass(frozen=True)\nclass Pile:")
    assert best(written(tmp_path, "data.py", f"{text}    pass\n"), depth=8).proven
    assert "data" not in sys.modules


def test_a_file_called_like_the_package_is_tried(tmp_path):
    text = f"{TAKE}    def utility(self, s): return None\n"
    with pytest.raises(GameError, match="utility returns nothing"):
        load(written(tmp_path, "gametree.py", text))


def test_rules_without_their_text(tmp_path):
    """They are played, and only what goes in and out of the methods is looked at."""
    program = f"text = {TAKE!r}\nexec(text + '    def result(self, s, a): return Pile(s.left - a << 62, 1 - s.turn)')\n"
    program += "from gametree.compile.trial.trying import too_wide\nprint(too_wide(Variant()))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert "result makes a number of 6" in done.stdout


def test_a_file_that_is_no_text_has_no_line(tmp_path):
    (tmp_path / "zero.py").write_bytes(b"x = 1\0")
    with pytest.raises(GameError) as caught:
        load(str(tmp_path / "zero.py"))
    assert "None" not in str(caught.value)
