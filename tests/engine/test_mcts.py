"""Monte-Carlo tree search: what it calls proven, what it finds, its limits, its tree from move to move."""

import time
from random import Random

import pytest
from engine_games import Explicit, Relative, Seeing

from gametree import Game, GameError, Line, best, load
from gametree.engine.clock import GameClock
from gametree.engine.driver import Limits
from gametree.engine.making import make_engine
from gametree.engine.mcts.engine import MctsEngine
from gametree.engine.mcts.memory import ACTION, CROWD, HIGH, LOW, PARENT, TOTAL, VISITS
from gametree.engine.mcts.search import MctsSearch
from gametree.game import MAX
from gametree.textbook import search as textbook

SMALL = (
    "nim:2,3,4", "nim:2,3,misere=True", "mnk:3,3,3,gravity=True", "connect4:4,3,3", "kalah:2,2", "kalah:3,1",
    "ponghauki", "sharks:3,3", "awari:pits=2,stones=1", "dots:1,1",
)  # fmt: skip
"""Games that a few thousand rounds solve, in plain Python."""


def interpreted(game, position=None, nodes=4000, **options):
    with make_engine(game, "mcts", table=0, **options) as engine:
        engine.compiled = False
        return engine.best(position, Limits(nodes=nodes))


@pytest.mark.parametrize("name", SMALL)
def test_small_games_are_solved_as_alpha_beta_solves_them(name):
    game = load(name)
    with make_engine(game, "exact", table=1) as engine:
        engine.compiled = False
        truth = engine.best(None, Limits())
    found = interpreted(game)
    assert found.proven
    assert found.value == truth.value
    assert found.within is None or found.within >= truth.distance


def random_games(dice, count=15):
    """Trees as data, and what they are worth by brute force."""
    for _ in range(count):
        size = dice.randint(4, 40)
        edges = []
        for n in range(size):
            after = range(n + 1, min(size, n + 6))
            edges.append(dice.sample(after, min(dice.choice((0, 1, 2, 3, 4) if n else (2, 3)), len(after))))
        movers = [dice.randint(0, 1) for _ in range(size)]
        values = [dice.randint(-9, 9) for _ in range(size)]
        for cls in (Explicit, Relative, Seeing):
            yield cls(edges, movers, values)


def test_random_trees_are_solved_as_minimax_solves_them():
    solved = 0
    for game in random_games(Random(16)):
        if game.terminal(game.initial()):
            continue
        truth = textbook(game, None, "minimax").value
        for nodes in (3, 30, 1000):
            found = interpreted(game, nodes=nodes)
            assert found.least is None or found.least <= truth <= found.most
            if found.proven:
                solved += 1
                assert found.value == truth, (type(game).__name__, game.edges, game.movers, game.values)
                after = textbook(game, game.result(game.initial(), found.action), "minimax").value
                assert after == truth
    assert solved > 60


def test_chance_is_averaged():
    found = interpreted(load("bearoff:2,points=2"))
    assert found.proven
    assert found.value == 1
    found = interpreted(load("tree:example=chance"))
    assert (found.value, found.proven) == (pytest.approx(2.1), True)


def test_a_trap_is_seen_that_random_games_do_not_see():
    trap = load("tree", tree=[[0, 9, 9, 9], [4, 4, 4, 4]])
    assert interpreted(trap, nodes=200).action == 1


def test_the_same_seed_gives_the_same_answer():
    game = load("mnk:4,4,3")
    one, other, third = (interpreted(game, nodes=300, seed=seed) for seed in (5, 5, 6))
    assert [(m.move, m.visits, m.value) for m in one.moves] == [(m.move, m.visits, m.value) for m in other.moves]
    assert [(m.move, m.visits) for m in one.moves] != [(m.move, m.visits) for m in third.moves]


def test_visits_are_the_rounds():
    found = interpreted(load("mnk:4,4,3"), nodes=300)
    assert found.nodes == 300
    assert sum(m.visits for m in found.moves) == 300
    assert found.moves[0].move == found.move
    assert found.to_json()["moves"][0] == {
        "move": found.move, "visits": found.moves[0].visits, "value": found.moves[0].value, "proven": False,
    }  # fmt: skip


@pytest.mark.thorough
def test_compiled_and_interpreted_do_the_same_rounds():
    game = load("connect4:5,4")
    with make_engine(game, "mcts", table=4) as engine:
        compiled = engine.best(None, Limits(nodes=400))
    assert compiled.compiled
    plain = interpreted(game, nodes=400)
    assert [(m.move, m.visits, m.value) for m in compiled.moves] == [(m.move, m.visits, m.value) for m in plain.moves]


