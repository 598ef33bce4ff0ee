"""The rules of draughts and its sisters: positions that are hard to get right, draws, notation."""

from __future__ import annotations

import random
from typing import Any

import pytest
from brute_force import game_of_chance

from gametree import load
from gametree.errors import GameError
from gametree.game import legal, over
from gametree.games.draughts import Draughts
from gametree.games.draughts.notation import read_move
from gametree.games.draughts.variants import VARIANTS
from gametree.notation.names import read_action


def game_of(variant: str) -> Draughts:
    return VARIANTS[variant](variant)


def moves(fen: str, variant: str = "international", style: str = "long") -> list[str]:
    game = game_of(variant)
    s = game.parse(fen)
    return sorted(game.name(s, a, style) for a in game.actions(s))


# --- captures --------------------------------------------------------------------------------------------------------


def test_most_pieces_must_be_taken():
    fen = "W:W28,31:B22,27,12"
    assert moves(fen) == ["28x17x8"]
    assert moves(fen, style="hub") == ["28x8x12x22"]


def test_a_king_must_go_on_where_it_can():
    """Behind the first piece it may land on several squares; only from one of them can it take the second."""
    for variant, sign in (("pool", "x"), ("czech", "x"), ("russian", ":"), ("brazilian", "x")):
        assert moves("W:WKa1:Bc3,f4", variant) == [f"a1{sign}e5{sign}g3", f"a1{sign}e5{sign}h2"]


class Gone(Draughts):
    """Draughts in which a piece leaves the board as soon as it is taken."""

    removed_at_once = True


def test_a_piece_that_is_taken_stays_until_the_end():
    """The stroke of the Turk: pieces that the king has taken stand in its way."""
    fen = "W:WK46:B12,13,19,22,29,32,39,41"
    assert moves(fen, style="hub") == [
        "46x3x12x22x32x41", "46x43x29x32x39x41", "46x48x29x32x39x41", "46x8x12x22x32x41",
    ]  # fmt: skip
    game = Gone()
    s = game.parse(fen)
    assert [len(game.name(s, a, "hub").split("x")) - 2 for a in game.actions(s)] == [7, 7]


def test_two_ways_to_the_same_result_are_one_move():
    game = Draughts()
    s = game.parse("W:W38:B22,23,32,33")
    (a,) = legal(game, s)
    assert game.name(s, a) == "38x38"
    assert game.fen(game.result(s, a)) == "B:W38:B"
    for way in ("38x27x18x29x38", "38x29x18x27x38", "38x18x38", "38x38"):
        assert read_move(game, s, way) == a
    with pytest.raises(GameError, match="is not a legal move here; legal: 38x38"):
        read_move(game, s, "38x27x29x18x38")


def test_a_russian_man_goes_on_as_a_king():
    assert moves("W:Wb6:Bc7,f6,c3", "russian") == ["b6:d8:g5", "b6:d8:h4"]
    assert moves("W:Wb6:Bc7,f6,c3", "pool") == ["b6xd8"]
    game = game_of("russian")
    s = game.parse("W:Wb6:Bc7,f6,c3")
    for a in legal(game, s):
        assert game.result(s, a).kings == game.result(s, a).white


def test_the_same_squares_and_pieces_as_a_man_or_as_a_king_are_two_moves():
    """Round a loop of Russian draughts, one way over the last row and one way not."""
    game = game_of("russian")
    for s, _ in (pair for seed in range(60) for pair in game_of_chance(game, seed)):
        results = [game.result(s, a) for a in game.actions(s)]
        assert len(set(results)) == len(results)


def test_italian_men_take_no_kings():
    assert moves("W:W30:BK26", "italian") == ["30-27"]
    assert moves("W:W24:B20,28", "italian") == ["24x15"]


def test_frisian_pieces_take_along_rows_and_columns():
    assert moves("W:W28:B18", "frisian") == ["28x8"]
    assert moves("W:W28:B29", "frisian") == ["28x30"]
    assert moves("W:W30:B26", "frisian") == ["30-24", "30-25"]  # not round the edge of the board
    assert moves("W:W28:B18", "international") == ["28-22", "28-23"]


