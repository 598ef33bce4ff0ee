"""How a game compiles: what its compiled form notices, remembers, survives. Processes are fresh where it matters."""

import json
import os
import shutil
import subprocess
import sys
import textwrap
from pathlib import Path
from types import SimpleNamespace
from typing import NamedTuple

import numpy as np
import pytest

import gametree
from gametree import Game, best, load
from gametree.compile import NotCompiledError, cache, cached, kernel_cache, prepare, state_of, words_of
from gametree.compile.digest import digest
from gametree.engine.block import NO_ACTION, Block
from gametree.engine.options import Options
from gametree.engine.score import INFINITY
from gametree.engine.search import search
from gametree.engine.table import Table
from gametree.errors import GameError
from marking import thorough

RULES = """
from typing import NamedTuple
from gametree import Game
from helpers import step

PRIZE = 1

class Pile(NamedTuple):
    stones: int
    turn: int

def left(stones, a):
    return stones - a

class Common(Game):
    def terminal(self, s): return s.stones <= 0

class Take(Common):
    bounds = (-9, 9)
    def __init__(self, stones=5): self.stones = stones
    def initial(self): return Pile(self.stones, 0)
    def player(self, s): return s.turn
    def actions(self, s):
        yield 1
        if s.stones >= 2: yield 2
    def result(self, s, a): return Pile(left(s.stones, step(a)), 1 - s.turn)
    def utility(self, s): return PRIZE if s.turn == 1 else -PRIZE
    def text(self, s): return "a pile"
"""
HELPERS = "def step(a): return a\n"

# Solve, and say on stdout: the value, the distance, and for each kernel whether it came from the cache.
PROGRAM = """
import sys
from gametree import best, load
from gametree.engine.search import search
game = load(sys.argv[1])
answer = best(game, depth=12)
print(answer.value, answer.distance, answer.compiled, sum(search.stats.cache_hits.values()))
"""


def run(program: str, *args: str, **env: str) -> subprocess.CompletedProcess[str]:
    done = subprocess.run(
        [sys.executable, "-c", program, *args],
        check=False,
        capture_output=True,
        text=True,
        env=os.environ | env,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    return done


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "take.py").write_text(RULES)
    (tmp_path / "helpers.py").write_text(HELPERS)
    return tmp_path


def answer(folder: Path, spec: str = "take.py", **env: str) -> tuple[float, int, bool, int]:
    done = run(PROGRAM, str(folder / spec), GAMETREE_CACHE=str(folder / "cache"), **env)
    value, distance, compiled, hits = done.stdout.split()
    return float(value), int(distance), compiled == "True", int(hits)


def edit(folder: Path, file: str, old: str, new: str) -> None:
    source = (folder / file).read_text()
    assert old in source
    (folder / file).write_text(source.replace(old, new))


def test_second_process_starts_from_the_cache(folder):
    assert answer(folder) == (1, 3, True, 0)
    assert answer(folder) == (1, 3, True, 1)


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("file", "old", "new", "then"),
    [
        ("helpers.py", "return a", "return 5", (1, 1)),  # a helper from another file
        *thorough(
            ("take.py", "if s.stones >= 2: yield 2", "if s.stones >= 3: yield 3", (1, 3)),  # a rule
            ("take.py", "return stones - a", "return stones - 2 * a", (-1, 2)),  # a helper of the module
            ("take.py", "PRIZE = 1", "PRIZE = 7", (7, 3)),  # a constant of the module
            ("take.py", "s.stones <= 0", "s.stones <= 2", (-1, 2)),  # a base class
            ("take.py", "stones=5", "stones=6", (-1, 4)),  # a parameter's default
        ),
    ],
)
def test_an_edit_changes_the_answer_at_once_and_undoing_it_finds_the_old_code(folder, file, old, new, then):
    before = answer(folder)
    assert before[:2] == (1, 3)
    edit(folder, file, old, new)
    assert answer(folder) == (*then, True, 0)
    edit(folder, file, new, old)
    assert answer(folder) == (1, 3, True, 1)


