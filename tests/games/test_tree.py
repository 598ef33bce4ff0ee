"""Trees written out by hand: values of the textbooks' examples, and every way to write one."""

from __future__ import annotations

import json
from itertools import product
from typing import TYPE_CHECKING

import pytest
from brute_force import max_n, value

from gametree import CHANCE, GameError, load
from gametree.game import legal, repetition_payoff
from gametree.games.tree import EXAMPLES, Tree

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(
    ("example", "worth"),
    [("textbook", 3), ("pruning", 5), ("chance", 2.1), ("andor", 1), ("again", 5), ("shared", 4)],
)
def test_values_of_the_examples(example: str, worth: float):
    assert value(Tree(example=example)) == pytest.approx(worth)


def test_three_players():
    """A textbook's figure on games of several players: the first gets 1 either way, and takes the first move."""
    game = Tree(example="maxn")
    assert game.players == 3
    assert [game.player(game.parse(path)) for path in ("", "a1", "a1 b1", "a1 b1 d1")] == [0, 1, 2, 0]
    assert max_n(game, game.initial()) == (1, 2, 6)
    assert game.bounds == (1, 7)
    assert game.evaluate(game.initial()) == (4, 4, 4)  # no estimate: the middle


def test_a_transformation_that_keeps_the_order_changes_the_decision_at_chance_nodes():
    """A textbook's warning: leaves 1, 2, 3, 4 become 1, 20, 30, 400, in the same order; the other move is best."""

    def best(low: float, middle: float, higher: float, high: float) -> int:
        game = Tree([{"chance": [[0.9, middle], [0.1, higher]]}, {"chance": [[0.9, low], [0.1, high]]}])
        return max(game.actions(game.initial()), key=lambda a: value(game, game.result(game.initial(), a)))

    assert best(1, 2, 3, 4) == 0
    assert best(1, 20, 30, 400) == 1


def test_kleene_logic():
    """Or and and of every pair of true, false and unknown."""
    truth = ((True, 1), (False, -1), (None, 0))
    for (x, v), (y, w) in product(truth, truth):
        assert value(Tree({"or": [x, y]})) == max(v, w)
        assert value(Tree({"and": [x, y]})) == min(v, w)
    assert value(Tree("[[true, null], [false, true]]")) == 0
    game = Tree({"or": [True, {"and": [False, "unknown"]}]})
    assert game.text(game.initial()) == "A: or(true and(false ?))"
    assert game.terminal(game.parse("b2"))


def test_all_ways_to_write_one_tree(tmp_path: Path):
    lists = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]
    named = {
        "player": "max",
        "children": [{"player": "min", "children": [{"value": leaf} for leaf in leaves]} for leaves in lists],
    }
    file = tmp_path / "tree.json"
    file.write_text(json.dumps(named))
    for tree in (lists, json.dumps(lists), named, json.dumps(named), {"max": [{"min": leaves} for leaves in lists]}):
        game = Tree(tree)
        assert game.text(game.initial()) == "A: max(min(3 12 8) min(2 4 6) min(14 5 2))"
    assert load(f"tree:file={file}").text(game.initial()) == game.text(game.initial())
    assert load("tree:[[3,12,8],[2,4,6],[14,5,2]]").text(game.initial()) == game.text(game.initial())
    assert load("tree").text(game.initial()) == game.text(game.initial())
    assert load("tree:{'min': [[1, 2], 3]}").text(game.initial()) == "A: min(max(1 2) 3)"


def test_turns_are_counted_on_through_chance_and_from_what_is_told():
    game = Tree({"chance": [["1/3", {"chance": [[1, [[1, 2], 3]]]}], ["2/3", {"min": [[4, 5], 6]}]]})
    assert game.text(game.initial()) == "A: chance(0.3333*chance(1*max(min(1 2) 3)) 0.6667*min(max(4 5) 6))"
    assert game.player(game.initial()) == CHANCE
    assert [p for _, p in game.chances(game.initial())] == pytest.approx([1 / 3, 2 / 3])
    dice = Tree(example="chance")
    assert [dice.player(dice.parse(path)) for path in ("", "a1", "a1 b1", "a1 b1 d1")] == [0, CHANCE, 1, 0]
    assert Tree(example="again").player(Tree(example="again").parse("a1")) == 0


def test_names():
    game = Tree({"name": "S", "children": [{"name": "left", "children": [1, 2]}, [3, 4], 5]})
    moves = [game.name(game.initial(), a) for a in game.actions(game.initial())]
    assert moves == ["left", "s2", "s3"]
    assert game.parse("left left1") == game.parse("left1") == game.result(game.parse("left"), 0)
    assert game.parse("s2 a1") == game.parse("a1")  # the unnamed node is A
    assert game.utility(game.parse("s3")) == 5
    taken = Tree({"max": [1, {"name": "a1", "value": 2}]})
    assert [taken.utility(taken.parse(move)) for move in ("a1'", "a1")] == [1, 2]
    many = Tree([[i] for i in range(40)])
    assert many.utility(many.parse("z1")) == 24  # A is the root, B the child that holds 0, Z the one that holds 24
    assert many.utility(many.parse("ab1")) == 26