def test_a_frisian_king_tires():
    """Three moves in turn with the same king, while its side has men."""
    game = game_of("frisian")
    s = game.parse("W:WK33,39:BK45,26")
    for word in ("33-38", "45-7", "38-33", "7-45", "33-38", "45-7"):
        s = game.result(s, read_action(game, s, word))
    assert [game.name(s, a) for a in legal(game, s)] == ["39-33", "39-34"]
    assert game.parse(game.text(s)) == s
    other = game.result(s, read_action(game, s, "39-34"))
    assert [other.runs & 255, other.runs >> 8] == [0, s.runs >> 8]


def test_killer_kings_halt():
    fen = "W:WK46:BK28"
    assert moves(fen) == ["46x10", "46x14", "46x19", "46x23", "46x5"]
    assert moves(fen, "killer") == ["46x23"]
    assert moves("W:WK46:B28", "killer") == ["46x10", "46x14", "46x19", "46x23", "46x5"]


def test_thai_kings_land_behind_and_pieces_leave_at_once():
    assert moves("W:WK29:B15", "thai") == ["29-11"]
    assert moves("W:W22:B26", "thai") == ["22-17", "22-18"]  # men do not take backward
    assert moves("W:WKa3:Bb4,b6,d6,d4", "thai") == ["21-14-23-5", "21-14-5-23", "21-14-7"]


@pytest.mark.parametrize("variant", ["international", "russian", "italian", "frisian", "thai", "canadian"])
def test_every_action_has_its_own_result_and_name(variant: str):
    game: Any = load(f"draughts:variant={variant}")
    for seed in range(3):
        for s, _ in game_of_chance(game, seed):
            actions = list(game.actions(s))
            assert len(actions) == game.mobility(s)
            assert len({game.result(s, a) for a in actions}) == len(actions)
            assert len({game.name(s, a, "hub") for a in actions}) == len(actions)
            for a in actions:
                assert read_move(game, s, game.name(s, a)) == a
                assert read_move(game, s, game.name(s, a, "long")) == a


def scattered(game: Draughts, rng: random.Random) -> Any:
    """A position with many kings, for long captures."""
    names = list(game.board.letters)
    rng.shuffle(names)
    sides = [[f"K{names.pop()}" for _ in range(rng.randint(4, 12))] for _ in range(2)]
    return game.parse(f"{rng.choice('WB')}:W{','.join(sides[0])}:B{','.join(sides[1])}")


@pytest.mark.parametrize("variant", ["international", "russian", "frisian", "thai", "killer"])
def test_ways_with_few_jumps_never_meet(variant: str):
    """``loop``: with fewer jumps no two ways of a piece take the same pieces and end on the same square."""
    game, rng = game_of(variant), random.Random(5)
    for _ in range(60):
        s = scattered(game, rng)
        for start in game.board.bits:
            if (s.white if s.turn == 0 else s.black) >> start & 1:
                ends = [(end, taken) for end, taken, _, _ in game.captures(s, start) if taken.bit_count() < game.loop]
                assert len(ends) == len(set(ends)), game.fen(s)


# --- the end ---------------------------------------------------------------------------------------------------------


def test_who_cannot_move_has_lost():
    game = Draughts()
    for fen, paid in (("B:WK5:B", 1), ("W:W31,36:B26,27,22,18", -1), ("W:W31,36:B26,27", None)):
        s = game.parse(fen)
        assert (game.utility(s) if game.terminal(s) else None) == paid
    assert game_of("giveaway").utility(game.parse("B:WK5:B")) == -1


def test_breakthrough_ends_with_a_king():
    game = game_of("breakthrough")
    s = game.parse("W:W6:B45")
    for a in legal(game, s):
        after = game.result(s, a)
        assert (game.terminal(after), game.utility(after)) == (True, 1)


def quiet_moves(game: Draughts, s: Any) -> list[Any]:
    """What follows from moves of kings after which nothing can be taken."""
    after = [game.result(s, a) for a in legal(game, s)]
    return [x for x in after if x.idle > s.idle and game.quiet(x)]