def test_with_threads_a_round_grows_one_leaf(monkeypatch):
    """The virtual loss of a path once counted as a visit of its leaf, so that every round grew to the game's end."""
    set_up = MctsSearch._set_up

    def as_if_crowded(self):
        set_up(self)
        self.main.block.words[CROWD] = 1

    monkeypatch.setattr(MctsSearch, "_set_up", as_if_crowded)
    game = load("mnk:4,4,3")
    with make_engine(game, "mcts", table=4) as engine:
        engine.compiled = False
        found = engine.best(None, Limits(nodes=300))
        parents = {int(parent) for parent in engine.table.arrays[PARENT][1 : engine.table.used]}
    assert found.nodes == 300
    assert 50 < len(parents) < 300


@pytest.mark.thorough
@pytest.mark.parametrize("table", [0, 16])
def test_threads_share_one_tree(table):
    """With a small table they must also wait for each other when it is full."""
    game = load("connect4:5,4")
    with make_engine(game, "mcts", table=table, threads=3) as engine:
        found = engine.best(None, Limits(nodes=20_000))
        assert found.nodes == 20_000
        assert engine.table.arrays[VISITS][0] == 20_000
        assert sum(m.visits for m in found.moves) == 20_000
        assert sum(engine.table.arrays[TOTAL][n] for n in engine.table.children(0)) == engine.table.arrays[TOTAL][0]


def test_a_depth_alone_limits_the_rounds_too():
    with make_engine(load("mnk:4,4,3"), "mcts", table=4) as engine:
        engine.compiled = False
        found = engine.best(None, Limits(depth=1))
    assert found.nodes == 1000
    assert found.selective == 1


def test_moves_that_may_not_be_played_are_left_out():
    game = load("nim:2,3")
    moves = tuple(list(game.actions(game.initial()))[:2])  # the win is not among them
    with make_engine(game, "mcts", table=0) as engine:
        engine.compiled = False
        found = engine.best(None, Limits(nodes=500, moves=moves))
        assert found.action in moves
        assert not found.proven
        assert {m.move for m in found.moves} == {game.name(game.initial(), a) for a in moves}
        assert engine.best(None, Limits(nodes=500)).value == 1


# --- the tree from move to move, and its memory ----------------------------------------------------------------------


def check_tree(tree, game, state, node=0):
    """Children lie behind their parent and point back to it; visits and bounds fit together."""
    facts = tree.arrays
    children = tree.children(node)
    assert facts[LOW][node] <= facts[HIGH][node]
    if not children:
        return 1
    assert children[0] > node
    assert sum(facts[VISITS][n] for n in children) <= facts[VISITS][node]
    least = max if game.player(state) == MAX else min
    assert facts[LOW][node] >= least(facts[LOW][n] for n in children)
    assert facts[HIGH][node] <= least(facts[HIGH][n] for n in children)
    for n in children:
        assert facts[PARENT][n] == node
    moves = [int(facts[ACTION][n]) for n in children]
    assert set(moves) <= set(game.actions(state))
    assert len(set(moves)) == len(moves)
    return 1 + sum(check_tree(tree, game, game.result(state, a), n) for a, n in zip(moves, children, strict=True))


def test_the_tree_is_kept_for_the_next_move():
    game = load("mnk:4,4,3")
    with MctsEngine(game, table=4) as engine:
        engine.compiled = False
        first = engine.best(None, Limits(nodes=600))
        line = Line(game.initial(), (first.action,))
        before = first.moves[0].visits
        second = engine.best(line, Limits(nodes=10))
        assert sum(m.visits for m in second.moves) in (before + 9, before + 10)  # the first visit was a playout
        assert check_tree(engine.table, game, line.states(game)[-1]) == engine.table.used
        third = engine.best(Line(game.initial(), (0,)), Limits(nodes=10))  # another game
        assert sum(m.visits for m in third.moves) == 10


class Long(Game):
    """A game that goes on and on. It tells how far it went, and at ply 10 something happens."""

    happens = staticmethod(lambda: None)
    farthest = 0

    def initial(self):
        return 0

    def player(self, s):
        return s & 1

    def actions(self, s):
        yield 0
        yield 1

    def result(self, s, a):
        type(self).farthest = max(self.farthest, s + 1)
        if s + 1 == 10:
            type(self).happens()
        return s + 1

    def terminal(self, s):
        return s >= 100_000

    def utility(self, s):
        return 0