@pytest.mark.thorough
def test_what_only_people_read_costs_no_compilation(folder):
    answer(folder)
    edit(folder, "take.py", '"a pile"', '"some stones"')
    edit(folder, "take.py", "    def player", "    # whose turn\n    def player")
    assert answer(folder) == (1, 3, True, 1)


@pytest.mark.thorough
def test_a_damaged_or_missing_cache_only_costs_time(folder):
    answer(folder)
    for file in (folder / "cache").iterdir():
        content = bytearray(file.read_bytes())
        content[len(content) // 2] ^= 1
        file.write_bytes(content)
    assert answer(folder) == (1, 3, True, 0)
    assert answer(folder) == (1, 3, True, 1)
    (folder / "file").write_text("")
    nowhere = str(folder / "file" / "cache")  # cannot be made: its parent is a file
    done = run(PROGRAM, str(folder / "take.py"), GAMETREE_CACHE=nowhere)
    assert done.stdout.split() == ["1.0", "3", "True", "0"]


@pytest.mark.thorough
def test_a_cached_kernel_that_names_a_module_which_has_moved_is_compiled_anew(folder):
    """A helper that Numba knows by itself is kept in the cache by the name of its module."""
    (folder / "helpers.py").write_text("from gametree.engine.dual import inner\n@inner\n" + HELPERS)
    assert answer(folder) == (1, 3, True, 0)
    assert answer(folder) == (1, 3, True, 1)
    (folder / "helpers.py").rename(folder / "moved.py")
    edit(folder, "take.py", "from helpers import", "from moved import")
    assert answer(folder) == (1, 3, True, 0)
    assert answer(folder) == (1, 3, True, 1)


@pytest.mark.parametrize(
    ("edited", "anew"),
    [
        ("compile/states.py", {"engine", "solving", "elsewhere"}),
        ("engine/score.py", {"engine", "solving", "elsewhere"}),
        ("bits.py", {"engine", "solving", "elsewhere"}),
        ("game.py", {"engine", "solving", "elsewhere"}),  # provides and even decide what is compiled
        ("solving/words.py", {"solving"}),
        ("answering/best.py", set()),
    ],
)
def test_an_edit_of_our_own_sources_compiles_anew_what_they_are_part_of(tmp_path, monkeypatch, edited, anew):
    ours = tmp_path / "gametree"
    shutil.copytree(Path(gametree.__path__[0]), ours, ignore=shutil.ignore_patterns("__pycache__", "static"))
    monkeypatch.setattr(kernel_cache, "__file__", str(ours / "compile" / "kernel_cache.py"))

    def stamps():
        kernel_cache.package_stamp.cache_clear()
        places = {"engine": ours / "engine", "solving": ours / "solving" / "strong", "elsewhere": tmp_path}
        return {name: kernel_cache.package_stamp(str(place)) for name, place in places.items()}

    before = stamps()
    with (ours / edited).open("a") as file:
        file.write("# a new version\n")
    assert {name for name, stamp in stamps().items() if stamp != before[name]} == anew
    kernel_cache.package_stamp.cache_clear()


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_read_only_cache_only_costs_time(folder):
    (folder / "cache").mkdir(mode=0o500)
    assert answer(folder) == (1, 3, True, 0)


@pytest.mark.thorough
def test_compiling_is_announced_on_stderr_and_only_when_cold(folder):
    env = {"GAMETREE_CACHE": str(folder / "cache")}
    assert "compiling Take" in run(PROGRAM, str(folder / "take.py"), **env).stderr
    assert run(PROGRAM, str(folder / "take.py"), **env).stderr == ""


ENTRY_POINTS = """
import numpy as np
from gametree import best, check, load, perft
from gametree.engine import examine, forcing, perft as counting, search
from gametree.engine.mcts import rounds
game = load("connect4:width=4,height=3")
assert best(game, depth=12).value == 0
assert perft(game, depth=4).nodes == 252
assert check(game, time=0.2).ok
rows = load("gomoku:size=5")
assert forcing.Forcing(rows, rows.parse("a1 b1 a2 b2 a3 b3 a4 b4")).run(nodes=10).within == 1
assert best(game, algorithm="mcts", nodes=100).nodes == 100
kernels = [
    search.search, counting.count_leaves, examine.examine, examine.follow, forcing.force, rounds.simulate
]
print(*(f"{k.py_func.__name__}:{sum(k.stats.cache_hits.values())}" for k in kernels))
"""


@pytest.mark.thorough
def test_every_entry_point_runs_twice_in_fresh_processes(tmp_path):
    """The second start must hit the cache for every kernel, and leave cleanly: recursion and caching have crashed here
    before (numba#6061)."""
    first = run(ENTRY_POINTS, GAMETREE_CACHE=str(tmp_path)).stdout.split()
    second = run(ENTRY_POINTS, GAMETREE_CACHE=str(tmp_path)).stdout.split()
    assert all(word.endswith(":0") for word in first)
    assert all(word.endswith(":1") for word in second)
    assert len(list(tmp_path.glob("*.kernel"))) == len(first)


TWO_GAMES = """
from gametree import Game

class Steps(Game):
    def initial(self): return (4, 0)
    def player(self, s): return s[1]
    def actions(self, s):
        yield 1
    def result(self, s, a): return s[0] - a, 1 - s[1]
    def terminal(self, s): return s[0] <= 0
    def utility(self, s): return 1

class Strides(Steps):
    def actions(self, s):
        for a in range(1, 3):
            yield a
"""
COUNTS = """
import sys
sys.path.insert(0, sys.argv[1])
from gametree import perft
from walks import Steps, Strides
print(perft(Steps(), depth=3).nodes, perft(Strides(), depth=3).nodes)
"""


@pytest.mark.thorough
def test_two_kernels_from_the_cache_do_not_mix_up_their_parts(tmp_path):
    """Both have parts of the same names: a call that led from one kernel into the other crashed the second start."""
    (tmp_path / "walks.py").write_text(TWO_GAMES)
    first, second = (run(COUNTS, str(tmp_path), GAMETREE_CACHE=str(tmp_path / "cache")) for _ in range(2))
    assert first.stdout == second.stdout == "1 6\n"
    assert "compiling" in first.stderr
    assert "compiling" not in second.stderr


def test_every_kernel_of_the_engine_is_among_the_entry_points():
    sources = [p.read_text() for p in (Path(gametree.__path__[0]) / "engine").rglob("*.py")]
    assert sum(source.count("\n@kernel\n") for source in sources) == 6


# --- in one process ---------------------------------------------------------------------------------------------------


class Pile(NamedTuple):
    stones: int
    turn: int


class Take(Game[Pile]):
    """Take one or two; the last stone wins. Three are lost for the mover."""

    def __init__(self, stones: int = 4):
        self.stones = stones

    def initial(self):
        return Pile(self.stones, 0)

    def player(self, s):
        return s.turn

    def actions(self, s):
        for n in (1, 2):
            if n <= s.stones:
                yield n

    def result(self, s, a):
        return Pile(s.stones - a, 1 - s.turn)

    def terminal(self, s):
        return s.stones == 0

    def utility(self, s):
        return 1 if s.turn == 1 else -1


class TakeMisere(Take):
    """A variant that asks the base class first."""

    def utility(self, s):
        return -super().utility(s)


class TakeThree(TakeMisere):
    """A variant of a variant, two calls of super() deep."""

    def actions(self, s):
        for n in super().actions(s):
            yield n
        if s.stones >= 3:
            yield 3

    def utility(self, s):
        return super().utility(s)


def minimax(game, s):
    if game.terminal(s):
        return game.utility(s)
    values = [minimax(game, game.result(s, a)) for a in game.actions(s)]
    return max(values) if game.player(s) == 0 else min(values)


@pytest.mark.thorough
@pytest.mark.parametrize("cls", [Take, TakeMisere, TakeThree])
def test_inheritance_and_super(cls):
    game = cls(8)
    for stones in range(1, 9):
        answer = best(game, Pile(stones, 0), depth=10)
        assert answer.compiled
        assert answer.value == minimax(game, Pile(stones, 0))


class Weighted(Take):
    """Payoffs in an array, steps in a list, a static method and a property: all of it in compiled code."""

    bounds = (-100, 100)

    def __init__(self, prizes, stones: int = 4):
        super().__init__(stones)
        self.prizes = np.array(prizes)
        self.steps = [1, 2]

    @staticmethod
    def other(player):
        return 1 - player

    @property
    def least(self):
        return min(self.steps)

    def actions(self, s):
        for n in self.steps:
            if self.least <= n <= s.stones:
                yield n

    def utility(self, s):
        return self.prizes[self.other(s.turn)]


@pytest.mark.thorough
def test_arrays_are_data():
    one, other = Weighted([3, -4]), Weighted([30, -40])
    assert digest(one) == digest(other)
    assert (best(one, depth=9).value, best(other, depth=9).value) == (3, 30)
    compiled = len(search.overloads)
    one.prizes[0] = 5
    assert best(one, depth=9).value == 5
    one.prizes = np.array([6, -4])
    assert best(one, depth=9).value == 6
    assert best(other, depth=9).value == 30
    assert len(search.overloads) == compiled
    assert digest(Weighted([1, 2, 3])) != digest(one)  # another shape is other code
    assert digest(Weighted([1.0, 2.0])) != digest(one)


@pytest.mark.thorough
def test_a_parameter_changed_after_the_fact_is_noticed():
    game = Weighted([3, -4])
    assert best(game, depth=9).distance == 3
    game.steps = [1, 2, 3, 4]
    assert best(game, depth=9).distance == 1


def test_words():
    game = load("kalah")
    s = game.initial()
    assert state_of(game, words_of(s)) == s
    with pytest.raises(NotCompiledError, match="64 bits"):
        words_of((1 << 63,))
    with pytest.raises(NotCompiledError, match="integers only"):
        words_of((1.5,))


def arguments(game):
    block = Block(Table(0), Options())
    return game, words_of(game.initial()), 1, -INFINITY, INFINITY, 0, 0, NO_ACTION, NO_ACTION, 1, block.address


# --- what does not compile runs interpreted, and one line says why ----------------------------------------------------


class YieldFrom(Take):
    def actions(self, s):
        yield from range(1, min(2, s.stones) + 1)


class DictAttribute(Take):
    def __init__(self, stones=4):
        super().__init__(stones)
        self.lengths = {1: 1, 2: 2}

    def result(self, s, a):
        return Pile(s.stones - self.lengths[a], 1 - s.turn)


class FloatState(Take):
    def result(self, s, a):
        return Pile((s.stones - a) / 1, 1 - s.turn)


class Misspelt(Take):
    def terminal(self, s):
        return s.stone == 0


class Typing(Take):
    def utility(self, s):
        return self.nothing


class Growing(Take):
    def result(self, s, a):
        return (s.stones - a, 1 - s.turn, a)


class Generator(Take):
    def terminal(self, s):
        return not any(n > 0 for n in (s.stones,))


TABLE = {1: 1, 2: 2}


class GlobalDict(Take):
    def result(self, s, a):
        return Pile(s.stones - TABLE[a], 1 - s.turn)


class ByClass(Take):
    def terminal(self, s):
        return Take.terminal(self, s)


class Text(Take):
    def initial(self):
        return "xxxx"

    def player(self, s):
        return len(s) % 2

    def actions(self, s):
        return [1, 2][: len(s)]

    def result(self, s, a):
        return s[a:]

    def terminal(self, s):
        return not s

    def utility(self, s):
        return 0


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("cls", "says"),
    [
        (YieldFrom, "'yield from' does not compile: write a loop"),
        (DictAttribute, "self.lengths is a dict, which does not compile: use a tuple of integers or a NumPy array"),
        (FloatState, "float where an integer belongs"),
        (Misspelt, "Pile has no field stone"),
        (Typing, "self has no attribute nothing"),
        (Growing, "a state of 3 numbers, but initial one of 2"),
        (Generator, "generator expression"),
        (GlobalDict, "TABLE is a dict"),
        (ByClass, "call super()"),
        (Text, "the state holds 'xxxx' (str); compiled states hold integers only"),
    ],
)
def test_why_a_game_does_not_compile(monkeypatch, cls, says):
    monkeypatch.setattr("gametree.compile.kernels.too_wide", lambda game: "")  # some of these fail in Python too
    with pytest.raises(NotCompiledError) as error:
        prepare(search, *arguments(cls()), quiet=True)
    message = str(error.value)
    assert says in message
    assert "\n" not in message
    if cls not in (FloatState, Growing, Text):  # the others have a line of the author's to blame
        lines = Path(__file__).read_text().splitlines()
        line = next(n for n, text in enumerate(lines, 1) if f"class {cls.__name__}(" in text)
        where = int(message.split("line ")[1].split(":", maxsplit=1)[0])
        assert message.startswith("test_compile.py, line")
        assert line < where < line + 10


