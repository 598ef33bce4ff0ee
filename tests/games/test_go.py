"""Go: captures, ko, superko, suicide, seki and scores, against a plain referee and from drawn positions."""

from __future__ import annotations

import random

import plain_go as plain
import pytest

from gametree import GameError, load, perft
from gametree.game import Line, legal
from gametree.games.go import Go
from gametree.games.go.handicap import most, placed, stars
from gametree.referee import Referee
from gametree.verbs.perft import count_plain

KO = ("positional", "situational", "simple")


def names(game: Go, s, actions) -> set[str]:
    return {game.name(s, a) for a in actions}


def after(game: Go, s, moves: str):
    for a in game.transcript(s, moves):
        s = game.result(s, a)
    return s


def from_here(game: Go, s, moves: str) -> Referee:
    """A game in progress, with its history."""
    return Referee(game, Line(s, tuple(game.transcript(s, moves))))


@pytest.mark.parametrize("suicide", [False, True])
@pytest.mark.parametrize("ko", KO)
@pytest.mark.parametrize(
    ("columns", "rows"), [(2, 2), (3, 2), (1, 5), (4, 4), pytest.param(9, 9, marks=pytest.mark.thorough)]
)
def test_random_games_of_the_plain_referee(columns: int, rows: int, ko: str, suicide: bool):
    """Every board, every legal move (superko too) and the score of every board, as one would count by hand."""
    game, chance = Go(columns, 0, ko, suicide, payoff="margin", rows=rows), random.Random(f"{columns}{rows}{ko}")
    taken, refused = 0, 0
    for _ in range(1 if columns == 9 else 6):
        referee = Referee(game, Line(game.initial()))
        history, movers = [plain.grid(game, game.initial())], list[str]()
        for _ in range(120 if columns == 9 else 60):
            s = referee.state
            mark = "XO"[s.turn]
            assert plain.grid(game, s) == history[-1]
            assert game.margin_of(s) == plain.area(history[-1])
            if game.terminal(s) or referee.over():
                break
            told = plain.legal(history, movers, mark, ko, suicide)
            ours = referee.legal()
            assert ours[-1] == game.passing
            assert set(ours[:-1]) == {plain.number(game, p) for p in told}
            refused += len(legal(game, s)) - len(ours)
            a = chance.choice(ours[:-1] if told and chance.random() < 0.9 else ours)
            referee.play(a)
            if a == game.passing:
                history.append(history[-1])
                movers.append("-")
            else:
                at = next(p for p in told if plain.number(game, p) == a)
                history.append(plain.put(history[-1], at, mark))
                taken += sum(m != "." for m in history[-2].values()) >= sum(m != "." for m in history[-1].values())
                movers.append(mark)
    assert taken > 0
    assert refused > 0 or ko == "simple" or columns * rows > 6


def test_perft_of_the_plain_referee():
    """perft knows no history: it counts with the ko rule alone. From a position with a ko, and one full of captures."""

    def count(history: list[plain.Board], movers: list[str], depth: int, turn: int) -> int:
        if depth == 0:
            return 1
        if movers[-2:] == ["-", "-"]:
            return 0
        mark, total = "XO"[turn], 0
        for p in plain.legal(history, movers, mark, "simple", False):
            total += count([*history, plain.put(history[-1], p, mark)], [*movers, mark], depth - 1, 1 - turn)
        return total + count([*history, history[-1]], [*movers, "-"], depth - 1, 1 - turn)

    game = Go(3)
    for moves in ("", "B2 A1 C3 C1 A2", "A2 C2 B1 C1 B3 C3 B2"):
        s = game.parse(moves)
        assert count_plain(game, s, 3, False) == count([plain.grid(game, s)], [], 3, s.turn)
    ko = Go(4)
    s = ko.parse("""
        . X O .
        X O . O
        . X O .
        . . . .   X to move""")
    assert count_plain(ko, s, 3, False) == count([plain.grid(ko, s)], [], 3, s.turn)


@pytest.mark.thorough
def test_perft_compiled():
    game = load("go:3,suicide=true")
    s = game.parse("B2 A1 C3 C1 A2")
    assert perft(game, s, depth=4).nodes == count_plain(game, s, 4, False)
    assert perft("go:9", depth=2).nodes == 82 * 82 - 81
    assert perft("go:19", depth=2).nodes == 362 * 362 - 361


