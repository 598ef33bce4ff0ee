"""The rules on a GPU. Here there is none: the same kernels run on the processor, in lanes, and their code for a GPU is
made and looked at."""

import re
from typing import NamedTuple

import numpy as np
import pytest

from gametree import Game, GameError, load, perft, playouts, solve
from gametree.catalogue import CATALOGUE
from gametree.compile import kernel
from gametree.gpu import driver, leaves
from gametree.gpu.lanes import Processor, device
from gametree.gpu.lowering import PerLane, device_code
from gametree.gpu.playouts import play_out
from gametree.gpu.positions import code_for, described, disagreement, sample
from gametree.gpu.tables import TableThere, on_device
from gametree.solving.dense.solve import solve_dense
from gametree.solving.dense.table import DenseTable
from gametree.solving.task import Task


@kernel
def add_up(game, first, last, limit, own):
    for i in range(first, last):
        if i >= limit:
            return 1
        own[0] += i
        own[1] += 1
    return 0


@pytest.mark.parametrize("lanes", [1, 3, 64])
@pytest.mark.parametrize("share", [1, 7, 1000])
def test_every_number_is_some_lanes(lanes, share):
    own = PerLane(2, np.int64)
    Processor(lanes).run(add_up, 5, 500, share, [load("tictactoe"), None, None, 1000, own])
    assert own.total.tolist() == [sum(range(5, 500)), 495]


def test_a_lane_that_stops_does_no_more():
    own = PerLane(2, np.int64)
    Processor(1).run(add_up, 0, 500, 10, [load("tictactoe"), None, None, 55, own])
    assert own.total.tolist() == [sum(range(55)), 55]


def test_code_enters_a_kernel_for_every_share():
    ptx = device_code(add_up, (load("tictactoe"), 0, 0, 1, PerLane(2, np.int64))).ptx
    assert re.search(r"\.visible \.entry lanes\(", ptx)
    assert "%ctaid.x" in ptx
    assert "%nctaid.x" in ptx
    assert "call" not in ptx  # all was inlined


def test_code_is_found_again(tmp_path, monkeypatch):
    monkeypatch.setenv("GAMETREE_CACHE", str(tmp_path))
    first = device_code(add_up, (load("tictactoe"), 0, 0, 1, PerLane(2, np.int64)))
    assert list(tmp_path.rglob("gpu-*"))
    assert device_code(add_up, (load("tictactoe"), 0, 0, 1, PerLane(2, np.int64))) == first


# --- random games ----------------------------------------------------------------------------------------------------


def test_random_games_do_not_depend_on_the_lanes():
    game = load("tictactoe")
    states = [game.initial(), game.parse("5")]
    found = [play_out(game, states, 640, Processor(lanes)) for lanes in (1, 5)]
    assert found[0].averages.tolist() == found[1].averages.tolist()
    assert found[0].plies == found[1].plies


def test_random_games_follow_the_odds():
    """131,184 of the 255,168 games of Tic-Tac-Toe are Max's, but random play reaches them with other weights: by
    induction over the tree, exactly."""
    game = load("tictactoe")

    def value(s):
        if game.terminal(s):
            return game.utility(s)
        after = [value(game.result(s, a)) for a in game.actions(s)]
        return sum(after) / len(after)

    s = game.parse("5 1")
    exact = value(s)
    found = play_out(game, [s], 100_000, Processor())
    assert abs(found.averages[0][0] - exact) < 5 / found.games**0.5


def test_chance_falls_by_its_odds():
    game = load("pig:target=6")
    s = game.initial()
    roll = game.result(s, next(iter(game.actions(s))))
    found = play_out(game, [game.result(roll, o) for o, _ in game.chances(roll)], 640, Processor())
    whole = play_out(game, [roll], 64_000, Processor())
    by_hand = sum(p * value[0] for (_, p), value in zip(game.chances(roll), found.averages, strict=True))
    assert abs(whole.averages[0][0] - by_hand) < 0.12


class Pile(NamedTuple):
    stones: int
    turn: int
    over: bool
    """A flag among numbers; compiled states are numbers throughout."""


class Subtract(Game):
    repetition = "ignore"

    def initial(self):
        return Pile(7, 0, False)

    def player(self, s):
        return s.turn

    def actions(self, s):
        for n in (1, 2):
            if n <= s.stones:
                yield n

    def result(self, s, a):
        return Pile(s.stones - a, 1 - s.turn, s.stones == a)

    def terminal(self, s):
        return s.over

    def utility(self, s):
        return 1 if s.turn == 1 else -1


def test_a_state_may_have_a_flag():
    game = Subtract()
    found = play_out(game, [game.initial()], 64, Processor())
    assert (found.games, found.cut) == (64, 0)