class Foreign(Take):
    """A function of a library decides: nothing can be rewritten here."""

    def terminal(self, s):
        return json.loads(json.dumps(s.stones)) == 0


@pytest.mark.thorough
def test_the_fallback_is_announced_once_and_right(capsys):
    assert best(Foreign(5), depth=9).value == 1
    assert best(Foreign(4), depth=9).compiled is False
    lines = capsys.readouterr().err.splitlines()
    assert [line for line in lines if "interpreted" in line] == [
        next(line for line in lines if line.startswith("Foreign runs interpreted: test_compile.py, line"))
    ]


def test_cache_shows_and_clears_only_its_own_files(tmp_path, monkeypatch):
    monkeypatch.setenv("GAMETREE_CACHE", str(tmp_path))
    (tmp_path / "mine.txt").write_text("keep me")
    cache.write("some-key", b"payload")
    assert cache.read("some-key") == b"payload"
    assert cache.usage() == (1, 39)
    assert cache.clear() == (1, 39)
    tables = tmp_path / f"bearoff{cache.TABLES}"
    tables.mkdir()
    (tables / "still.npy").write_bytes(b"12345")
    assert cache.usage() == (1, 5)
    assert cache.clear() == (1, 5)
    assert not tables.exists()
    assert cache.read("some-key") is None
    assert (tmp_path / "mine.txt").exists()


