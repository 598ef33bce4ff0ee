"""Records with variations: written as PGN, and read back."""

from __future__ import annotations

import random
from typing import Any

import pytest

from gametree import load
from gametree.catalogue import CATALOGUE
from gametree.errors import GameError
from gametree.game import legal
from gametree.web.records import read, write

CALL: Any = None
"""These jobs tell nothing on the way."""


def grown(words: str, moves: int = 24) -> list[dict[str, int]]:
    """A record with variations, at random."""
    game, dice = load(words), random.Random(1)
    nodes, states = list[dict[str, int]](), [game.initial()]
    for _ in range(moves):
        parent = dice.randrange(len(states)) if dice.random() < 0.3 else len(states) - 1
        actions = legal(game, states[parent])
        node = {"parent": parent, "action": dice.choice(actions)} if actions else None
        if node is not None and node not in nodes:
            nodes.append(node)
            states.append(game.result(states[parent], node["action"]))
    return nodes


def as_tree(nodes: list[dict[str, Any]], number: int = 0) -> list[Any]:
    """What follows a node, nested."""
    below = [k for k, node in enumerate(nodes, 1) if node["parent"] == number]
    return [(nodes[k - 1]["action"], as_tree(nodes, k)) for k in below]


@pytest.mark.parametrize("words", [*CATALOGUE, "chess:chess960=0", "chess:variant=atomic"])
def test_what_is_written_is_read_back_with_its_variations(words):
    game, nodes = load(words), grown(words)
    found = write(game, {"nodes": nodes, "at": len(nodes)}, CALL)
    back = read(game, {"text": found["pgn"]}, CALL)
    assert as_tree(back["nodes"]) == as_tree(nodes)
    line = read(game, {"text": found["moves"]}, CALL)["nodes"]  # the way to the last node
    assert line[-1]["action"] == nodes[-1]["action"]
    assert [node["parent"] for node in line] == list(range(len(line)))


def annotated(nodes: list[dict[str, Any]], number: int = 0) -> list[Any]:
    """What follows a node, nested, with all that is said about it."""
    below = [k for k, node in enumerate(nodes, 1) if node["parent"] == number]
    said = ("action", "comment", "before", "glyphs")
    return [([nodes[k - 1].get(key) for key in said], annotated(nodes, k)) for k in below]


@pytest.mark.parametrize("words", ["connect4", "chess", "backgammon", "crowdnim"])
def test_names_comments_and_marks_come_back(words):
    game, nodes, dice = load(words), list[dict[str, Any]](grown(words)), random.Random(2)
    first = {next(k for k, other in enumerate(nodes) if other["parent"] == node["parent"]) for node in nodes}
    for k, node in enumerate(nodes):
        told = {"comment": f"after {k}: good?", "glyphs": [dice.randint(1, 140)]}
        if k not in first:
            told["before"] = "or else"  # only a variation has something said before it
        node |= {key: value for key, value in told.items() if dice.random() < 0.7}
    tags = {"Event": 'The "Open"', "White": "Anna", "Date": "2026.11.18", "Result": "1-0"}
    text = write(game, {"nodes": nodes, "tags": tags, "comment": "a  quiet start"}, CALL)["pgn"]
    back = read(game, {"text": text}, CALL)
    assert annotated(back["nodes"]) == annotated(nodes)
    assert back["comment"] == "a quiet start"
    assert {key: back["tags"][key] for key in ("Event", "White", "Date")} == {k: tags[k] for k in tags if k != "Result"}
    assert write(game, {"nodes": nodes, "tags": back["tags"], "comment": back["comment"]}, CALL)["pgn"] == text


def test_pgn_as_others_write_it():
    text = '[Event "x"]\n\n1. e4 e5 (1... c5 2. Nf3 (2. c3 $1) 2... d6) 2. Nf3 {the usual move} Nc6!? 1-0'
    found = read(load("chess"), {"text": text}, CALL)
    assert [(n["parent"], n["name"]) for n in found["nodes"]] == [
        (0, "e4"), (1, "e5"), (1, "c5"), (3, "Nf3"), (3, "c3"), (4, "d6"), (2, "Nf3"), (7, "Nc6"),
    ]  # fmt: skip
    assert found["position"] is None


def test_a_game_that_begins_elsewhere():
    game, position = load("chess"), "8/P6k/8/8/8/8/7K/8 w - - 0 1"
    action = next(a for a in game.actions(game.parse(position)) if game.name(game.parse(position), a) == "a8=N")
    text = write(game, {"position": position, "nodes": [{"parent": 0, "action": action}]}, CALL)["pgn"]
    assert f'[FEN "{position}"]' in text
    found = read(game, {"text": text}, CALL)
    assert game.parse(found["position"]) == game.parse(position)
    assert [node["name"] for node in found["nodes"]] == ["a8=N"]


def test_the_result_is_that_of_the_line_that_was_played():
    nodes = [{"parent": k, "action": a} for k, a in enumerate((0, 3, 1, 4, 2))]
    assert write(load("tictactoe"), {"nodes": nodes}, CALL)["pgn"].rstrip().endswith("1. 1 4 2. 2 5 3. 3 1-0")
    assert write(load("tictactoe"), {"nodes": nodes[:4]}, CALL)["pgn"].rstrip().endswith("*")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("1 5 5", "move 3: '5' is not a legal move here"),
        ("1. 1 5 2. 5", "line 1: move 2.: '5' is not a legal move here"),
        ("1. 1 (1. 5", "line 1: a variation without its end"),
        ('[Game "connect4"] 1. 1 1', "this is a game of connect4, but the page plays tictactoe"),
    ],
)
def test_what_is_no_game_is_told_in_one_line(text, why):
    with pytest.raises(GameError) as told:
        read(load("tictactoe"), {"text": text}, CALL)
    assert why in str(told.value)
    assert "\n" not in str(told.value)


@pytest.mark.parametrize(
    ("nodes", "why"),
    [
        (None, "nodes must be a list"),
        ([3], "node 1 must be an object"),
        ([{"parent": 1, "action": 0}], "parent must be a whole number from 0 to 0"),
        ([{"parent": 0, "action": "a"}], "node 1: its action must be a whole number"),
        ([{"parent": 0, "action": 0}, {"parent": 1, "action": 0}], "node 2: 0 is not a legal action"),
        ([{"parent": 0, "action": n % 2} for n in range(6000)], "nodes must be a list of at most 5000"),
        ([{"parent": 0, "action": 0, "comment": 5}], "comment must be a text"),
        ([{"parent": 0, "action": 0, "glyphs": [256]}], "glyph must be a whole number from 0 to 255"),
        ([{"parent": 0, "action": 0, "glyphs": 3}], "node 1: glyphs must be a list"),
    ],
)
def test_records_that_cannot_be_are_refused(nodes, why):
    with pytest.raises(GameError, match=why):
        write(load("tictactoe"), {"nodes": nodes}, CALL)
