"""The loop of ``play``, driven by scripts."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from loopy import Coins, Three, Walk, Words
from scripted import Script, played

from gametree import Game, GameError, Line, load
from gametree.game import MAX
from gametree.playing.commands import COMMANDS
from gametree.referee import Referee, verdict
from gametree.tournament.levels import LEVELS
from gametree.verbs.play import play


def test_moves_by_name_until_the_end():
    line, front = played("tictactoe", "1", "4", "2", "5", "3")
    assert line.actions == (0, 3, 1, 4, 2)
    assert "The game is over: the first player wins." in front.said
    assert len(front.boards) == 6
    assert front.prompts[0] == "1. first player> "
    assert front.prompts[-1].startswith("over")


def test_a_draw_in_words():
    _, front = played("tictactoe", *"123546879")
    assert "The game is over: a draw." in front.said


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("10", "'10' is not a legal move here; legal: 3 4 5"),
        ("1", "'1' was legal at move 1, and is no longer; legal: 3 4 5"),
        ("side third", "no side 'third': write first, second, both, none, or numbers from 1 to 2"),
        ("level 0", "the level must be 1 to 10, not 0"),
        ("level high", "the level must be 1 to 10, not 'high'"),
        ("best soon", "best takes a number of seconds, not 'soon'"),
        ("best 0", "the time must be more than 0 seconds, not 0"),
    ],
)
def test_says_why_not(typed, said):
    line, front = played("tictactoe", "1", "2", typed)
    assert any(text.startswith(said) for text in front.said), front.said
    assert line.actions == (0, 1)


def test_a_full_column():
    line, front = played("connect4", *["4"] * 7)
    assert line.actions == (3,) * 6
    assert any(text.startswith("'4' was legal at move 1, and is no longer; legal: 3 5") for text in front.said)


def test_undo_takes_back_the_computers_answer_too():
    line, front = played("tictactoe", "1", "undo", "quit", human="first")
    assert line.actions == ()
    assert front.boards[0] == front.boards[-1]


def test_undo_one_move_where_all_are_people():
    line, front = played("tictactoe", "1", "2", "undo", "u", "undo")
    assert line.actions == ()
    assert front.said[-2:] == ["there is nothing to take back", ""]


def test_undo_after_the_end_goes_on():
    line, front = played("tictactoe", "1", "4", "2", "5", "3", "undo", "9", "6")
    assert line.actions == (0, 3, 1, 4, 8, 5)
    assert front.said.count("The game is over: the first player wins.") == 1
    assert front.said.count("The game is over: the second player wins.") == 1


def test_the_computer_answers():
    line, front = played("tictactoe", "1", human="first", level=5)
    assert len(line.actions) == 2
    assert re.fullmatch(r"the computer: [2-9]", front.said[1])


def test_the_computer_begins():
    line, front = played("tictactoe", human="second", level=5)
    assert len(line.actions) == 1
    assert front.prompts == ["2. you> "]


def test_the_computer_plays_itself_to_the_draw():
    line, front = played("tictactoe", human="none", level=9)
    assert front.said[-1] == "The game is over: a draw."
    assert len(line.actions) == 9
    assert len(front.boards) == 10
    assert front.prompts == []


@pytest.mark.thorough
def test_you_win_and_you_lose():
    _, front = played("nim:heaps=1,2", "b1", "b1", human="first")  # the computer takes one of the last two
    assert "The game is over: you win." in front.said
    _, front = played("nim:heaps=3", "a1", human="first")
    assert "The game is over: the computer wins." in front.said


def test_the_lowest_level_errs_and_the_seed_repeats_it():
    games = [played("connect4", human="none", level=1, seed=seed)[0].actions for seed in (1, 1, 2)]
    assert games[0] == games[1]
    assert games[0] != games[2]


def test_levels_rise():
    assert len(LEVELS) == 10
    for low, high in pairwise(LEVELS):
        assert (low.depth or 99) <= (high.depth or 99)
        assert low.seconds <= high.seconds
        assert low.random >= high.random


def test_every_command_is_helped_and_done():
    _, front = played("tictactoe", "help", "?")
    listed = front.said[1]
    assert all(re.search(rf"^  {name}  ", listed, re.MULTILINE) for name in COMMANDS)
    assert front.said[2] == listed
    for name in COMMANDS:
        _, front = played("tictactoe", "1", f"{name}", human="both")
        assert not any("not a legal move" in text for text in front.said)


def test_moves_history_board_level_side_new():
    line, front = played("tictactoe", "1", "5", "moves", "history", "board", "level 7", "side first", "new")
    assert "2 3 4 6 7 8 9" in front.said
    assert "1 5" in front.said
    assert "level 7 of 10" in front.said
    assert "you play first." in front.said
    assert "a new game: you play first." in front.said
    assert line.actions == ()
    assert front.boards[2] == front.boards[3] != front.boards[-1] == front.boards[0]


def test_side_changes_sides():
    line, front = played("tictactoe", "side", human="first", level=5)
    assert "you play second." in front.said
    assert len(line.actions) == 1


def test_hint_and_best():
    _, front = played("tictactoe", "1", "4", "2", "5", "hint", "best 0.2", "analyse 0.2")
    assert "try 3" in front.said
    assert sum(text.startswith("3   value 1, proven, end in 1") for text in front.said) == 2


def test_a_position_to_start_from():
    game = load("connect4")
    line, _ = played(game, "new", "4", position=Line(game.parse("44"), (0,)))
    assert line == Line(game.parse("44"), (0, 3))


def test_a_command_is_no_move_and_a_move_no_command():
    class Named(Walk):
        repetition = "ignore"

        def name(self, s, a, style=""):
            return ("undo", "quit")[a]

    line, _ = played(Named(), "quit", "undo", "QUIT")
    assert line.actions == (1, 0, 1)


def test_interrupt_leaves_politely():
    class Interrupted(Script):
        def ask(self, prompt):
            raise KeyboardInterrupt

    assert play("tictactoe", human="both", front=Interrupted()).actions == ()


# --- repetition ----------------------------------------------------------------------------------------------


def repeating(rule: str, times: int = 2) -> Walk:
    game = Walk(7)
    game.repetition, game.recurrence = rule, times
    return game


def test_repetition_draws():
    _, front = played(repeating("draw"), "left", "right")
    assert "The game is over: the same position for the second time: a draw." in front.said
    _, front = played(repeating("draw", 3), *["left", "right"] * 2)
    assert "The game is over: the same position for the third time: a draw." in front.said


def test_repetition_loses_for_who_brings_it_about():
    _, front = played(repeating("loss"), "left", "right")
    assert "The game is over: the same position for the second time: the first player wins." in front.said


def test_repetition_forbidden():
    line, front = played(repeating("illegal"), "left", "right", "moves", "left", "left")
    assert "'right' is not allowed: it would bring an earlier position back" in front.said
    assert "left" in front.said
    assert "The game is over: the second player wins." in front.said
    assert line.actions == (0, 0, 0)


def test_repetition_ignored():
    line, _ = played(repeating("ignore"), *["left", "right"] * 5)
    assert len(line.actions) == 10


def test_no_legal_move_left_is_even():
    game = repeating("illegal")
    stuck = Referee(game, Line(game.initial()))
    stuck.states = [game.result(game.initial(), 0), game.result(game.initial(), 1), *stuck.states]
    assert stuck.legal() == []
    assert (stuck.payoff(), stuck.reason()) == (0, "no legal move is left")


# --- dice, more players, no compiler -------------------------------------------------------------------------


@pytest.mark.thorough
def test_dice_are_rolled_by_the_seed():
    rolls = {played(Coins(), "toss", "toss", "toss", seed=seed)[0].actions for seed in range(20)}
    assert len(rolls) > 1
    assert played(Coins(), "toss", seed=3)[0] == played(Coins(), "toss", seed=3)[0]
    heads = sum(played(Coins(), "toss", luck=False, seed=seed)[0].actions == (1, 1) for seed in range(400))
    assert 60 < heads < 140  # a quarter of them: 100, and the standard deviation is 8.7


@pytest.mark.thorough
def test_dice_can_be_typed():
    line, front = played(Coins(), "toss", "edge", "heads", "toss", "roll", "stop", dice="ask")
    assert line.actions[:2] == (1, 1)
    assert front.prompts[1] == "chance (heads tails; roll)> "
    assert any(text.startswith("'edge' is not a legal move here; legal: heads tails") for text in front.said)
    assert any(text.startswith("The game is over: ") for text in front.said)


def test_undo_goes_back_over_the_dice():
    line, _ = played(Coins(), "toss", "undo")
    assert line.actions == ()


def test_three_players():
    _, front = played(Three(), "2", "2", "1", human="all")
    assert front.said[0].endswith("you play all sides. help lists the commands.")
    assert "The game is over: player 3 wins, (0, 0, 1)." in front.said
    with pytest.raises(GameError, match="numbers from 1 to 3"):
        played(Three(), human="4")


def test_the_computer_plays_against_the_dice():
    # heads comes one time in four and wins a point, tails loses one: the best is never to toss
    line, front = played(Coins(), human="none", level=9)
    assert line.actions == (0,)
    assert front.said[-1] == "The game is over: a draw."


def test_the_computer_among_three():
    # three stones are left: whatever player 2 takes, player 3 takes the rest
    _, front = played(Three(), "2", human="first", level=9)
    assert re.fullmatch(r"player 2: [12]", front.said[1])
    assert "The game is over: player 3 wins, (0, 0, 1)." in front.said


def test_a_game_that_does_not_compile(capsys):
    line, _ = played(Words(), "a", human="first", level=6)
    assert len(line.actions) == 2
    assert capsys.readouterr().err.startswith("Words runs interpreted: ")


@pytest.mark.parametrize(
    ("options", "said"),
    [({"level": 0}, "1 to 10"), ({"human": "x"}, "no side 'x'"), ({"dice": "x"}, "roll or ask")],
)
def test_bad_options(options, said):
    with pytest.raises(GameError, match=said):
        played("tictactoe", **options)


@pytest.mark.parametrize(
    ("payoff", "words"),
    [
        (1, "X wins"),
        (-1, "O wins"),
        (0, "a draw"),
        (0.5, "X wins, the value is 0.5"),
        ((3, 3), "a draw, 3 to 3"),
        ((1, 4), "O wins, 4 to 1"),
    ],
)
def test_verdicts_for_two(payoff, words):
    assert verdict(load("tictactoe"), payoff, ("X", "O")) == words


def test_verdicts_for_three():
    names = ("a", "b", "c")
    assert verdict(Three(), (1, 0, 1), names) == "a and c win, (1, 0, 1)"
    assert verdict(Three(), (1, 1, 1), names) == "a draw, (1, 1, 1)"


def test_the_referee_agrees_with_the_line():
    game = load("connect4")
    referee = Referee(game, Line(game.initial(), (3, 3)))
    referee.play(2)
    assert referee.state == Line(game.initial(), (3, 3, 2)).states(game)[-1]
    referee.take_back()
    assert referee.player() == MAX
    assert referee.names() == ["4", "4"]


def test_a_game_that_a_repetition_ended_is_over():
    line, front = played(Walk(), "right", "left", "right", "moves", "hint", "best", "undo", "quit")
    assert "The game is over: the same position for the second time: a draw." in front.said
    assert "'right' cannot be played: the game is over" in front.said
    assert "none: the game is over" in front.said
    assert front.said.count("the game is over") == 2  # hint and best
    assert line.actions == (1,)


def test_after_the_end_a_move_is_answered_with_the_end():
    _, front = played("tictactoe", "1", "4", "2", "5", "3", "1", "9")
    assert "'1' cannot be played: the game is over" in front.said
    assert "'9' cannot be played: the game is over" in front.said


class Forgetful(Walk):
    def utility(self, s):  # pyright: ignore
        pass


class Crowded(Walk):
    def player(self, s):
        return s.turn + 1


def test_rules_that_forget_the_payoff_or_the_player_are_named():
    with pytest.raises(GameError, match="utility returns nothing, not a number"):
        played(Forgetful(), "right", "right")
    with pytest.raises(GameError, match=r"player returns 2: return 0 to 1, or CHANCE \(in Place"):
        played(Crowded(), "right")


class Rounds(Game[tuple[int, int]]):
    """Three players on a ring, who may never get off it."""

    players = 3
    recurrence = 2

    def initial(self):
        return 0, 0

    def player(self, s):
        return s[1]

    def actions(self, s):
        yield 1

    def result(self, s, a):
        return (s[0] + a) % 3, (s[1] + 1) % 3

    def terminal(self, s):
        return False

    def utility(self, s):
        return 0, 0, 0


class PaidRounds(Rounds):
    """Who goes round is paid by the rules."""

    def repeated(self, s):
        return 3, 1, 2


@pytest.mark.parametrize(
    ("rules", "repetition", "paid"),
    [(PaidRounds, "draw", (3, 1, 2)), (Rounds, "draw", (0, 0, 0)), (Rounds, "loss", (0, 0, -1))],
)
def test_three_players_go_round(rules, repetition, paid):
    """A payoff for each: ``isnan`` was asked of the tuple, or a pair was expected."""
    game = rules()
    game.repetition = repetition
    referee = Referee(game, Line(game.initial()))
    for _ in range(3):
        assert not referee.over()
        referee.play(1)
    assert referee.payoff() == paid
    assert referee.reason() == "the same position for the second time"


def test_three_players_who_may_not_go_round():
    game = Rounds()
    game.repetition = "illegal"
    referee = Referee(game, Line(game.initial(), (1, 1)))
    assert referee.legal() == []
    assert referee.payoff() == (0, 0, 0)