@pytest.mark.thorough
def test_cached_says_whether_a_start_will_be_quick(tmp_path, monkeypatch):
    monkeypatch.setenv("GAMETREE_CACHE", str(tmp_path))
    game = Take(977)
    assert not cached(search, *arguments(game))
    prepare(search, *arguments(game), quiet=True)
    assert cached(search, *arguments(game))


@pytest.mark.thorough
def test_two_calls_with_a_notebook_like_class():
    """A class made by exec, as in a notebook cell, has no file of its own; it compiles all the same."""
    scope: dict = {"Take": Take, "__name__": "__main__"}
    exec(textwrap.dedent("""
        class Cell(Take):
            def actions(self, s):
                yield 1
    """), scope)  # fmt: skip
    answer = best(scope["Cell"](4), depth=9)
    assert (answer.value, answer.compiled) == (-1, True)


@pytest.mark.thorough
def test_a_constant_or_helper_changed_in_the_same_process_is_noticed():
    """As in a notebook: the same class, another constant of its module. The old code must not answer for the new."""
    scope: dict = {"Take": Take, "Pile": Pile, "__name__": "__main__"}
    exec(textwrap.dedent("""
        PRIZE = 2
        def prize(): return PRIZE
        class Cell(Take):
            bounds = (-9, 9)
            def utility(self, s): return prize() if s.turn == 1 else -prize()
    """), scope)  # fmt: skip
    assert best(scope["Cell"](4), depth=9).value == 2
    scope["PRIZE"] = 5
    assert best(scope["Cell"](4), depth=9).value == 5
    exec("def prize(): return 7", scope)
    assert best(scope["Cell"](4), depth=9).value == 7
    scope["PRIZE"] = 2
    exec("def prize(): return PRIZE", scope)
    assert best(scope["Cell"](4), depth=9).value == 2


