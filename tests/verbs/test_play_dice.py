"""Playing with dice: shown, typed, taken back, and their luck."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from loopy import Coins
from scripted import played

from gametree import Game, GameError, load
from gametree.game import CHANCE
from gametree.playing.dice import PIPS, are_dice, called, drawn
from gametree.playing.luck import gains, roller
from gametree.tournament.record import read_games

if TYPE_CHECKING:
    from pathlib import Path


class Sticks(Game[str]):
    """A die of six is rolled for each player in turn, who keeps it (k) or not (n); who has more wins. The state is a
    text, which does not compile: what was kept, the die that lies there, and whose turn it is."""

    bounds = (-1, 1)

    def initial(self) -> str:
        return "000"

    def player(self, s: str) -> int:
        return CHANCE if len(s) == 3 else int(s[2])

    def chances(self, s: str):
        for n in range(1, 7):
            yield n, 1 / 6

    def actions(self, s: str):
        yield 0
        yield 1

    def result(self, s: str, a: int) -> str:
        if len(s) == 3:
            return s + str(a)
        kept = s[3] if a else "0"
        return f"{kept}01" if s[2] == "0" else f"{s[0]}{kept}2"

    def terminal(self, s: str) -> bool:
        return s[2] == "2"

    def utility(self, s: str) -> int:
        return (s[0] > s[1]) - (s[0] < s[1])

    def name(self, s: str, a: int, style: str = "") -> str:
        return str(a) if len(s) == 3 else "nk"[a]


class Guesses(Coins):
    """Coins with an estimate whose units are its own."""

    def evaluate(self, s) -> int:
        return s.score * 100


# --- the dice ------------------------------------------------------------------------------------------------


def test_faces():
    for number, rows in PIPS.items():
        assert "".join(rows).count("o") == int(number)
        assert all(len(row) == 5 for row in rows)
    assert drawn("6").count("o") == 6
    assert drawn("42 for X").count("o") == 6


@pytest.mark.parametrize(
    ("names", "dice"),
    [
        ([str(n) for n in range(1, 7)], True),
        ([f"{a}{b} for X" for a in range(1, 7) for b in range(1, a)], True),
        ([str(n) for n in range(1, 21)], False),
        (["0", "1"], False),
        (["heads", "tails"], False),
    ],
)
def test_what_are_dice(names, dice):
    assert are_dice(names) is dice


@pytest.mark.parametrize("typed", ["31", "13", "3 1", "1-3", "1, 3"])
def test_dice_in_any_order(typed):
    assert called(["21", "31", "33"], typed) == "31"


def test_dice_that_are_not_clear_stay_as_typed():
    assert called(["31 for X", "31 for O"], "13") == "13"
    assert called(["21", "31"], "66") == "66"
    assert called(["21", "31"], "undo") == "undo"


def test_the_dice_of_a_person_are_drawn_and_the_computers_are_named():
    _, front = played(Sticks(), "k", human="first", luck=False, level=9)
    mine = front.said.index(next(text for text in front.said if text.startswith("you roll ")))
    assert front.said[mine - 1] == drawn(front.said[mine][-1])
    theirs = front.said.index(next(text for text in front.said if text.startswith("the computer rolls ")))
    assert not front.said[theirs - 1].startswith("+")


def test_the_seed_repeats_the_dice_and_undo_does_not_change_them():
    once, _ = played(Coins(), "toss", "toss", "toss", seed=8, luck=False)
    again, _ = played(
        Coins(), "toss", "undo", "toss", "toss", "undo", "undo", "toss", "toss", "toss", seed=8, luck=False
    )
    assert once == again


def test_a_new_game_has_other_dice():
    rolls = set()
    for seed in range(6):
        line, _ = played("pig", "roll", "roll", "new", "roll", "roll", seed=seed, luck=False)
        first, _ = played("pig", "roll", "roll", seed=seed, luck=False)
        rolls.add(line == first)
    assert False in rolls


def test_rolls_without_a_seed_differ():
    assert len({played("backgammon", seed=None, luck=False)[0].actions for _ in range(40)}) > 1


def test_backgammon_with_dice_of_ones_own():
    line, front = played("backgammon", "1 3 X", "6/5 8/5", "56", dice="ask", luck=False)
    game = load("backgammon")
    assert game.text(line.states(game)[-1]).endswith("O to play 65")
    assert front.prompts[0] == "chance (21 for X, …, 65 for O; roll)> "
    assert front.prompts[2] == "chance (11, …, 66; roll)> "
    assert front.said[-2] == "the second player rolls 65"


def test_a_typed_roll_is_taken_back_by_itself():
    line, front = played(Coins(), "toss", "heads", "undo", "tails", "undo", "undo", dice="ask", luck=False)
    assert line.actions == ()
    assert front.prompts[2:5] == ["3. first player> ", "chance (heads tails; roll)> ", "3. first player> "]


def test_the_one_play_that_is_left_needs_no_name():
    game = load("einstein")
    s = game.parse("· f · · ·\na · · · ·\n· · · · ·\n· · · C ·\n· · F · ·   Max to move with 6")
    line, front = played(game, "", position=s, luck=False)
    assert front.prompts[0] == "1. first player (6 right)> "
    assert game.name(s, line.actions[0]) == "6 right"


# --- their luck ----------------------------------------------------------------------------------------------


def test_luck_by_hand():
    """Heads comes one time in four. It is best never to toss again: 1 after heads, −1 after tails, −½ before."""
    game = Coins()
    states = [game.initial(), game.result(game.initial(), 1)]
    assert gains(game, states, 1) == (1.5, 0.0)
    assert gains(game, states, 0) == (-0.5, 0.0)


@pytest.mark.thorough
def test_luck_averages_to_nothing():
    game = load("pig:target=30")
    s = game.result(game.result(game.initial(), 5), 1)
    lucks = [gains(game, [s], outcome)[0] for outcome, _ in game.chances(s)]
    assert sum(lucks) == pytest.approx(0, abs=1e-6)
    assert min(lucks) == lucks[0] < 0 < lucks[-1] == max(lucks)


def test_luck_where_nothing_compiles():
    """The second player, with nothing against him, wins by any die: before his roll as after it."""
    game = Sticks()
    assert gains(game, ["000", "0001", "001"], 1) == (0.0, 0.0)
    assert gains(game, ["000", "0003", "301"], 6) == (0.0, pytest.approx(1 - (3 / 6 - 2 / 6)))


def test_whose_roll_it_is():
    pig, backgammon = load("pig"), load("backgammon")
    s = pig.initial()
    assert roller(pig, [s]) == 0
    assert roller(pig, [s, pig.result(s, 1)]) == 1
    assert roller(backgammon, [backgammon.initial()]) is None
    rolled = backgammon.roll(backgammon.initial(), 3, 1, player=0)
    moved = backgammon.result(rolled, next(iter(backgammon.actions(rolled))))
    assert roller(backgammon, [backgammon.initial(), rolled, moved]) == 1


def test_luck_is_told_after_each_roll_and_summed_at_the_end():
    _, front = played(Coins(), "toss", "heads", "toss", "tails", "luck", "stop", dice="ask")
    told = [text for text in front.said if text.startswith("chance: ")]
    assert told == ["chance: heads; luck +1.500, so far +1.500", "chance: tails; luck -0.500, so far +1.000"]
    assert front.said.count("Luck in all: the first player +1.000, the second player +0.000.") == 2
    assert front.said[-3].startswith("The game is over")


def test_luck_is_taken_back():
    _, front = played(Coins(), "luck", "toss", "heads", "undo", "tails", "luck", "new", "luck", dice="ask")
    assert front.said[1] == "nothing has been rolled yet"
    assert "Luck in all: the first player -0.500, the second player +0.000." in front.said
    assert front.said[-2] == "nothing has been rolled yet"


def test_luck_that_cannot_be_told():
    _, front = played(Guesses(), "toss", "toss", "luck")
    assert sum(text.startswith("luck is switched off: star2 needs estimates") for text in front.said) == 1
    assert "luck is switched off" in front.said
    _, front = played(Coins(), "toss", "luck", luck=False)
    assert "luck is switched off" in front.said


# --- games that are kept -------------------------------------------------------------------------------------


def test_a_game_is_saved(tmp_path: Path):
    file = tmp_path / "game.txt"
    line, _ = played("pig:target=5", *["hold"] * 9, human="first", level=3, save=file, luck=False, seed=2)
    (record,) = read_games(file)
    assert record.line(load("pig:target=5")) == line
    assert (record.first, record.second) == ("human", "level 3")


def test_a_game_that_was_left_is_saved(tmp_path: Path):
    file = tmp_path / "game.txt"
    line, _ = played("connect4", "4", "4", "quit", save=file)
    (record,) = read_games(file)
    assert (record.played.actions, record.played.reason, record.result) == (line.actions, "unfinished", "1/2-1/2")


def test_games_that_cannot_be_saved(tmp_path: Path):
    game = load("connect4")
    with pytest.raises(GameError, match="records begin at the start"):
        played(game, position=game.result(game.initial(), 3), save=tmp_path / "game.txt")
    with pytest.raises(GameError, match="two players"):
        played("crowdnim", save=tmp_path / "game.txt")
