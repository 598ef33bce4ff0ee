"""Monte-Carlo tree search with more than averages: priors, all moves as first, estimates, shared positions."""

from random import Random

import pytest
from engine_games import Explicit
from test_mcts import SMALL, interpreted, random_games

from gametree import GameError, Line, load
from gametree.engine.driver import Limits
from gametree.engine.making import make_engine
from gametree.engine.mcts import sharing
from gametree.engine.mcts.engine import MctsEngine
from gametree.engine.mcts.memory import ACTION, AMAF_TOTAL, AMAF_VISITS, FOUND, GUESS, KEYS, PARENT, VISITS, WEIGHT
from gametree.engine.mcts.options import MctsOptions
from gametree.game import MAX
from gametree.textbook import search as textbook
from marking import thorough

SETS = {
    "puct": {"selection": "puct"},
    "urgency": {"urgency": 0.4},
    "rave": {"rave": 50},
    "transpositions": {"transpositions": True},
    "bias": {"bias": 1.0},
    "implicit": {"implicit": 0.5},
    "all": {"selection": "puct", "urgency": 0.5, "rave": 20, "bias": 1.0, "implicit": 0.3, "decisive": True},
}


def fits(game, options):
    try:
        make_engine(game, "mcts", table=0, **options).close()
    except GameError:
        return False
    return True


@pytest.mark.parametrize(
    "technique", ["all", "transpositions", *thorough("puct", "urgency", "rave", "bias", "implicit")]
)
@pytest.mark.parametrize("name", SMALL)
def test_every_technique_comes_to_the_solved_value(name, technique):
    game, options = load(name), SETS[technique]
    if not fits(game, options):
        options = {"selection": "puct", "rave": 9}
    with make_engine(game, "exact", table=1) as engine:
        engine.compiled = False
        truth = engine.best(None, Limits())
    found = interpreted(game, nodes=20_000, **options)
    assert found.proven
    assert found.value == truth.value


def engine_after(game, nodes, **options):
    """An engine whose tree can be looked at."""
    engine = MctsEngine(game, table=1, **options)
    engine.compiled = False
    return engine, engine.best(None, Limits(nodes=nodes))


# --- priors ----------------------------------------------------------------------------------------------------------


class Hinted(Explicit):
    """Four moves to places that look alike; the game says that the third is the best."""

    def order(self, s, a):
        return 7 if a == 2 else a


WIDE = [[1, 2, 3, 4], *([[n * 2 + 3, n * 2 + 4] for n in range(1, 5)]), *([[]] * 8)]
ALIKE = Hinted(WIDE, [0] * 13, [0] * 13)


def test_priors_come_from_the_order_of_the_game():
    engine, found = engine_after(ALIKE, 30, selection="puct", grow=10**6)
    tree = engine.table
    priors = [float(tree.arrays[WEIGHT][n]) for n in tree.children(0)]
    assert sum(priors) == pytest.approx(1)
    assert priors[2] == pytest.approx(priors[0] * 2.718281828**3)
    assert priors[0] < priors[1] < priors[3] < priors[2]
    assert found.action == 2


def test_priors_come_from_estimates_of_the_mover():
    for mover, best in ((0, 3), (1, 0)):
        game = Explicit([[1, 2, 3, 4], *([[5]] * 4), []], [mover] * 6, [0, -2, 1, 2, 3, 0])
        engine, _ = engine_after(game, 1, selection="puct", prior="evaluate")
        tree = engine.table
        priors = [float(tree.arrays[WEIGHT][n]) for n in tree.children(0)]
        assert max(range(4), key=priors.__getitem__) == best


def test_a_bias_fades():
    """At first the move with the best prior is tried most, later the one with the best payoffs."""
    game = Hinted(WIDE, [0] * 13, [0] * 5 + [8, 9, 0, 1, 0, 1, 0, 1])
    early, late = (interpreted(game, nodes=nodes, bias=50.0, grow=10**6) for nodes in (20, 400))
    assert early.moves[0].move == game.name(game.initial(), 2)
    assert late.moves[0].move == game.name(game.initial(), 0)