class Divides(Take):
    """Raises at the end in Python; compiled code divides by zero without a word."""

    def utility(self, s):
        return 1 // s.stones


def test_a_rule_that_raises_is_not_proven():
    with pytest.raises(GameError, match="in utility: ZeroDivisionError: integer division"):
        best(Divides(4), depth=9)


# --- whom the cache trusts -------------------------------------------------------------------------------------------


@pytest.fixture
def kept(tmp_path, monkeypatch):
    """A cache with something in it, as another process would find it."""
    folder = tmp_path / "kept"
    monkeypatch.setenv("GAMETREE_CACHE", str(folder))
    monkeypatch.setattr(cache, "_told", set())
    cache.write("some-key", b"payload")
    assert cache.read("some-key") == b"payload"
    return folder


def test_the_cache_is_the_users_alone(kept):
    assert kept.stat().st_mode & 0o777 == 0o700
    assert all(file.stat().st_mode & 0o077 == 0 for file in kept.iterdir())


@pytest.mark.parametrize("mode", [0o770, 0o777, 0o1777, 0o702])
def test_a_folder_that_others_may_write_to_is_not_used(kept, mode, capsys):
    kept.chmod(mode)
    assert cache.read("some-key") is None
    cache.write("another", b"payload")
    assert not (kept / "another.kernel").exists()
    told = capsys.readouterr().err
    assert told.count("\n") == 1  # once, not for each kernel
    assert "is not used: others may write to it" in told
    kept.chmod(0o755)
    assert cache.read("some-key") == b"payload"