def test_a_stop_does_not_wait_for_the_end_of_a_random_game():
    game = Long()
    with MctsEngine(game, table=0) as engine:
        engine.compiled = False
        searcher = engine._made(Line(0), compiled=False)
        engine._take_root(Line(0), searcher, Limits())
        Long.happens = staticmethod(searcher.stop)
        searcher.rounds(1)
    assert 10 <= Long.farthest <= 12


def test_pondering_goes_on_with_the_kept_tree_and_a_hit_keeps_what_was_searched():
    game = load("mnk:4,4,4")
    with MctsEngine(game, table=16) as engine:
        engine.compiled = False
        first = engine.best(None, Limits(nodes=300))
        line = Line(game.initial(), (first.action,))
        kept = first.moves[0].visits
        search = engine.ponder(line)
        while search.main.nodes < 20:
            time.sleep(0.001)
        found = engine.ponder_hit(Limits(nodes=5))
        assert found.nodes >= 20 + 5  # at the hit five more were asked for
        assert sum(m.visits for m in found.moves) in (kept + found.nodes - 1, kept + found.nodes)


def test_on_a_game_clock_an_only_move_needs_no_time():
    game = load("mnk:2,2,2")
    line = Line(game.initial())
    with MctsEngine(game, table=0) as engine:
        engine.compiled = False
        found = engine.start(line, Limits(clock=GameClock(1e6), moves=(next(iter(game.actions(line.start))),))).wait()
    assert found.nodes < 10  # and not the hours that the clock allows


def test_a_full_memory_is_used_again():
    game = load("mnk:4,4,4")
    with MctsEngine(game, table=0) as engine:
        engine.compiled = False
        found = engine.best(None, Limits(nodes=1500))
        assert found.nodes == 1500
        assert engine.table.arrays[VISITS][0] == 1500
        assert engine.table.used <= engine.table.size
        assert check_tree(engine.table, game, game.initial()) == engine.table.used
        total = sum(engine.table.arrays[TOTAL][n] for n in engine.table.children(0))
        assert total == engine.table.arrays[TOTAL][0]


def test_a_tree_that_was_recycled_proves_nothing_wrong():
    game = load("mnk:3,3,3")
    with MctsEngine(game, table=0) as engine:
        engine.compiled = False
        found = engine.best(None, Limits(nodes=6000))
        assert found.least is None or found.least <= 0 <= found.most


# --- refusals --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "options", "told"),
    [
        ("tictactoe", {"grow": 0}, "grow must be 1 or more, not 0"),
        ("tictactoe", {"exploration": -1.0}, "exploration must be 0 or more, not -1.0"),
        ("tictactoe", {"plies": -2}, "plies must be a number of moves"),
        ("tictactoe", {"beam": 2}, "mcts has no option 'beam'"),
    ],
)
def test_what_is_refused(game, options, told):
    with pytest.raises(GameError, match=told):
        best(game, algorithm="mcts", nodes=10, **options)


# --- more than two players -------------------------------------------------------------------------------------------


def test_several_players_get_an_average_each():
    found = interpreted(load("crowdmnk:3,3,3"), nodes=600)
    assert len(found.value) == 3
    assert sum(found.value) == pytest.approx(1)
    assert sum(m.visits for m in found.moves) == 600


@pytest.mark.parametrize("name", ["crowdnim:1,1,1", "crowdnim:3,most=2", "crowdnim:1,1,1,1"])
def test_several_players_are_solved_where_no_tie_decides(name):
    game = load(name)
    with make_engine(game, "maxn") as engine:
        engine.compiled = False
        truth = engine.best(None, Limits(depth=20))
    found = interpreted(game, nodes=2000)
    assert found.proven
    assert found.value == truth.value


def test_a_king_maker_proves_nothing():
    """The first of three cannot win, and gives the game to whom he likes: max^n's values depend on the rule for
    ties."""
    found = interpreted(load("crowdnim:4,most=2"), nodes=2000)
    assert not found.proven
    assert found.value[0] == 0


@pytest.mark.thorough
def test_several_players_compiled():
    game = load("crowdmnk:3,3,3")
    with make_engine(game, "mcts", table=4) as engine:
        compiled = engine.best(None, Limits(nodes=500))
    assert compiled.compiled
    assert compiled.moves == interpreted(game, nodes=500).moves
    with make_engine(game, "mcts", table=0, threads=3) as engine:
        found = engine.best(None, Limits(nodes=20_000))
        assert found.nodes == engine.table.arrays[VISITS][0] == 20_000
        for seat in range(3):
            paid = sum(engine.table.arrays[TOTAL][3 * n + seat] for n in engine.table.children(0))
            assert paid == engine.table.arrays[TOTAL][seat]
