"""English checkers against the published counts, pydraughts, and its own rules."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from brute_force import game_of_chance

from gametree import perft
from gametree.errors import GameError
from gametree.game import legal, over
from gametree.games.checkers import Checkers
from gametree.games.checkers.notation import read_move
from gametree.notation.names import read_action

if TYPE_CHECKING:
    from gametree.games.checkers.rules import State

# Leaves from the start. Aart Bik (aartbik.com/MISC/checkers.html) counts two ways to take the same pieces as two moves;
# R. Halbersma's draughts template library (github.com/rhalbersma/dctl) counts both ways, to depth 13 with one each, and
# gives the board of 6×6, where two ways are two moves again.
LEAVES = [7, 49, 302, 1469, 7361, 36768, 179740, 845931, 3963680, 18391564, 85242128, 388617999, 1766564893]
WITH_DUPLICATES = {12: 388623673}
SMALL_WITH_DUPLICATES = [
    5, 25, 106, 369, 1271, 4104, 12495, 37474, 104013, 290032, 808158, 2209549, 6039632, 16775007, 45722008,
    129088590, 354735390,
]  # fmt: skip


class TwoWays(Checkers):
    """Checkers in which two ways to take the same pieces are two moves."""

    def jumps_of(self, s: State, start: int) -> Any:
        _, theirs = self.sides(s)
        empty = self.full & ~(s.black | s.white) | start
        first, last = (0, 2) if s.turn == 0 else (2, 4)
        if s.kings & start:
            first, last = 0, 4
        for way, end, taken in self.routes(start, theirs, empty, first, last):
            yield way, end, taken


def test_perft():
    assert [perft("checkers", depth=d).nodes for d in range(1, 10)] == LEAVES[:9]


@pytest.mark.thorough
def test_perft_of_the_small_board():
    game = TwoWays(6)
    assert [perft(game, depth=d).nodes for d in range(1, 13)] == SMALL_WITH_DUPLICATES[:12]
    assert perft("checkers:size=6", depth=11).nodes == SMALL_WITH_DUPLICATES[10] - 3


@pytest.mark.slow
def test_perft_deep():
    assert [perft("checkers", depth=d, bulk=True).nodes for d in range(10, 14)] == LEAVES[9:]
    assert perft(TwoWays(), depth=12, bulk=True).nodes == WITH_DUPLICATES[12]


@pytest.mark.slow
def test_perft_of_the_small_board_deep():
    assert [perft(TwoWays(6), depth=d, bulk=True).nodes for d in range(13, 18)] == SMALL_WITH_DUPLICATES[12:]


def test_openspiel_counts_the_same(monkeypatch: pytest.MonkeyPatch):
    """The benchmark of perft raises where the two differ."""
    monkeypatch.syspath_prepend(str(Path(__file__).parents[2]))
    benchmark: Any = import_module("benchmarks.perft_checkers")
    duels = benchmark.part((benchmark.Task("", 3), benchmark.Task("11-15 23-18", 5)), rounds=1).duels
    assert {duel.nodes for duel in duels} == {(302, 302), (2157, 2157)}


# --- the rules -------------------------------------------------------------------------------------------------------


def moves(fen: str, style: str = "long", size: int = 8) -> list[str]:
    game = Checkers(size)
    s = game.parse(fen)
    return sorted(game.name(s, a, style) for a in game.actions(s))


def test_a_man_that_becomes_a_king_ends_its_move():
    """It could go on as a king, from 31 over 27; but its move is over."""
    assert moves("B:W26,27:B22") == ["22x31"]
    game = Checkers()
    s = game.parse("B:W26,27:B22")
    assert game.fen(game.result(s, legal(game, s)[0])) == "W:W27:BK31"


def test_taking_is_forced_and_goes_on():
    assert moves("W:W22,32:B18,11,27") == ["22x15x8", "32x23x14"]
    assert moves("W:W22,32:B18,11,27", style="") == ["22x8", "32x14"]
    assert moves("B:WK1:B9,K32") == ["32-27", "32-28", "9-13", "9-14"]  # a man takes nothing behind it


def test_two_ways_to_the_same_result_are_one_move():
    """Four pieces round a loop: the king comes back to where it was, whichever way it goes."""
    game = Checkers()
    s = game.parse("W:WK6:BK9,K10,17,18")
    (a,) = legal(game, s)
    assert game.fen(game.result(s, a)) == "B:WK6:B"
    assert [game.name(s, a, style) for style in ("", "long")] == ["6x6", "6x13x22x15x6"]
    for way in ("6x6", "6x13x22x15x6", "6x15x22x13x6", "6x22x6", "6-15-6", "6x22x15x6"):
        assert read_move(game, game.board, s, way) == a
    for word in ("6x13", "6x22x13x15x6", "6x14x6", "6", "x6", "king"):
        with pytest.raises(GameError, match="is not a legal move here; legal: 6x6"):
            read_move(game, game.board, s, word)


def test_names_are_long_only_where_they_must_be():
    fen = "W:W22:B9,10,17,18"
    assert moves(fen, style="") == ["22x13x6", "22x15x6"]
    game = Checkers()
    with pytest.raises(GameError, match="can mean several moves: 22x13x6 22x15x6"):
        read_move(game, game.board, game.parse(fen), "22x6")


def test_the_end():
    game = Checkers()
    blocked, bare = game.parse("W:W5:B1"), game.parse("B:W5:B")
    assert game.terminal(blocked)
    assert game.utility(blocked) == 1
    assert game.terminal(bare)
    assert game.utility(bare) == -1


def test_forty_moves_without_progress():
    game = Checkers()
    s = game.parse("B:WK1:BK32")
    for number, word in enumerate(20 * ["32-28", "1-5", "28-32", "5-1"]):
        assert (s.idle, over(game, s)) == (number, False)
        s = game.result(s, read_action(game, s, word))
    assert game.drawn(s)
    assert not game.terminal(s)
    endless = Checkers(moves=0)
    assert not endless.drawn(endless.result(s, legal(endless, s)[0]))
    assert game.position(s) == s._replace(idle=0)


def test_every_action_has_its_own_result():
    for seed in range(20):
        game = Checkers(6 + 2 * (seed % 2))
        for s, _ in game_of_chance(game, seed):
            actions = list(game.actions(s))
            assert game.mobility(s) == len(actions)
            assert len({game.result(s, a) for a in actions}) == len(actions)
            assert len({game.name(s, a) for a in actions}) == len(actions)
            for a in actions:
                for style in ("", "long"):
                    assert read_move(game, game.board, s, game.name(s, a, style)) == a