# --- captures and suicide ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("moves", "gone"),
    [
        ("A2 A1 B1", "A1"),  # a corner
        ("E4 E5 D5", "E5"),
        ("A4 A5 B5", "A5"),
        ("E2 E1 D1", "E1"),
        ("A2 A3 B3 pass A4", "A3"),  # an edge
        ("E2 A3 A2 pass B3", ""),  # E2 and A3 are neighbours by number only
        ("A2 A1 C1 B1 B2", "A1 B1"),  # two at once
        ("A2 A1 pass C1 B2 C2 B1", "A1"),
        ("B1 A1 B3 A3 D5 C4 A2", "A1"),  # A3 lives at A4
    ],
)
def test_captures_at_edges(moves: str, gone: str):
    game = Go(5)
    s = game.parse(moves)
    board = plain.grid(game, s)
    played = [m for m in moves.split() if m != "pass"]
    missing = {m for m in played if board["ABCDE".index(m[0]), int(m[1]) - 1] == "."}
    assert missing == set(gone.split())


def test_several_groups_are_taken_at_once():
    game = Go(5)
    s = game.parse("""
        . . X . .
        . X O X .
        X O . O X
        . X O X .
        . . X . .   X to move""")
    assert game.result(s, game.transcript(s, "C3")[0]).white == game.empty


def test_a_stone_that_takes_is_no_suicide():
    game = Go(3)
    s = game.parse("""
        . X .
        X O O
        O O .   X to move""")
    assert "C1" not in names(game, s, game.actions(s)), "the white group has two liberties, and Black would have none"
    s = game.parse("""
        . X O
        X O O
        O O .   X to move""")
    t = game.result(s, game.transcript(s, "C1")[0])
    assert t.white == game.empty


def test_suicide():
    board = """
        . O . .
        X O . .
        X O . .
        O O . .   X to move"""
    for suicide in (False, True):
        game = Go(4, suicide=suicide)
        s = game.parse(board)
        assert ("A4" in names(game, s, game.actions(s))) == suicide
    t = game.result(s, game.transcript(s, "A4")[0])
    assert t.black == game.empty
    assert (t.white, t.turn, t.passes, t.ko) == (s.white, 1, 0, -1)
    with pytest.raises(GameError, match="move 1: 'A4' cannot be played: suicide"):
        Go(4).transcript(s, "A4")


def test_one_stone_alone_may_never_take_itself_away():
    for ko in KO:
        game = Go(3, ko=ko, suicide=True)
        s = game.parse("""
            . O .
            O O .
            . . .   X to move""")
        assert "A3" not in names(game, s, game.actions(s))


# --- ko, superko, passes -------------------------------------------------------------------------------------------

A_KO = """
    . . . . .
    . X O . .
    X O . O .
    . X O . .
    . . . . .   X to move"""


@pytest.mark.parametrize("ko", KO)
def test_a_ko_may_not_be_taken_back_at_once(ko: str):
    game = Go(5, ko=ko)
    s = game.parse(A_KO)
    t = after(game, s, "C3")
    assert game.name(t, t.ko) == "B3"
    assert "B3" not in names(game, t, game.actions(t))
    with pytest.raises(GameError, match="'B3' cannot be played: it is ko"):
        game.transcript(t, "B3")
    later = from_here(game, s, "C3 E5 E1")  # a threat and its answer
    assert "B3" in names(game, later.state, later.legal())
    passed = from_here(game, s, "C3 pass pass" if ko == "simple" else "C3 pass E1")
    assert ko == "simple" or ("B3" in names(game, passed.state, passed.legal()))


def test_taking_one_stone_is_no_ko_if_more_can_be_taken_back():
    """Snapback: the stone that takes joins others, so the point that falls empty is open."""
    game = Go(4)
    s = game.parse("""
        . . . .
        O O O .
        X X O .
        . O X .   X to move""")
    t = after(game, s, "A1")
    assert t.ko == -1
    assert "B1" in names(game, t, game.actions(t))


def test_taking_two_is_no_ko():
    game = Go(4)
    s = game.parse("""
        . . . .
        X X . .
        O O X .
        . X O .   X to move""")
    t = after(game, s, "A1")
    assert t.ko == -1
    assert (
        t.white
        == game.parse("""
        . . . .
        . . . .
        . . . .
        . . O .   X to move""").white
    )


SENDING_TWO = """
    O O . .
    O . . .
    O X X .
    . O . X   O to move"""


def test_sending_two_returning_one():
    """White adds a stone to one, Black takes both, White takes one back: the board of the beginning, with the other
    player to move. Positional superko forbids it; situational superko forbids only that White goes on after a pass;
    with the simple rule that is a draw."""
    for ko in KO:
        game = Go(4, ko=ko)
        s = game.parse(SENDING_TWO)
        referee = from_here(game, s, "C1 A1")
        assert "B1" in names(game, referee.state, game.actions(referee.state))
        assert ("B1" in names(game, referee.state, referee.legal())) == (ko != "positional")
        if ko == "positional":
            with pytest.raises(GameError, match="move 3: 'B1' cannot be played: superko"):
                game.transcript(s, "C1 A1 B1")
            continue
        referee = from_here(game, s, "C1 A1 B1")
        assert plain.grid(game, referee.state) == plain.grid(game, s)
        referee = from_here(game, s, "C1 A1 B1 pass")
        assert ("C1" in names(game, referee.state, referee.legal())) == (ko == "simple")
        if ko == "simple":
            referee.play(game.transcript(referee.state, "C1")[0])
            assert referee.payoff() == 0
            assert referee.reason() == "the same position for the second time"


