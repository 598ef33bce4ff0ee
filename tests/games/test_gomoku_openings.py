"""Opening rules of Gomoku and Renju: who puts which stones, who chooses, and who owns which colour afterwards."""

from __future__ import annotations

import plain_gomoku as plain
import pytest
from brute_force import game_of_chance

from gametree import GameError, best, load, perft
from gametree.bits import ones
from gametree.engine.forcing import Forcing
from gametree.games.gomoku import Gomoku
from gametree.verbs.perft import count_plain

SWAP2 = Gomoku(9, opening="swap2")


def players(game: Gomoku, moves: str) -> str:
    """Who made each of these moves, and who is next: M is Max, m is Min."""
    s, said = game.initial(), ""
    for a in game.transcript(s, moves):
        said += "Mm"[game.player(s)]
        s = game.result(s, a)
    return said + "Mm"[game.player(s)]


@pytest.mark.parametrize(
    ("moves", "who"),
    [
        ("e5 d4 e6", "MMMm"),  # Max puts all three
        ("e5 d4 e6 white d6", "MMMmmM"),  # Min keeps White, and is to move
        ("e5 d4 e6 black d6", "MMMmMm"),  # Min takes Black, so White's fourth stone is Max's
        ("e5 d4 e6 more d6 c3", "MMMmmmM"),
        ("e5 d4 e6 more d6 c3 black a1 a2", "MMMmmmMmMm"),  # Max is Black; Min, White, is to move
        ("e5 d4 e6 more d6 c3 white a1 a2", "MMMmmmMMmM"),
    ],
)
def test_who_moves(moves: str, who: str):
    assert players(SWAP2, moves) == who


def test_colours_of_stones():
    """Stones are black and white in turn, whoever puts them."""
    s = SWAP2.parse("e5 d4 e6 more d6 c3 white a1")
    assert [[SWAP2.name(s, a) for a in ones(side)] for side in (s.black, s.white)] == [
        ["c3", "e5", "e6"],
        ["a1", "d4", "d6"],
    ]


@pytest.mark.parametrize(("choice", "payoff"), [("black", -1), ("white", 1)])
def test_who_has_won(choice: str, payoff: int):
    """Black makes five on the e-file. Min chose the colour."""
    game = Gomoku(9, opening="swap")
    s = game.parse(f"e5 d4 e6 {choice} a1 e4 a2 e7 a3 e8")
    assert (game.terminal(s), game.utility(s)) == (True, payoff)


@pytest.mark.parametrize("choice", ["black", "white"])
def test_estimates_and_proofs_are_of_who_owns_the_colour(choice: str):
    """As in the game without choice, with the sign turned if Min has Black."""
    plainly, game = Gomoku(9), Gomoku(9, opening="swap")
    sign = -1 if choice == "black" else 1
    for stones in ("e5 d4 e6 d6 e7 a1", "e5 d4 e6 d6 c3 a1 c5 a2", "e5 d4 e6 d6 e4 a1 e7 a2 b2"):
        s = plainly.parse(stones)
        first, rest = stones.split()[:3], stones.split()[3:]
        t = game.parse(" ".join([*first, choice, *rest]))
        assert game.evaluate(t) == sign * plainly.evaluate(s)
        payoff, distance = plainly.foresee(s)
        assert game.foresee(t) == (sign * payoff, distance)
        assert list(game.actions(t)) == list(plainly.actions(s))
        found, expected = (Forcing(g, u, compiled=False).run(nodes=50) for g, u in ((game, t), (plainly, s)))
        assert found == expected


def test_perft_of_the_opening():
    """On 5 × 5 points: every triple of stones, two or three choices, and every stone after them."""
    swap, swap2 = (Gomoku(5, opening=name) for name in ("swap", "swap2"))
    s, t = swap.parse("a1 b1 c1"), swap2.parse("a1 b1 c1")
    assert count_plain(swap, swap.initial(), 3, ends=False) == 25 * 24 * 23
    assert count_plain(swap, s, 2, ends=False) == 2 * 22
    assert count_plain(swap2, t, 2, ends=False) == 3 * 22
    assert count_plain(swap2, t, 4, ends=False) == 2 * 22 * 21 * 20 + 22 * 21 * 2


@pytest.mark.parametrize("size", [5, 8, 9])
def test_classic_stones_stand_near_the_middle(size: int):
    game = Gomoku(size, opening="classic")
    s = game.initial()
    for far in (0, 1, 2):
        low, high = (size - 1) // 2 - far, size // 2 + far
        free = {plain.cell(game, a) for a in ones(game.full & ~(s.black | s.white))}
        told = {plain.cell(game, a) for a in game.actions(s)}
        assert told == {(c, r) for c, r in free if low <= min(c, r) and max(c, r) <= high}
        s = game.result(s, next(iter(game.actions(s))))
    assert len(list(game.actions(s))) == size * size - 3


@pytest.mark.parametrize("opening", ["swap", "swap2", "classic"])
@pytest.mark.parametrize("rule", ["freestyle", "renju"])
def test_positions_are_written_and_read(rule: str, opening: str):
    game = Gomoku(6, rule, opening)
    for seed in range(3):
        for s, a in game_of_chance(game, seed):
            assert game.terminal(s) == (a < 0)
            if not game.terminal(s):
                assert game.parse(game.text(s)) == s
                assert [game.transcript(s, game.name(s, a))[0] for a in game.actions(s)] == list(game.actions(s))


def test_forbidden_points_after_a_choice():
    game = Gomoku(15, "renju", "swap")
    with pytest.raises(GameError, match="'h7' cannot be played: the point is forbidden for Black"):
        game.parse("h8 a1 h9 black a3 i7 a5 j7 a7 h7")


@pytest.mark.parametrize(
    ("spec", "text", "message"),
    [
        ("gomoku:9,opening=swap", "e5 d4 e6 a1", "'a1' cannot be played: a colour is chosen now: black, white"),
        ("gomoku:9,opening=swap", "e5 d4 e6 more", "'more' cannot be played: that is not chosen now"),
        ("gomoku:9,opening=swap2", "e5 black", "'black' cannot be played: that is not chosen now"),
        ("gomoku:9,opening=classic", "a1", "'a1' cannot be played: the first three stones stand in the middle"),
        ("gomoku:5,opening=swap", "X . . . ." + " . . . . ." * 4, "the last line is one of: Max puts three stones"),
        (
            "gomoku:5,opening=swap",
            "X . . . ." + " . . . . ." * 4 + "\nMax has O",
            "'Max has O' cannot be with 1 stones",
        ),
    ],
)
def test_what_is_refused(spec: str, text: str, message: str):
    with pytest.raises(GameError, match=f"^[^\n]*{message}[^\n]*$"):
        load(spec).parse(text)


def test_an_unknown_opening():
    with pytest.raises(GameError, match="opening is one of free, swap, swap2, classic, not 'pie'"):
        load("gomoku:opening=pie")


@pytest.mark.thorough
def test_compiled():
    """Min takes Black with two stones together in the middle, and leaves Max a Black that is scattered."""
    assert perft("gomoku:5,opening=swap2", moves="a1 b1 c1", depth=4).nodes == 2 * 22 * 21 * 20 + 22 * 21 * 2
    for moves, move in (("d4 a1 d5", "black"), ("d4 c5 a1", "white")):
        found = best("gomoku:7,opening=swap", moves=moves, depth=4)
        assert (found.move, found.compiled) == (move, True)