def test_first_play_urgency_leaves_moves_untried():
    game = load("mnk:5,5,4")
    tried = [
        sum(m.visits > 0 for m in interpreted(game, nodes=40, selection="ucb", **options).moves)
        for options in ({}, {"urgency": 0})
    ]
    assert tried[0] == 25
    assert tried[1] < 15


# --- all moves as first ----------------------------------------------------------------------------------------------


def test_a_move_counts_the_games_in_which_it_was_played_later():
    engine, _ = engine_after(load("mnk:4,4,4"), 200, rave=100)
    tree, later = engine.table, 0
    for n in tree.children(0):
        own, amaf = int(tree.arrays[VISITS][n]), int(tree.arrays[AMAF_VISITS][n])
        assert amaf >= own
        assert abs(int(tree.arrays[AMAF_TOTAL][n])) <= amaf << 30
        later += amaf - own
    assert later > 200  # on a board of 16 cells most moves are played sooner or later


def test_moves_of_the_other_player_do_not_count():
    """Max plays 0 or 1, then Min does: what Min plays later is not one of Max's moves."""
    game = Explicit([[1, 2], [3, 4], [5, 6], [], [], [], []], [0, 1, 1, 0, 0, 0, 0], [0, 0, 0, 1, 2, 3, 4])
    engine, _ = engine_after(game, 1, rave=10, grow=10**6)
    for _ in range(5):
        engine.best(None, Limits(nodes=1))
    tree = engine.table
    for n in tree.children(0):
        assert tree.arrays[AMAF_VISITS][n] == tree.arrays[VISITS][n]


# --- implicit minimax ------------------------------------------------------------------------------------------------


def test_estimates_are_passed_up_by_minimax():
    game = load("connect4:5,4")
    engine, _ = engine_after(game, 300, implicit=0.5)
    tree, seen = engine.table, 0
    waiting = [(0, game.initial())]
    while waiting:
        node, s = waiting.pop()
        children = tree.children(node)
        if not children:
            continue
        best = max if game.player(s) == MAX else min
        assert tree.arrays[GUESS][node] == best(tree.arrays[GUESS][n] for n in children)
        waiting += [(n, game.result(s, tree.arrays[ACTION][n])) for n in children]
        seen += 1
    assert seen > 100


def test_right_estimates_outweigh_random_games():
    """Random games like the first move: three of four replies are good for Max. The estimates know the fourth one."""
    edges = [[1, 2], [3, 4, 5, 6], [7, 8, 9, 10], *([[11]] * 8), []]
    values = [4, 0, 4, 9, 9, 9, 0, 4, 4, 4, 4, 5]
    game = Explicit(edges, [0, 1, 1, *([0] * 9)], values)
    assert interpreted(game, nodes=7, implicit=1.0).action == 1


# --- transpositions --------------------------------------------------------------------------------------------------


def shared_blocks(tree):
    return [n for n in range(tree.used) if tree.children(n) and tree.arrays[PARENT][tree.children(n)[0]] != n]


def check_states(tree, game, s, node=0, seen=None):
    """Every child is a legal move of its state, on all ways."""
    seen = set() if seen is None else seen
    children = tree.children(node)
    if not children or (node, s) in seen:
        return
    seen.add((node, s))
    assert [int(tree.arrays[ACTION][n]) for n in children] == list(game.actions(s))
    for n in children:
        check_states(tree, game, game.result(s, int(tree.arrays[ACTION][n])), n, seen)


def test_positions_share_their_children():
    game = load("mnk:3,3,3")
    engine, _ = engine_after(game, 1500, transpositions=True)
    plain, _ = engine_after(game, 1500)
    assert len(shared_blocks(engine.table)) > 20
    assert engine.table.used < plain.table.used
    check_states(engine.table, game, game.initial())


def test_states_with_the_same_key_are_not_taken_for_one(monkeypatch):
    monkeypatch.setattr(sharing, "number_of", lambda words: sum(words) % 5)
    game = load("mnk:3,3,3")
    engine, _ = engine_after(game, 1500, transpositions=True)
    assert shared_blocks(engine.table)
    check_states(engine.table, game, game.initial())