def test_a_file_that_others_may_write_to_is_not_read(kept):
    (kept / "some-key.kernel").chmod(0o666)
    assert cache.read("some-key") is None


def test_a_folder_of_another_user_is_not_used(kept, monkeypatch, capsys):
    owner = os.geteuid()
    monkeypatch.setattr(os, "geteuid", lambda: owner + 1)
    monkeypatch.setattr(cache, "_why_not", lambda about, real=cache._why_not: real(_owned(about, owner or 4242)))
    assert cache.read("some-key") is None
    assert f"it belongs to another user ({owner or 4242})" in capsys.readouterr().err


def _owned(about, owner):
    return os.stat_result((*about[:4], owner, *about[5:10]))


def test_without_a_home_the_cache_is_the_users_own(tmp_path, monkeypatch):
    """The folder has the user's number in it, is made for him alone, and is none where somebody else was first."""
    for name in ("GAMETREE_CACHE", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(Path, "home", _no_home)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.setattr(cache, "_told", set())
    assert cache.folder() == tmp_path / f"gametree-cache-{os.geteuid()}"
    cache.write("some-key", b"payload")
    assert cache.read("some-key") == b"payload"
    assert cache.folder().stat().st_mode & 0o777 == 0o700
    elsewhere = tmp_path / "elsewhere"
    cache.folder().rename(elsewhere)
    cache.folder().symlink_to(elsewhere)  # where everybody may write, a link leads where somebody else wants
    assert cache.place() is None
    assert cache.read("some-key") is None


def _no_home():
    raise RuntimeError("no home")


def test_the_tables_of_the_bearoff_are_trusted_no_more(kept, monkeypatch):
    from gametree.solving.chance import bearoff

    monkeypatch.setattr(bearoff, "one_sided", lambda men: SimpleNamespace(still=np.ones(3), untouched=np.ones(3)))
    monkeypatch.setattr(bearoff, "two_sided", lambda men: np.ones((4, 2, 2)))
    made = bearoff.tables(2, 1)
    (tables,) = kept.glob(f"*{cache.TABLES}")
    assert tables.is_dir()
    kept.chmod(0o777)
    read = []
    monkeypatch.setattr(bearoff, "read", read.append)
    again = bearoff.tables(2, 1)
    assert not read
    assert np.array_equal(made["still"], again["still"])