TRIPLE_KO = """
    . X O . . X O . . X O .
    X O . O X . X O X O . O   X to move"""


def test_triple_ko():
    """Three kos that are taken in turn: the sixth move brings the board back with the same player to move. Both forms
    of superko forbid it, and with the simple rule it is a draw."""
    for ko in KO:
        game = Go(12, ko=ko, rows=2)
        s = game.parse(TRIPLE_KO)
        referee = from_here(game, s, "C1 F1 L1 B1 G1")
        assert ("K1" in names(game, referee.state, referee.legal())) == (ko == "simple")
        if ko == "simple":
            referee = from_here(game, s, "C1 F1 L1 B1 G1 K1")
            assert (referee.over(), referee.payoff()) == (True, 0)


def test_superko_looks_back_over_passes():
    """A pass makes no new board: what was there before it may not come back either."""
    game = Go(4, suicide=True)
    s = game.parse(SENDING_TWO)
    referee = from_here(game, s, "pass pass")
    assert referee.over()
    referee = from_here(game, s._replace(turn=0), "pass C1 A1")
    assert "B1" not in names(game, referee.state, referee.legal())


def test_two_passes_end_the_game_under_every_rule():
    for ko in KO:
        game = Go(3, ko=ko)
        referee = from_here(game, game.initial(), "pass")
        assert "pass" in names(game, referee.state, referee.legal())
        assert "B2" in names(game, referee.state, referee.legal())
        referee.play(game.passing)
        assert referee.over()
        assert referee.payoff() == -1
        # passes that are not in a row do not count together, and the board after a pass may be passed on again
        referee = from_here(game, game.initial(), "pass B2 pass A1 pass")
        assert not referee.over()
        assert game.passing in referee.legal()


# --- scores --------------------------------------------------------------------------------------------------------


def test_area_and_territory():
    """Black has 9 stones and 3 points, White 7 and 1; five points are nobody's."""
    board = """
        . X . . O
        X X . O O
        X . X O .
        X X X O O
        . X . . O   X to move after two passes"""
    for scoring, margin in (("area", 12 - 8 - 0.5), ("territory", 3 - 1 - 0.5)):
        game = Go(5, komi=0.5, scoring=scoring, payoff="margin")
        assert game.utility(game.parse(board)) == margin
        assert Go(5, komi=0.5, scoring=scoring).utility(game.parse(board)) == 1
    game = Go(5, komi=0.5, scoring="territory", payoff="margin")
    s = game.parse(board + "; stones taken: O +4")
    assert game.utility(s) == 2 - 4 - 0.5
    assert game.utility(s._replace(taken=-999)) == -50.5, "the margin stays within the bounds"


def test_prisoners_of_both_sides():
    game = Go(5, komi=0, scoring="territory", suicide=True)
    assert game.parse("A2 A1 B1").taken == 1
    assert game.parse("A1 A2 pass B1").taken == -1
    assert Go(5, komi=0).parse("A2 A1 B1").taken == 0
    s = game.parse("""
        . O . . .
        X O . . .
        O O . . .
        . . . . .
        . . . . .   X to move; stones taken: X +3""")
    assert after(game, s, "A5").taken == 1  # Black gives two away


def test_the_points_between_two_living_groups_are_nobodys():
    """Seki: who puts a stone between the groups loses his own."""
    game = Go(3, komi=0, payoff="margin", rows=2)
    s = game.parse("""
        X . O
        X . O   X to move""")
    assert game.margin_of(s) == 0
    assert game.margin_of(after(game, s, "B1 B2")) == -6
    assert game.margin_of(after(game, s, "pass B1 B2")) == 6


def test_an_empty_board_is_nobodys():
    game = Go(3, komi=0)
    assert game.utility(game.parse("pass pass")) == 0
    assert game.utility(game.parse("B2 pass pass")) == 1
    assert Go(3, komi=8.5).utility(game.parse("B2 pass pass")) == 1
    assert Go(3, komi=9.5).utility(game.parse("B2 pass pass")) == -1


# --- handicap, parameters, text ------------------------------------------------------------------------------------