def test_shared_positions_survive_a_full_memory_and_a_move():
    game = load("mnk:4,4,4")
    with MctsEngine(game, table=0, transpositions=True) as engine:
        engine.compiled = False
        found = engine.best(None, Limits(nodes=1500))
        check_states(engine.table, game, game.initial())
        after = game.result(game.initial(), found.action)
        engine.best(Line(game.initial(), (found.action,)), Limits(nodes=300))
        check_states(engine.table, game, after)
        tree = engine.table
        there = [(slot, node) for slot, node in enumerate(tree.arrays[FOUND]) if node]
        assert there
        for slot, node in there:
            assert tree.arrays[KEYS][node] & tree.slots - 1 == slot
            assert tree.children(node)


def test_a_game_that_can_go_in_circles_comes_to_an_end():
    """No rule of repetition, and a position that leads back to itself: a search must not follow it for ever."""
    game = Explicit([[1, 2], [0, 3], [0, 4], [], []], [0, 1, 1, 0, 0], [0, 0, 0, 1, -1])
    found = interpreted(game, nodes=500, transpositions=True, plies=20)
    assert found.nodes <= 500


def test_random_graphs_are_solved_as_minimax_solves_them():
    solved = 0
    for game in random_games(Random(6), 8):
        if game.terminal(game.initial()):
            continue
        truth = textbook(game, None, "minimax").value
        for nodes in (5, 40, 400):
            found = interpreted(game, nodes=nodes, transpositions=True, rave=5, urgency=0.5)
            assert found.least is None or found.least <= truth <= found.most
            solved += found.proven
            assert not found.proven or found.value == truth
    assert solved > 25


# --- both forms, and refusals ----------------------------------------------------------------------------------------


@pytest.mark.thorough
@pytest.mark.parametrize("options", [*SETS.values(), {"transpositions": True, "rave": 10}])
def test_compiled_and_interpreted_do_the_same_rounds(options):
    game = load("connect4:5,4")
    with make_engine(game, "mcts", table=1, **options) as engine:
        compiled = engine.best(None, Limits(nodes=400))
    assert compiled.compiled
    _, plain = engine_after(game, 400, **options)  # with a table as large: which positions share depends on it
    assert compiled.moves == plain.moves


@pytest.mark.parametrize(
    ("game", "options", "told"),
    [
        ("nim", {"selection": "best"}, "selection must be auto or ucb or puct, not best"),
        ("nim", {"urgency": 2.0}, "urgency must be from 0 to 1"),
        ("nim", {"implicit": 2.0}, "implicit must be from 0 to 1"),
        ("nim", {"rave": -1}, "rave must be 0 or more"),
        ("crowdnim", {"implicit": 0.5}, "implicit: crowdnim has no evaluate"),
        ("crowdnim", {"prior": "evaluate"}, "prior: crowdnim has no evaluate"),
        ("crowdnim", {"bias": 1.0}, "bias: crowdnim has neither order nor evaluate"),
        ("ponghauki", {"transpositions": True}, "a position of ponghauki can come back"),
    ],
)
def test_what_is_refused(game, options, told):
    with pytest.raises(GameError, match=told):
        make_engine(load(game), "mcts", **options)


def test_a_game_may_choose_its_options():
    game = load("mnk:3,3,3")
    game.mcts_options = {"rave": 50, "exploration": 0.3}
    assert make_engine(game, "mcts").options == MctsOptions(rave=50, exploration=0.3, selection="puct")
    assert make_engine(game, "mcts", rave=0).options == MctsOptions(exploration=0.3, selection="puct")
    game.mcts_options = {"rave": -50}
    with pytest.raises(GameError, match="rave must be 0 or more, not -50"):
        make_engine(game, "mcts")


@pytest.mark.parametrize(
    ("name", "selection"),
    [("othello", "puct"), ("hex", "puct"), ("go", "puct"), ("y", "ucb"), ("crowdnim", "ucb"), ("backgammon", "puct")],
)
def test_puct_where_there_are_priors(name, selection):
    assert make_engine(load(name), "mcts").options.selection == selection


def test_no_priors_from_an_estimate_that_says_little():
    game = load("hex")
    game.algorithm = "mcts"
    assert make_engine(game, "mcts").options.selection == "ucb"