def test_long_games_are_broken_off_and_count_as_even():
    found = play_out(load("tictactoe"), [load("tictactoe").initial()], 64, Processor(), plies=2)
    assert (found.cut, found.plies, found.averages.tolist()) == (64, 128, [[0.0]])


def test_playouts_knows_ends():
    found = playouts("nim:1,1", games=64)
    assert found.averages == {"a1": -1.0, "b1": -1.0}
    assert playouts("nim:heaps=1", games=64).averages == {"a1": 1.0}
    with pytest.raises(GameError, match="the game is over"):
        playouts("nim:1", moves="a1")
    with pytest.raises(GameError, match="games must be a whole number"):
        playouts("nim:1", games=0)


# --- perft -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("ends", [False, True])
@pytest.mark.parametrize(("small", "most"), [(1 << 16, 1 << 26), (40, 1 << 26), (40, 300)])
def test_leaves(small, most, ends, monkeypatch):
    """However many positions are written down at a time."""
    monkeypatch.setattr(leaves, "SMALL", small)
    monkeypatch.setattr(leaves, "MOST", most)
    game = load("tictactoe")
    for depth in (0, 1, 3, 7, 9):
        found = leaves.count(game, game.initial(), depth, Processor(), ends=ends)
        assert found == perft(game, depth=depth, ends=ends).nodes


# --- solving ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["sharks:width=3,height=2", "awari:endgame=3", "nim:3,2"])
def test_a_table_says_the_same_of_every_number(name):
    """Nim is swept once here, and labelled from its ends there, which numbers the payoffs otherwise."""
    game = load(name)
    direct = solve_dense(game, game.initial(), Task())
    there = solve_dense(game, game.initial(), Task(workshop=on_device(Processor(3))))
    here, far = ([table.meaning(int(code)) for code in table.codes] for table in (direct.labels, there.labels))
    assert here == far
    assert direct.method != there.method or np.array_equal(direct.labels.codes, there.labels.codes)
    assert (direct.value, direct.wins, direct.losses, direct.draws) == (
        there.value, there.wins, there.losses, there.draws
    )  # fmt: skip


def test_a_table_changes_its_form_there_as_here():
    game = load("sharks")
    here, there = DenseTable(game), TableThere(game, Processor(3))
    codes = np.random.default_rng(1).integers(0, 256, here.size).astype(np.uint8)
    for change in (
        lambda t: t.widen(20),
        lambda t: t.forget_counters(30),
        lambda t: t._rename(np.array([7, 8, 9])),
    ):
        here.codes, there.codes = codes.copy(), codes.copy()
        assert dict(here._histogram(5, 700)) == dict(there._histogram(5, 700))
        change(here)
        change(there)
        assert np.array_equal(here.codes, there.codes)
        assert here.dtype == there.dtype == here.codes.dtype


# --- the rules -------------------------------------------------------------------------------------------------------


class Lying(Processor):
    """One lane says something else."""

    def fetch(self, kept):
        kept[3] += 1
        return kept


def test_a_difference_is_found():
    game = load("tictactoe")
    states = sample(game, 10)
    assert disagreement(game, states, Processor()) is None
    assert disagreement(game, states, Lying()) == states[3]


def test_a_position_has_a_number_of_its_own():
    game = load("tictactoe")
    states = sample(game, 200)
    assert len({described(game, s) for s in states}) == len(states)


SOME = {"awari", "chess", "crowdnim", "go", "morris", "pig"}
"""Games of every kind; the others are slow tests."""


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=pytest.mark.thorough if name in SOME else pytest.mark.slow)
        for name in sorted(CATALOGUE)
    ],
)
def test_every_game_has_code_for_a_gpu(name):
    game = load(name)
    states = sample(game, 50)
    assert disagreement(game, states, Processor()) is None
    assert ".entry lanes" in code_for(game).ptx


# --- no GPU ----------------------------------------------------------------------------------------------------------


@pytest.fixture
def no_driver(monkeypatch):
    monkeypatch.setattr(driver.ctypes, "CDLL", lambda name: (_ for _ in ()).throw(OSError(name)))
    driver.library.cache_clear()
    driver.gpu.cache_clear()
    yield
    driver.library.cache_clear()
    driver.gpu.cache_clear()


def test_without_a_gpu_a_line_says_so(no_driver, capsys):
    said = []
    assert isinstance(device(tell=said.append), Processor)
    assert said == [
        "no GPU here: libcuda.so.1, which comes with NVIDIA's driver, was not found; the processor does the work"
    ]
    assert perft("tictactoe", depth=3, gpu=True).nodes == 504
    assert capsys.readouterr().err.count("no GPU here") == 1
    assert solve("sharks:width=3,height=2", gpu=True).value == 0
    assert capsys.readouterr().err.count("no GPU here") == 1
    with pytest.raises(GameError, match="needs index, state and index_size"):
        solve("tictactoe", gpu=True)
