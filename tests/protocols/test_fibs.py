"""FIBS boards and plays: read and written."""

from __future__ import annotations

import random

import pytest

from gametree import GameError, load
from gametree.game import CHANCE
from gametree.games.backgammon.plays import read_play, steps
from gametree.games.backgammon.rules import ANSWER, DROPPED, OFFER, State
from gametree.protocols.backgammon.external import answer
from gametree.protocols.backgammon.fibs import read_board, write_board
from gametree.tournament.players import BestPlayer
from gametree.tournament.spec import Spec


def states(spec: str, seed: int, games: int = 6) -> list[State]:
    """The states of random games, the first roll and the ends left out."""
    game, dice, found = load(spec), random.Random(seed), list[State]()
    for _ in range(games):
        s = game.initial()
        while not game.terminal(s):
            if game.player(s) == CHANCE:
                s = game.result(s, dice.choice([roll for roll, _ in game.chances(s)]))
            else:
                s = game.result(s, dice.choice(list(game.actions(s))))
            found.append(s)
    return [s for s in found if not game.terminal(s) and s.stage != DROPPED]


@pytest.mark.parametrize("spec", ["backgammon", "hypergammon", "backgammon:cube=8", "backgammon:away=3,5"])
def test_boards_are_read_back(spec: str):
    game = load(spec)
    met = states(spec, seed=1, games=40 if "cube" in spec else 6)
    assert any(s.far >> 48 for s in met)  # men on the bar
    assert {s.stage for s in met} >= ({0, 1, ANSWER} if "cube" in spec else {0})
    for s in met:
        again = read_board(game, write_board(game, s), you=s.turn)
        # a player who has chosen not to double is as one who has not been asked
        assert again == (s._replace(stage=OFFER) if again.stage == OFFER else s)


def test_a_board_of_the_server():
    """The example of FIBS's own help: the author's opponent has rolled 6 2; you are O, and move from 24 to 1."""
    game = load("backgammon")
    text = (
        "board:You:someplayer:3:0:1:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:1:6:2:0:0:1:1:1:0:1:-1:0:25:"
        "0:0:0:0:2:0:0:0"
    )
    assert read_board(game, text) == game.parse("4HPwATDgc/ABMA X to play 62")
    assert read_board(game, text, you=1) == game.parse("4HPwATDgc/ABMA O to play 62")


def test_the_other_colour_and_direction():
    game = load("backgammon")
    s = game.parse("4HPwATDgc/ABMA X to play 62")
    mine = write_board(game, next(t for t in states("backgammon", 3) if t.turn == 0 and t.far >> 48 and t.dice))
    words = mine.split(":")
    turned = [str(-int(w)) for w in reversed(words[6:32])]
    as_x = [*words[:6], *turned, "-1", *words[33:41], "-1", "1", "25", "0", *words[45:]]
    assert read_board(game, ":".join(as_x)) == read_board(game, mine)
    others = [*write_board(game, s).split(":")[:32], "-1", "0", "0", "6", "2", *write_board(game, s).split(":")[37:]]
    assert read_board(game, ":".join(others)).turn == 1  # the other's turn, and the other's dice


@pytest.mark.parametrize("text", ["", "board:a:b", "board:" + ":".join(["x"] * 52), "13/11"])
def test_what_is_no_board(text: str):
    with pytest.raises(GameError, match="not a FIBS board"):
        read_board(load("backgammon"), text)


def test_too_many_men():
    game = load("backgammon")
    words = write_board(game, game.parse("4HPwATDgc/ABMA X to play 62")).split(":")
    words[12] = "9"
    with pytest.raises(GameError, match="19 men of one side"):
        read_board(game, ":".join(words))


def test_plays_are_read_back():
    game = load("backgammon")
    for s in states("backgammon", seed=2)[::7]:
        if s.dice:
            actions = list(game.actions(s))[:8]
            assert [read_play(game, s, " ".join(steps(s, a))) for a in actions] == actions
            assert [read_play(game, s, game.name(s, a)) for a in actions] == actions


@pytest.mark.parametrize(
    ("position", "typed", "name"),
    [
        ("4HPwATDgc/ABMA X to play 31", "6/5 8/5", "8/5 6/5"),
        ("4HPwATDgc/ABMA X to play 66", "24/18 24/18 13/7 13/7", "24/18(2) 13/7(2)"),
        ("4HPwATDgc/ABMA O to play 66", "13/7(2) 24/18(2)", "24/18(2) 13/7(2)"),
        ("AQAABAAAAAAAAA X to play 21", "1/0", "1/off"),
    ],
)
def test_plays_as_others_write_them(position: str, typed: str, name: str):
    game = load("backgammon")
    s = game.parse(position)
    assert game.name(s, read_play(game, s, typed)) == name


@pytest.mark.parametrize("typed", ["8/5", "8/5 6/4", "99/98", "hello", "8/5 6/5 6/5"])
def test_what_is_no_play(typed: str):
    game = load("backgammon")
    with pytest.raises(GameError, match="play"):
        read_play(game, game.parse("4HPwATDgc/ABMA X to play 31"), typed)


@pytest.mark.thorough
def test_monte_carlo_tree_search_answers_boards():
    game = load("backgammon")
    player = BestPlayer(Spec.read("mcts:nodes=200,plies=60"), "1")
    s = game.roll(game.initial(), 3, 1, player=0)
    said = answer(game, write_board(game, s), lambda line: player.move(game, line, None).action)
    player.close()
    assert read_play(game, s, said) in game.actions(s)