def test_two_scores_are_worth_half_their_difference():
    game = Tree({"max": [{"value": [5, 2]}, {"value": [1, 7]}]})
    assert game.players == 2
    assert game.utility(game.parse("a1")) == 1.5
    assert game.bounds == (-3, 1.5)


def test_estimates_and_bounds():
    game = Tree({"max": [{"min": [2, 8], "estimate": 3}, {"min": [4, 9]}]})
    assert (game.evaluate(game.parse("a1")), game.evaluate(game.parse("a2"))) == (3, 5.5)
    assert Tree([0.5, 0]).bounds == (-1, 1)
    assert Tree([7]).bounds == (6, 8)
    assert load("tree:bounds=0,20").bounds == (0, 20)


def test_loops():
    game = Tree(example="loop")
    assert (game.repetition, Tree(example="shared").repetition) == ("draw", "ignore")
    a, b = game.parse("A"), game.parse("B")
    assert game.result(game.result(a, 1), 1) == a
    assert repetition_payoff(game, [a, b, a]) == 0
    assert set(game.parents(a)) == {b}
    assert Tree({"name": "A", "max": [{"goto": "A"}]}).bounds == (-1, 1)


@pytest.mark.parametrize("example", EXAMPLES)
def test_text_parents_and_numbering_of_every_node(example: str):
    game = Tree(example=example)
    before = {i: set[int]() for i in range(game.index_size)}
    for i in range(game.index_size):
        s = game.state(i)
        assert game.index(s) == i
        assert game.parse(game.text(s)) == s
        for a in legal(game, s):
            before[game.result(s, a).node].add(i)
    for i in range(game.index_size):
        assert [p.node for p in game.parents(game.state(i))] == sorted(before[i])


def test_text_of_a_large_tree_is_cut_off_in_depth():
    tree: object = 1
    for _ in range(900):
        tree = [tree, 0]
    game = Tree(tree)
    assert len(game.text(game.initial())) <= 400
    assert "…" in game.text(game.initial())
    assert "…" not in Tree(example="maxn").text(Tree(example="maxn").initial())


@pytest.mark.parametrize(
    ("tree", "message"),
    [
        ([[], 3], "child 1 of the root: children are a list"),
        ("[[1, x]]", "this is not a tree in JSON"),
        ({"chance": [[0.5, 1], [0.4, 2]]}, "the root: the probabilities sum to 0.9, not 1"),
        ({"chance": [[0.5, 1], 2]}, "the root: an outcome is a pair"),
        ({"chance": [[-1, 1], [2, 2]]}, "the root: not a probability: -1"),
        ({"chance": [["x", 1]]}, "the root: not a probability: 'x'"),
        ({"name": "Q", "vale": 3}, "Q: unknown key 'vale'"),
        ({"max": [1], "min": [2]}, "the root: a node has exactly one of"),
        ({"player": "maxi", "children": [1]}, "the root: player is max, min"),
        ([[1, (1, 2, 3)]], "b1: a tree for 3 players needs 3 payoffs, not 1"),
        ([1, "foo"], "child 2 of the root: not a payoff: 'foo'"),
        ([1, float("nan")], "child 2 of the root: not a payoff: nan"),
        ({"max": [{"goto": "B"}]}, "goto B: no node has this name"),
        ({"goto": "B"}, "the root: goto must be the only key"),
        ({"max": [{"name": "B", "value": 1}, {"name": "B", "value": 2}]}, "two nodes have the same name"),
        ({"max": [{"name": "B", "value": 1}, {"goto": "B"}]}, "A: two moves are called B"),
        ({"max": [{"name": "a b", "value": 1}]}, "child 1 of the root: a name has no blanks"),
    ],
)
def test_mistakes_get_one_clear_line(tree: object, message: str):
    with pytest.raises(GameError) as error:
        Tree(tree)
    assert str(error.value).startswith(message)
    assert "\n" not in str(error.value)


def test_mistakes_in_parameters():
    for parameters, message in (
        ({"example": "foo"}, "no example 'foo'"),
        ({"file": "/no/such/file.json"}, "cannot read"),
        ({"tree": [1, 2], "example": "chance"}, "only one of tree, file"),
        ({"bounds": (3, 4)}, "outside the bounds"),
        ({"bounds": (4, 3)}, "bounds are a lower and a higher number"),
    ):
        with pytest.raises(GameError, match=message):
            Tree(**parameters)