@pytest.mark.parametrize(
    ("variant", "fen", "number"),
    [
        ("international", "W:WK46,K47,K48:BK4,K3", 50),
        ("international", "W:WK46,K47,K48:BK4", 32),
        ("international", "W:WK46,47,48:BK4", 32),
        ("international", "W:WK46,K47:BK4", 10),
        ("international", "W:WK46:BK4", 10),
        ("frisian", "W:WK46,K47:BK4", 14),
        ("frisian", "W:WK46:BK4", 4),
        ("russian", "W:WKa1,Kc1,Ke1:BKb8", 30),
        ("russian", "W:WKb4,Kd2:BKb8", 10),
        ("russian", "W:WKb4,Kd2,a3:BKb8,Kh8", 30),
        ("italian", "W:WK29:BK4", 80),
        ("czech", "W:WKb4,c1:BKb8", 30),
        ("killer", "W:WK46:BK4", 50),
    ],
)
def test_draws(variant: str, fen: str, number: int):
    """Kings that go to and fro until the game is drawn."""
    game, rng = game_of(variant), random.Random(1)
    for _ in range(20):
        s, played = game.parse(fen), 0
        while not over(game, s) and (after := quiet_moves(game, s)):
            s, played = rng.choice(after), played + 1
        if over(game, s):
            assert game.drawn(s)
            assert not game.terminal(s)
            assert played == number
            return
    pytest.fail("no game came to its end")


def test_a_king_on_the_main_road_is_safe_after_five_moves():
    game = game_of("russian")
    assert game.limit(game.parse("W:WKb4,Kd2,Kf2:BKh8")) == 10
    assert game.limit(game.parse("W:WKb4,Kd2,Kf2:BKb8")) == 30
    assert game.limit(game.parse("W:WKa1,Kd2,Kf2:BKb8")) == 30
    assert game.limit(game.parse("W:WKb4,Kd2,Kf2,Kh4:BKb8,a7")) == 120


def test_progress():
    game = Draughts()
    s = game.parse("W:WK46,27:BK1,K5,K3,K2:H20")
    assert game.result(s, read_action(game, s, "27-22")).idle == 0
    assert game.result(s, read_action(game, s, "46-41")).idle == 21
    three = game.parse("W:WK46,47,48:BK4:E20")
    assert game.result(three, read_action(game, three, "47-42")).ending == 21  # a man may move; the count goes on


# --- text ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("variant", VARIANTS)
def test_text_is_read_back(variant: str):
    game = game_of(variant)
    for s, _ in game_of_chance(game, 3):
        assert game.parse(game.text(s)) == s
        assert game.parse(game.fen(s)) == s


def test_squares():
    assert game_of("international").fen(game_of("international").initial()).startswith("W:W31,32,33")
    assert game_of("russian").fen(game_of("russian").initial()).startswith("W:Wa3,c3,e3,g3,b2")
    assert game_of("russian").parse("W:W21-32:B1-12") == game_of("russian").initial()
    spanish = game_of("spanish")  # numbered from White's right corner
    assert (
        spanish.fen(spanish.initial()) == f"W:W{','.join(map(str, range(1, 13)))}:B{','.join(map(str, range(21, 33)))}"
    )


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("W:W51:B1", "'51' is not a square of this board"),
        ("W:W31:B31", "both sides have a piece on 31"),
        ("W:W1:B2", "White has a man where it would be a king, on 1; write K1"),
        ("W:W31,31:B2", "'31' is there twice"),
        ("W:W32-31:B2", "write the lower one first"),
        ("W:W31:W32", "two lists for one side"),
        ("X:W31:B2", "not a position"),
        ("W:Wz9:B2", "'z9' is not a square"),
        ("31-99", "'99' is not a square of this board"),
        ("31-30", "is not a legal move here; legal: "),
        ("32-28 19-23 28-19 5-5", "is not a legal move here; legal: "),
    ],
)
def test_mistakes(text: str, problem: str):
    with pytest.raises(GameError, match=problem):
        Draughts().parse(text)


def test_wrong_parameters():
    for words, problem in (
        ("variant=chess", "there is no variant 'chess' of draughts; there are international, canadian"),
        ("width=9", "width is even"),
        ("width=30", "width is 4 to 14"),
        ("height=6,filled=3", "filled is 1 to 2"),
    ):
        with pytest.raises(GameError, match=problem):
            load(f"draughts:{words}")