def test_handicap():
    """The points of the protocol GTP (version 2, section 4.1.1)."""
    game = Go(19, handicap=9)
    s = game.initial()
    stones = {game.name(s, r * 20 + c) for c, r in placed(19, 19, 9)}
    assert stones == {"D4", "D10", "D16", "K4", "K10", "K16", "Q4", "Q10", "Q16"}
    assert {"XO"[game.player(s)], game.text(s).count("X")} == {"O", 9}
    assert {most(n, n) for n in (9, 11, 13, 19)} == {9}
    assert {most(n, n) for n in (7, 8, 10, 18)} == {4}
    assert placed(9, 9, 4) == [(2, 2), (6, 6), (2, 6), (6, 2)]
    assert placed(13, 13, 7)[-1] == (6, 6)
    assert len(stars(19, 19)) == 9
    for size in (7, 8, 9, 13, 19):
        for stones in range(2, most(size, size) + 1):
            assert len(set(placed(size, size, stones))) == stones


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("go:0", "a board of 0×0 is not possible: size and rows are 1 to 19"),
        ("go:20", "a board of 20×20"),
        ("go:9,rows=33", "a board of 9×33"),
        ("go:ko=super", "ko is one of positional, situational, simple, not 'super'"),
        ("go:scoring=stones", "scoring is one of area, territory"),
        ("go:payoff=1x", "payoff is one of win, margin"),
        ("go:komi=7.3", "komi is a number of points or half points"),
        ("go:5,handicap=2", "2 handicap stones are not possible on 5×5: this board has no handicap"),
        ("go:9,handicap=1", "1 handicap stones are not possible on 9×9: handicap is 0, or 2 to 9"),
        ("go:8,handicap=5", "handicap is 0, or 2 to 4"),
    ],
)
def test_wrong_parameters(words: str, message: str):
    with pytest.raises(GameError, match=message):
        load(words)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("C3 C3", "move 2: 'C3' cannot be played: a stone is there already"),
        ("I3", "move 1: 'I3' is no point of this board; points are A1 to E5, or pass"),
        ("F1", "'F1' is no point"),
        ("pass pass C3", "move 3: the game is over already"),
        (". . .", "expected 5 rows of 5 points"),
        ("X X\n" + ". . . . .\n" * 5, "expected 5 rows"),
        ("X O . . .\nO . . . .\n" + ". . . . .\n" * 3, "the group at A5 has no liberty"),
        (". . . . .\n" * 5 + "X to move; no ko at C3", "there can be no ko at C3"),
        (". . . . .\n" * 5 + "X to move; no ko at J9", "'J9' is no point"),
        (". . . . .\n" * 5 + "X to move; stones taken: X +3", "stones taken count in territory scoring only"),
    ],
)
def test_wrong_positions(text: str, message: str):
    with pytest.raises(GameError, match=message):
        Go(5).parse(text)


@pytest.mark.parametrize(
    "words", ["go:5,ko=simple", "go:19", "go:3,rows=2,suicide=true", "go:1", "go:4,scoring=territory"]
)
def test_text_is_read_back(words: str):
    game, chance = load(words), random.Random(words)
    for _ in range(3):
        s = game.initial()
        for _ in range(80):
            assert game.parse(game.text(s)) == s
            if game.terminal(s):
                break
            actions = list(game.actions(s))
            s = game.result(s, chance.choice(actions[:-1] or actions))


def test_a_drawn_ko_is_read_back():
    game = Go(5)
    t = after(game, game.parse(A_KO), "C3")
    assert game.text(t).endswith("O to move; no ko at B3")
    assert game.parse(game.text(t)) == t


def test_moves_are_written_as_people_write_them():
    game = Go(9)
    s = game.initial()
    assert game.name(s, 8) == "J1"
    assert [game.name(s, a) for a in game.transcript(s, "d4, J9 Pass")] == ["D4", "J9", "pass"]
    assert "I5" not in names(game, s, game.actions(s))
    assert len(names(game, s, game.actions(s))) == 82


def test_the_drawing_has_stones_lines_and_stars():
    game = Go(9)
    drawn = game.svg(game.parse("D4 E5"))
    assert drawn.count("<line") == 18
    assert ">J<" in drawn
    assert ">I<" not in drawn


def test_territory_is_drawn_at_the_end():
    """A3 is Black's and C1 White's; the other empty points are beside both sides."""
    game = Go(3)
    s = game.parse("""
        . X .
        X . O
        . O .   X to move""")
    assert game.svg(s).count('width="8"') == 0
    for _ in range(2):
        s = game.result(s, game.passing)
    drawn = game.svg(s)
    squares = [shape for shape in drawn.split("<") if 'width="8"' in shape]
    assert sorted("black" in shape for shape in squares) == [False, True]
